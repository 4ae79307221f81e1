#!/usr/bin/env bash
# Prints what a browser loads for each kind of page, compressed, and holds it to the budget.
set -euo pipefail
cd "$(dirname "$0")/../.build/web"

bytes() { stat -c %s "$1"; }
sum() {
  local total=0
  for file in "$@"; do total=$((total + $(bytes "$file.gz"))); done
  echo "$total"
}
for file in baton.wasm baton.css board.js page.js match.js talk.js play.js story.js worker.js icon.svg \
  files.js engine.js study.js engine.wasm engine-simd.wasm reversi.weights chess.js chessmen.js lines.js editor.js \
  puzzles.js setup.js endings.js chess.wasm \
  chess-engine.wasm chess-engine-simd.wasm; do
  printf '%-12s %7d bytes, gzip %6d' "$file" "$(bytes "$file")" "$(bytes "$file.gz")"
  [ -f "$file.br" ] && printf ', brotli %6d' "$(bytes "$file.br")"
  echo
done

failed=0
# What it is, its size, its budget.
hold() {
  printf '%s: %d bytes gzipped (budget %d)\n' "$1" "$2" "$3"
  [ "$2" -le "$3" ] || failed=1
}
first=(board.js page.js worker.js)
hold "script of the first page" "$(sum "${first[@]}")" 8192
hold "script of the first page of somebody who has matches" "$(sum "${first[@]}" talk.js)" 8192
hold "script of a match" "$(sum board.js match.js talk.js play.js)" 8192
# What carries pieces and asks for promotions comes once the board is there, like news of other matches.
hold "script of the page of chess" "$(sum board.js chess.js worker.js chessmen.js)" 8192
hold "script of the page of puzzles" "$(sum board.js puzzles.js worker.js chessmen.js engine.js)" 8192
hold "script of the page of endings" "$(sum board.js endings.js worker.js engine.js)" 8192
hold "script of the page of chess of somebody who has matches" \
  "$(sum board.js chess.js worker.js talk.js)" 8192
hold "static files of the page of chess, at most" \
  "$(sum chess.wasm baton.css icon.svg board.js chess.js worker.js chessmen.js talk.js)" 122880
hold "script of a story" "$(sum story.js talk.js play.js)" 8192
hold "static files of the first page, at most" \
  "$(sum baton.wasm baton.css icon.svg "${first[@]}" talk.js)" 122880
# What the strong levels and the analysis ask for besides.
hold "the engine with its weights" "$(sum engine.js study.js engine-simd.wasm reversi.weights)" 512000
hold "the weights" "$(sum reversi.weights)" 400000
exit "$failed"
