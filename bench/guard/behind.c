/* A fuzz target in which nearly every input overflows first; what is behind, only native runs
 * come to. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  int sum = 2147483647;
  uint64_t hash = 88172645463325252u;
  if (size < 8) return 0;
  sum += data[0] != 200;
  for (size_t k = 0; k < size; k++) hash = (hash ^ data[k]) * 0x9e3779b97f4a7c15u;
  for (int k = 0; k < 8; k++) hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
  if ((hash & 0xff) != 0x2b) return sum & 1;
  char *block = calloc(4, 1);
  if (!block) return 0;
  const char last = block[4 + (size & 1)];
  free(block);
  return last & 0;
}
