#!/usr/bin/env bash
# Runs every reader of outside bytes under libFuzzer with the address sanitizer: `fuzz.sh SECONDS [TARGET…]`.
#
# Inputs that reach something new stay in .build/fuzz/corpus for the next run; a finding is left in
# .build/fuzz/findings, and the exit code is then 1. `Fuzz/README.md` says what to do with one.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
seconds=${1:-60}
shift || true

if [ "$(uname)" != Linux ]; then
  echo "Fuzzing needs the libFuzzer that Swift's toolchain for Linux brings along." >&2
  exit 69
fi

# The package above offers what is fuzzed only when it is asked to. Internal types are reached by
# @testable, for which the release build has to allow it.
# Planned anew each time: files that are new in the package above would not be noticed.
rm -f .build/fuzz/release.yaml
BATON_FUZZ=1 "$swift" build -c release --package-path Fuzz --scratch-path .build/fuzz --product Fuzz \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing -Xswiftc -use-ld=lld
program=.build/fuzz/release/Fuzz

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  while read -r name; do targets+=("$name"); done < <("$program")
fi

mkdir -p .build/fuzz/findings
# The backtracer of Swift would hide a trap from libFuzzer.
export SWIFT_BACKTRACE=enable=no
# Leaks are looked for; what the runtime keeps for ever is reachable and counts as none.
export ASAN_OPTIONS=detect_leaks=1
found=0
printf '%-16s %12s %10s %8s %8s  %s\n' reader executions "a second" edges inputs result
for name in "${targets[@]}"; do
  corpus=.build/fuzz/corpus/$name
  log=.build/fuzz/$name.log
  mkdir -p "$corpus" "Fuzz/Seeds/$name"
  status=0
  FUZZ_TARGET=$name "$program" -max_total_time="$seconds" -max_len=4096 -dict=Fuzz/words.dict -timeout=5 -rss_limit_mb=2048 \
    -print_final_stats=1 -artifact_prefix=".build/fuzz/findings/$name-" \
    "$corpus" "Fuzz/Seeds/$name" >"$log" 2>&1 || status=$?
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  edges=$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -c6-)
  result=clean
  if [ "$status" -ne 0 ]; then
    found=1
    result="FINDING: $(grep -m1 -E 'Fatal error|finding|ERROR|SUMMARY' "$log" | cut -c1-120) (see $log)"
  fi
  printf '%-16s %12s %10s %8s %8s  %s\n' "$name" "${runs:--}" "${rate:--}" "${edges:--}" \
    "$(ls "$corpus" | wc -l)" "$result"
done
exit "$found"
