/* Looks for inputs of a fuzz target (loop.h). */
#include "hunt/loop.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);
__attribute__((weak)) int LLVMFuzzerInitialize(int *, char ***);

/* An object of exactly its size, so that reading past it is seen. */
static hunt_kind execute(hunt_area *area) {
  uint8_t *copy = malloc(area->size);
  if (copy && area->size) memcpy(copy, area->bytes_now, area->size);
  area->phase = HUNT_RUNS;
  if (copy) LLVMFuzzerTestOneInput(copy, area->size);
  area->phase = HUNT_BETWEEN;
  free(copy);
  return HUNT_IDLE;
}

int main(int argc, char **argv) {
  hunt_area *area = hunt_open();
  if (!area) return HUNT_FAILED;
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  return hunt_loop(area, execute);
}
