// A compressor's table of 900,000 bytes, read and written at unknown places, one of them
// only on some paths; the size is a number.
// options: --max-forks=40
// matrix: no
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const unsigned i = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (i >= 225000 || k >= 225000) return 0;
  unsigned *t = calloc(225000, sizeof *t);
  if (!t) return 1;
  if (i & 1) t[i] += 3;
  else t[k] = i;
  assert(t[i] == 3 || t[i] == (i == k && !(i & 1) ? i : 0));
  ((unsigned char *) t)[4 * i + 1] = 2;
  assert(t[i] >> 8 == 2 || t[i] >= 0x10000 || i == k);
  if (t[k] == 0x203) assert(i != 4711); // expect: assert
  free(t);
  return 0;
}
