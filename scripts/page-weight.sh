#!/usr/bin/env bash
# Prints what a browser loads for the first page, compressed, and holds it to the budget.
set -euo pipefail
cd "$(dirname "$0")/../.build/web"

bytes() { stat -c %s "$1"; }
total=0
for file in baton.wasm baton.css page.js worker.js icon.svg; do
  printf '%-12s %7d bytes, gzip %6d' "$file" "$(bytes "$file")" "$(bytes "$file.gz")"
  [ -f "$file.br" ] && printf ', brotli %6d' "$(bytes "$file.br")"
  echo
  total=$((total + $(bytes "$file.gz")))
done
script=$(($(bytes page.js.gz) + $(bytes worker.js.gz)))
echo "script: $script bytes gzipped (budget 8192); all static files: $total (budget of the page 122880)"
# A page of a story loads the style and this script alone.
story=$(bytes story.js.gz)
echo "script of a story: $story bytes gzipped (budget 3072)"
[ "$script" -le 8192 ] && [ "$total" -le 122880 ] && [ "$story" -le 3072 ]
