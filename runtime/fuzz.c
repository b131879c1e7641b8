/*
 * The main function of a fuzz target: any input of up to fuzz_limit bytes.  The
 * size is settled first, so that the data is an object of exactly that size
 * and a target that reads past its input is caught.
 */
#include "libc.h"

#include "world.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
extern int LLVMFuzzerInitialize(int *, char ***) WEAK;

static size_t any_size(size_t limit) {
  uint32_t symbolic;
  __braid_input(&symbolic, sizeof symbolic, "size", 0);
  __braid_assume(symbolic <= limit);
  size_t size = 0;
  while (size < limit && symbolic != size) size++;
  return size;
}

int main(int, char **);
WEAK int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  const size_t size = any_size(braid_world.fuzz_limit);
  uint8_t *data = __braid_alloc(size, 16, 0);
  if (!data) return 0;
  if (size) __braid_input(data, size, "data", 0);
  LLVMFuzzerTestOneInput(data, size);
  __braid_free(data);
  return 0;
}
