// options: --uninit=nondet
// replay: no
// Ranges of an array without contents: what a loop does not write may be anything.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned a[6], n = __VERIFIER_nondet_uchar() & 7, last;
  if (n > 6) return 0;
  for (unsigned i = 0; i < n; i++) a[i] = 3 * i;
  assert(n < 2 || a[1] == 3);
  for (unsigned i = 0; i < n; i++) a[i]++;
  if (n == 6) assert(a[3] == 10 && a[5] == 16);
  if (n == 2) assert(a[4] != 77);               // expect: assert
  if (n == 4) assert(a[5] != 78 || last != 9);  // expect: assert
  return 0;
}
