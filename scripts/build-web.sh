#!/usr/bin/env bash
# Builds what the server hands to browsers into .build/web: the files of Web/, the WebAssembly module, and
# compressed forms of each.
set -euo pipefail
cd "$(dirname "$0")/.."

out=.build/web
rm -rf "$out"
mkdir -p "$out"

scripts/wasm.sh --product WebBridge
# The engine twice: for browsers with vectors, and for all others.
scripts/wasm.sh --product EngineBridge
WASM_SIMD=1 scripts/wasm.sh --product EngineBridge
scripts/wasm.sh --product ChessBridge
scripts/wasm.sh --product ChessEngineBridge
WASM_SIMD=1 scripts/wasm.sh --product ChessEngineBridge

cp Web/*.css Web/*.svg Web/openapi.json Web/*.weights "$out/"
# Lines that are nothing but a comment are for whoever reads the sources; browsers are spared them.
for file in Web/*.js; do
  sed -E '/^ *(\/\/ .*|\/\*\* .*\*\/)$/d' "$file" >"$out/${file##*/}"
done
cp ".build/wasm/wasm32-unknown-none-wasm/release/WebBridge.wasm" "$out/baton.wasm"
cp ".build/wasm/wasm32-unknown-none-wasm/release/EngineBridge.wasm" "$out/engine.wasm"
cp ".build/wasm-simd/wasm32-unknown-none-wasm/release/EngineBridge.wasm" "$out/engine-simd.wasm"
cp ".build/wasm/wasm32-unknown-none-wasm/release/ChessBridge.wasm" "$out/chess.wasm"
cp ".build/wasm/wasm32-unknown-none-wasm/release/ChessEngineBridge.wasm" "$out/chess-engine.wasm"
cp ".build/wasm-simd/wasm32-unknown-none-wasm/release/ChessEngineBridge.wasm" "$out/chess-engine-simd.wasm"

for file in "$out"/*.css "$out"/*.js "$out"/*.svg "$out"/*.wasm "$out"/*.weights; do
  gzip -9 -n -k -f "$file"
  if command -v brotli >/dev/null 2>&1; then brotli -k -f "$file"; fi
done
