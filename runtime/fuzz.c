/*
 * The main function of a fuzz target: any input of up to fuzz_limit bytes.  Its
 * size is a term: the data is an object of exactly that size, so that a target
 * that reads past its input is caught, and paths split by sizes only where the
 * target looks at them.
 */
#include "libc.h"

#include "world.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
extern int LLVMFuzzerInitialize(int *, char ***) WEAK;

int main(int, char **);
WEAK int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  const uint32_t limit = braid_world.fuzz_limit;
  uint32_t size;
  __braid_input(&size, sizeof size, "size", 0);
  __braid_assume(size <= limit);
  uint8_t *all = __braid_alloc(limit, 16, 0);
  if (!all) return 0;
  if (limit) __braid_input(all, limit, "data", 0);
  uint8_t *data = __braid_alloc(size, 16, 0);
  if (!data) return 0;
  if (__braid_is_symbolic(size)) __braid_move(data, all);
  else if (size) memcpy(data, all, size);
  __braid_free(all);
  LLVMFuzzerTestOneInput(data, size);
  __braid_free(data);
  return 0;
}
