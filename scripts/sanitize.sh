#!/usr/bin/env bash
# Runs the tests of everything that has threads under the thread sanitizer; any report fails.
#
# `sanitize.sh` runs all of it, `sanitize.sh FILTER` the Swift tests that match. First a program with a race in it
# has to be reported, since a sanitizer that sees nothing is quiet, too. Reports are in .build/tsan/reports.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
python=${PYTHON:-/usr/bin/python3}
place=.build/tsan
reports=$PWD/$place/reports
hosted='^(HostingTests|HTTPServerTests|MatchStoreTests|PostgresStoreTests|ServiceTests|SiteTests|BatonToolTests)\.'
hosted+='|^ReversiEngineTests\.(PonderTests|ThreadTests)'
flags=(--sanitize=thread --scratch-path "$place")

rm -rf "$reports"
mkdir -p "$reports"

# Each process writes its reports to a file of its own, so those of children are seen as well. The exit code
# stays as it is: some tests judge how a child ends.
export TSAN_OPTIONS="log_path=$reports/report exitcode=0 halt_on_error=0 history_size=4 atexit_sleep_ms=0"

echo "== the sanitizer sees a race"
cat >"$reports/race.swift" <<'SWIFT'
import Glibc

nonisolated(unsafe) var count = 0
func raise(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  for _ in 0..<1000 { count += 1 }
  return nil
}
var threads = [pthread_t(), pthread_t()]
for index in threads.indices { pthread_create(&threads[index], nil, raise, nil) }
for thread in threads { pthread_join(thread, nil) }
SWIFT
"${swift}c" -sanitize=thread "$reports/race.swift" -o "$reports/race"
"$reports/race"
if ! grep -q 'ThreadSanitizer: .*race' "$reports"/report.*; then
  echo "The sanitizer does not report a race that is there: nothing below would prove anything." >&2
  exit 1
fi
rm -f "$reports"/*

echo "== build"
"$swift" build --build-tests "${flags[@]}"

status=0
echo "== tests of the hosted rooms"
# One seed of the simulation, which has one thread: its 50,000 steps belong to the tests without a sanitizer.
BATON_SIMULATE_SEED=1 BATON_SIMULATE=500 scripts/with-postgres.sh \
  "$swift" test --skip-build "${flags[@]}" --no-parallel --filter "${1:-$hosted}" | grep --line-buffered -v "^◇" || status=1

if [ $# -eq 0 ]; then
  if [ -f "${BATON_WEB:-.build/web}/baton.wasm" ]; then
    echo "== servers under load, killed, stopped and copied meanwhile"
    BATON_TOOL=$PWD/$place/debug/baton scripts/with-postgres.sh \
      "$python" -m pytest -q -p no:cacheprovider Tests/Server/test_stop.py Tests/Server/test_admin.py \
      Tests/Server/test_crash.py Tests/Server/test_nodes.py Tests/Server/test_faults.py \
      Tests/Server/test_streams.py -k "not flush and not cost_little" || status=1
  else
    echo "The pages are not built (make web); the tests of whole servers are left out." >&2
  fi
fi

found=$(find "$reports" -type f | wc -l)
if [ "$found" -gt 0 ]; then
  cat "$reports"/report.*
  echo "The thread sanitizer has reported in $found processes: $reports" >&2
  exit 1
fi
[ "$status" -eq 0 ] && echo "No races."
exit "$status"
