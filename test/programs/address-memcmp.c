// exit: 5
// verdict: proved-under-assumptions
// assumes: where memcmp() compares pointers, their order is that of the model's addresses
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b) { return memcmp(a, b, sizeof(char *)); }

int main(void) {
  static char x, y;
  char *sorted[] = {&x, &y};
  qsort(sorted, 2, sizeof *sorted, order);
  assert(sorted[0] == &x);
  return 0;
}
