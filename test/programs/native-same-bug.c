// Natively others see these bugs, or elsewhere: inside the C library; as an offset that
// wraps round; a product of 128 bits.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int index_wraps(void) {
  char *p = calloc(4, 1);
  if (!p) return 0;
  size_t i = 0;
  i--;
  const int c = p[i];           // expect: out-of-bounds
  free(p);
  return c;
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n == 1) return fgetc(NULL) == 'x'; // expect: null
  if (n == 2) return index_wraps();
  if (n < 3 || n > 5) return 0;
  __int128 wide = (__int128) n << 70;
  wide *= wide;                 // expect: overflow
  return wide == 0;
}
