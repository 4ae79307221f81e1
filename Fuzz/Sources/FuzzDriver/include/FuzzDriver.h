#ifndef FUZZ_DRIVER_H
#define FUZZ_DRIVER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer's own main: reads its options, then calls `callback` with one input after the other.
int LLVMFuzzerRunDriver(
  int *count, char ***arguments, int (*callback)(const uint8_t *bytes, size_t size));

/// The time that this process has computed, in nanoseconds.
uint64_t fuzz_cpu_nanoseconds(void);

#endif
