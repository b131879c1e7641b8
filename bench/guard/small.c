/* The bug needs three arguments, but short ones; longer ones lead to a query that no solver
 * answers. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash(const char *text) {
  uint64_t h = 88172645463325252u;
  for (int round = 0; round < 4; round++)
    for (const char *c = text; *c; c++) h = (h ^ (uint64_t) *c ^ h >> 29) * 0x9e3779b97f4a7c15u;
  return h;
}

int main(int argc, char **argv) {
  unsigned upper = 0, digits = 0, files = 0;
  for (int k = 1; k < argc; k++) {
    files += argv[k][0] != '-';
    if (strlen(argv[k]) == 8 && hash(argv[k]) == 0x123456789abcdefu) return 2;
    for (const char *c = argv[k]; *c; c++) {
      if (*c >= 'A' && *c <= 'Z') upper++;
      else if (*c >= '0' && *c <= '9') digits++;
    }
  }
  if (argc == 4 && upper == 1 && digits == 1 && files == 1) abort();
  return upper > digits;
}
