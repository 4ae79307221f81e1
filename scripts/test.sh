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

# The pages are built beside the tool and its tests, with what those leave of the processors.
web_log=$(mktemp)
web=
finish() {
  rm -f "$web_log"
  if [ -n "$web" ]; then kill "$web" 2>/dev/null || true; fi
}
trap finish EXIT
(
  # The bridges use all of the core but matches and stories, which no page loads yet.
  nice -n 19 scripts/wasm.sh --target Matches
  nice -n 19 scripts/wasm.sh --target Story
  nice -n 19 scripts/build-web.sh
  scripts/page-weight.sh
) >"$web_log" 2>&1 &
web=$!

step "release build with tests, warnings as errors"
"$swift" build -c release --build-tests --explicit-target-dependency-import-check error

step "linkage: the core without Foundation"
scripts/linkage.sh

step "Swift tests"
# One after the other: searches and counts would starve the tests of servers, whose deadlines are real.
scripts/with-postgres.sh "$swift" test -c release --skip-build --no-parallel | grep -v '^◇'

step "WebAssembly: the core as Embedded Swift, built meanwhile"
wait "$web" || {
  web=
  cat "$web_log"
  exit 1
}
web=
cat "$web_log"

step "server tests: settings, stopping, administration, figures, packaging, the API against its description"
scripts/with-postgres.sh "$python" -m pytest -q -p no:cacheprovider Tests/Server

step "page tests in headless Chromium"
"$python" -m pytest -q -p no:cacheprovider Tests/Page

step "done"
