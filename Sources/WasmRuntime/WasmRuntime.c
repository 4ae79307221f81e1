#include "WasmRuntime.h"

#if defined(__wasm__)

typedef __SIZE_TYPE__ size_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef unsigned char byte;

extern byte __heap_base;

// Memory: blocks of powers of two, each size with a list of free ones. Before a payload, 16 bytes hold the size class
// of its block and how far from the block's start the payload is: 16, or more where it is aligned to more than that.

enum { headerSize = 16, smallestClass = 5, classCount = 31, pageSize = 65536 };

static void *freeBlocks[classCount];
static uintptr_t heapEnd;

static uintptr_t grow(uintptr_t size) {
  if (heapEnd == 0) heapEnd = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t start = heapEnd;
  uintptr_t end = start + size;
  if (end < start) __builtin_trap();
  uintptr_t present = __builtin_wasm_memory_size(0) * (uintptr_t)pageSize;
  if (end > present) {
    uintptr_t pages = (end - present + pageSize - 1) / pageSize;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) __builtin_trap();
  }
  heapEnd = end;
  return start;
}

void *malloc(size_t size) {
  if (size > (size_t)1 << 29) __builtin_trap();
  unsigned class = smallestClass;
  while (((size_t)1 << class) < size + headerSize) class++;
  byte *block = freeBlocks[class];
  if (block) {
    freeBlocks[class] = *(void **)(block + headerSize);
  } else {
    block = (byte *)grow((uintptr_t)1 << class);
  }
  ((unsigned *)block)[0] = class;
  ((unsigned *)block)[1] = headerSize;
  return block + headerSize;
}

void free(void *pointer) {
  if (!pointer) return;
  unsigned *header = (unsigned *)((byte *)pointer - headerSize);
  byte *block = (byte *)pointer - header[1];
  unsigned class = header[0];
  *(void **)(block + headerSize) = freeBlocks[class];
  freeBlocks[class] = block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment <= 16) {
    *result = malloc(size);
    return 0;
  }
  byte *first = malloc(size + alignment);
  unsigned class = ((unsigned *)(first - headerSize))[0];
  byte *aligned = (byte *)(((uintptr_t)first + alignment - 1) & ~(uintptr_t)(alignment - 1));
  unsigned *header = (unsigned *)(aligned - headerSize);
  header[0] = class;
  header[1] = (unsigned)(aligned - (first - headerSize));
  *result = aligned;
  return 0;
}

// With bulk memory the compiler turns these into single instructions, except where it would call them.

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  byte *t = to;
  const byte *f = from;
  __asm__ volatile("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0" ::"r"(t), "r"(f),
                   "r"(count)
                   : "memory");
  return to;
}

void *memmove(void *to, const void *from, size_t count) {
  __asm__ volatile("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.copy 0, 0" ::"r"(to),
                   "r"(from), "r"(count)
                   : "memory");
  return to;
}

void *memset(void *to, int value, size_t count) {
  __asm__ volatile("local.get %0\nlocal.get %1\nlocal.get %2\nmemory.fill 0" ::"r"(to),
                   "r"(value), "r"(count)
                   : "memory");
  return to;
}

int memcmp(const void *a, const void *b, size_t count) {
  const byte *x = a;
  const byte *y = b;
  for (size_t i = 0; i < count; i++) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  }
  return 0;
}

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

// The seeds of hashing. Nothing secret is drawn in the browser, and no order may depend on hashing, so a
// fixed sequence serves: the module needs no import.
void arc4random_buf(void *buffer, size_t count) {
  static unsigned long long state = 0x9E3779B97F4A7C15ull;
  byte *bytes = buffer;
  for (size_t i = 0; i < count; i++) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    bytes[i] = (byte)(state >> 56);
  }
}

int putchar(int character) { return character; }

// 64 by 64 to 128 bits, and division, as the compiler calls them.

typedef unsigned __int128 wide;

wide __multi3(wide a, wide b) {
  unsigned long long aLow = (unsigned long long)a, aHigh = (unsigned long long)(a >> 64);
  unsigned long long bLow = (unsigned long long)b, bHigh = (unsigned long long)(b >> 64);
  unsigned long long mask = 0xFFFFFFFFull;
  unsigned long long p0 = (aLow & mask) * (bLow & mask);
  unsigned long long p1 = (aLow & mask) * (bLow >> 32);
  unsigned long long p2 = (aLow >> 32) * (bLow & mask);
  unsigned long long p3 = (aLow >> 32) * (bLow >> 32);
  unsigned long long middle = (p0 >> 32) + (p1 & mask) + (p2 & mask);
  unsigned long long low = (p0 & mask) | (middle << 32);
  unsigned long long high = p3 + (p1 >> 32) + (p2 >> 32) + (middle >> 32);
  high += aLow * bHigh + aHigh * bLow;
  return ((wide)high << 64) | low;
}

__attribute__((export_name("alloc"))) void *baton_alloc(size_t size) { return malloc(size); }

__attribute__((export_name("release"))) void baton_release(void *pointer) { free(pointer); }

#endif
