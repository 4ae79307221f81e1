#!/usr/bin/env bash
# Builds what the server hands to browsers into .build/web: the files of Web/, the WebAssembly module, and
# compressed forms of each.
set -euo pipefail
cd "$(dirname "$0")/.."

out=.build/web
scratch=.build/wasm
mkdir -p "$out"

# Embedded Swift for a bare WebAssembly machine. There is no C library, no start
# function, bulk memory and sign extension, which every browser of today has.
"${SWIFT:-swift}" build -c release --triple wasm32-unknown-none-wasm --scratch-path "$scratch" \
  --product WebBridge \
  -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo -Xswiftc -Osize \
  -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
  -Xcc -mbulk-memory -Xcc -msign-ext -Xcc -mnontrapping-fptoint -Xcc -ffreestanding -Xcc -fno-builtin \
  -Xswiftc -Xclang-linker -Xswiftc -nostdlib \
  -Xlinker --no-entry -Xlinker --gc-sections -Xlinker --strip-all -Xlinker -z -Xlinker stack-size=1048576

cp Web/*.css Web/*.js Web/*.svg "$out/"
cp "$scratch/wasm32-unknown-none-wasm/release/WebBridge.wasm" "$out/baton.wasm"

for file in "$out"/*.css "$out"/*.js "$out"/*.svg "$out"/*.wasm; do
  gzip -9 -n -k -f "$file"
  if command -v brotli >/dev/null 2>&1; then brotli -k -f "$file"; fi
done
