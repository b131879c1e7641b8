#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int ascending(const void *a, const void *b) {
  return *(const int *) a - *(const int *) b;
}

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_uchar();
  qsort(a, 3, sizeof *a, ascending);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  int fixed[] = {2, 3, 5, 7, 11}, key = a[0];
  int *at = bsearch(&key, fixed, 5, sizeof *fixed, ascending);
  if (at) assert(*at == key);
  else assert(key != 2 && key != 3 && key != 5 && key != 7 && key != 11);
  assert(atoi("42") == 42 && strtol("-0x1f", NULL, 16) == -31);
  return 0;
}
