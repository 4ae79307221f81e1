#!/usr/bin/env bash
# All that CI runs, cheapest first. Each step prints its name and its time.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
python=${PYTHON:-/usr/bin/python3}
export BATON_CPU=${BATON_CPU-$(scripts/cpu-level.sh)}
export BATON_PLAIN_TESTS=1

started=$SECONDS
step() {
  echo
  echo "== $1 (after $((SECONDS - started)) s)"
}

step "formatting"
"$swift" format lint --strict -rp Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources

# Two lanes: the pages are built, and their tests and the server's run, beside the build and the Swift tests. Each of
# both lanes keeps about one processor busy.
log=$(mktemp)
built=$(mktemp -u)
lane=
finish() {
  rm -f "$log" "$built"
  # The whole group: what it started has to end as well.
  if [ -n "$lane" ]; then kill -- "-$lane" 2>/dev/null || true; fi
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

set -m
(
  step "WebAssembly: the core as Embedded Swift, the pages and their weight"
  # The bridges use all of the core but matches and stories, which no page loads yet. What is built here leaves the
  # processors to the other build.
  nice -n 19 scripts/wasm.sh --target Matches
  nice -n 19 scripts/wasm.sh --target Story
  nice -n 19 scripts/build-web.sh
  scripts/page-weight.sh
  until [ -e "$built" ]; do sleep 0.2; done

  # Browsers and servers wait for each other most of the time, so three at once take little longer than one. Each has
  # servers of its own, on free ports.
  step "server tests, and page tests in headless Chromium"
  logs=$(mktemp -d)
  scripts/with-postgres.sh "$python" -m pytest -q -p no:cacheprovider Tests/Server >"$logs/server" 2>&1 &
  server=$!
  "$python" -m pytest -q -p no:cacheprovider Tests/Page/test_[a-l]*.py >"$logs/page-1" 2>&1 &
  first=$!
  "$python" -m pytest -q -p no:cacheprovider Tests/Page/test_[m-z]*.py >"$logs/page-2" 2>&1 &
  second=$!
  failed=0
  for job in "$server" "$first" "$second"; do wait "$job" || failed=1; done
  cat "$logs"/*
  rm -rf "$logs"
  if [ "$failed" != 0 ]; then exit 1; fi
  step "end of this lane"
) >"$log" 2>&1 </dev/null &
lane=$!
set +m

step "release build with tests, warnings as errors"
"$swift" build -c release --build-tests --explicit-target-dependency-import-check error
touch "$built"

step "linkage: the core without Foundation"
scripts/linkage.sh

step "Swift tests"
# One after the other: searches and counts would starve the tests of servers, whose deadlines are real.
scripts/with-postgres.sh "$swift" test -c release --skip-build --no-parallel | grep -v '^◇'

step "the other lane, which ran meanwhile"
status=0
wait "$lane" || status=$?
lane=
cat "$log"
if [ "$status" != 0 ]; then exit "$status"; fi

step "done"
