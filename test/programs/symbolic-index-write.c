// options: -fno-strict-aliasing
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[8] = {0};
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 8 || j >= 8) return 0;
  a[i] = 1;
  a[j] += 2;
  assert(a[i] == (i == j ? 3 : 1));
  assert(a[j] == (i == j ? 3 : 2));
  int sum = 0;
  for (int k = 0; k < 8; k++) sum += a[k];
  assert(sum == 3);
  short *s = (short *) (void *) a;      /* half of one of them */
  s[2 * i + 1] = 1;
  assert(a[i] == (i == j ? 3 : 1) + 65536);
  return 0;
}
