// replay: no
// The low bits of a pointer that may be one of several.
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static char a[3], b[5];
static _Alignas(8) char c[8];

int main(void) {
  const int i = __VERIFIER_nondet_int();
  char *p = c;
  if (i == 1) p = a;
  if (i == 2) p = b;
  if (i > 2 && (uintptr_t) p & 7) abort();
  const unsigned low = (unsigned) ((uintptr_t) p & 7);
  if (i == 2 && low == 5) abort();              // expect: abort
  return 0;
}
