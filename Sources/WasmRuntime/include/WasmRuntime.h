#ifndef BATON_WASM_RUNTIME_H
#define BATON_WASM_RUNTIME_H

// What Embedded Swift expects of a platform, for WebAssembly without a C library. The linker finds it; from Swift only
// this is called by name. On every other platform this target is empty.

#if defined(__wasm__)
/// Lets the script that started the module read the output while a call still runs.
__attribute__((import_module("baton"), import_name("tell"))) void baton_tell(void);
#endif

#endif
