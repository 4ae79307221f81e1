#!/usr/bin/env bash
# All that CI runs, cheapest first. Each step prints its name and its time.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
python=${PYTHON:-/usr/bin/python3}
export BATON_CPU=${BATON_CPU-$(scripts/cpu-level.sh)}

started=$SECONDS
step() {
  echo
  echo "== $1 (after $((SECONDS - started)) s)"
}

step "formatting"
"$swift" format lint --strict -rp Package.swift Sources Tests Fuzz/Package.swift Fuzz/Sources

# The two builds know nothing of each other, and each leaves a core idle now and then.
web_log=$(mktemp)
trap 'rm -f "$web_log"' EXIT
(
  # The bridges use all of the core but matches and stories, which no page loads yet.
  scripts/wasm.sh --target Matches
  scripts/wasm.sh --target Story
  scripts/build-web.sh
  scripts/page-weight.sh
) >"$web_log" 2>&1 &
web=$!

step "release build with tests, warnings as errors"
"$swift" build -c release --build-tests --explicit-target-dependency-import-check error || {
  kill "$web" 2>/dev/null || true
  exit 1
}

step "WebAssembly: the core as Embedded Swift, built meanwhile"
wait "$web" || {
  cat "$web_log"
  exit 1
}
cat "$web_log"

step "linkage: the core without Foundation"
scripts/linkage.sh

step "Swift tests"
# One after the other: searches and counts would starve the tests of servers, whose deadlines are real.
scripts/with-postgres.sh "$swift" test -c release --skip-build --no-parallel | grep -v '^◇'

step "server tests: settings, stopping, administration, figures, packaging, the API against its description"
scripts/with-postgres.sh "$python" -m pytest -q -p no:cacheprovider Tests/Server

step "page tests in headless Chromium"
"$python" -m pytest -q -p no:cacheprovider Tests/Page

step "done"
