#!/usr/bin/env bash
# Builds for WebAssembly as Embedded Swift; the arguments say what, such as `--product WebBridge`.
#
# The machine is a bare one: no C library, no start function, bulk memory and sign extension, which every browser of
# today has.
set -euo pipefail
cd "$(dirname "$0")/.."

# The level of this machine's CPU says nothing about browsers.
unset BATON_CPU

exec "${SWIFT:-swift}" build -c release --triple wasm32-unknown-none-wasm --scratch-path .build/wasm "$@" \
  -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo -Xswiftc -Osize \
  -Xswiftc -Xfrontend -Xswiftc -disable-stack-protector \
  -Xcc -mbulk-memory -Xcc -msign-ext -Xcc -mnontrapping-fptoint -Xcc -ffreestanding -Xcc -fno-builtin \
  -Xswiftc -Xclang-linker -Xswiftc -nostdlib \
  -Xlinker --no-entry -Xlinker --gc-sections -Xlinker --strip-all -Xlinker -z -Xlinker stack-size=1048576
