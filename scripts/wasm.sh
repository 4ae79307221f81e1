#!/usr/bin/env bash
# Builds for WebAssembly as Embedded Swift; the arguments say what, such as `--product WebBridge`.
#
# With WASM_SIMD=1 it is built for speed and for browsers with vectors, in a folder of its own.
#
# The machine is a bare one: no C library, no start function, bulk memory and sign extension, which every browser of
# today has.
set -euo pipefail
cd "$(dirname "$0")/.."

# The level of this machine's CPU says nothing about browsers.
unset BATON_CPU

folder=.build/wasm
tuning=(-Xswiftc -Osize)
if [ "${WASM_SIMD:-0}" = 1 ]; then
  folder=.build/wasm-simd
  tuning=(-Xswiftc -O -Xcc -msimd128)
fi

exec "${SWIFT:-swift}" build -c release --triple wasm32-unknown-none-wasm --scratch-path "$folder" "$@" \
  -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo "${tuning[@]}" \
  -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
  -Xcc -mbulk-memory -Xcc -msign-ext -Xcc -mnontrapping-fptoint -Xcc -ffreestanding -Xcc -fno-builtin \
  -Xswiftc -Xclang-linker -Xswiftc -nostdlib \
  -Xlinker --no-entry -Xlinker --gc-sections -Xlinker --strip-all -Xlinker -z -Xlinker stack-size=1048576
