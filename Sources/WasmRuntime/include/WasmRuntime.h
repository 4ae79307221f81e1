#ifndef BATON_WASM_RUNTIME_H
#define BATON_WASM_RUNTIME_H

// What Embedded Swift expects of a platform, for WebAssembly without a C library. Nothing here is called by
// name from Swift; the linker finds it. On every other platform this target is empty.

#endif
