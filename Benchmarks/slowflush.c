// Makes each flush of a file take longer, to measure on a disk that answers too soon what one that keeps its word
// would show. Preloaded; FLUSH_MICROSECONDS says by how much.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_a_little(void) {
  const char *text = getenv("FLUSH_MICROSECONDS");
  long microseconds = text ? atol(text) : 0;
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  nanosleep(&time, NULL);
}

int fsync(int descriptor) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  int result = real(descriptor);
  wait_a_little();
  return result;
}

int fdatasync(int descriptor) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  int result = real(descriptor);
  wait_a_little();
  return result;
}
