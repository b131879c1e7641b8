// Unknown indices into an array of unknown length: one of a million, and no path forks for
// it; what was written there, or never, is read there.
// options: --max-forks=40
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  const int k = __VERIFIER_nondet_int();
  if (n < 1 || n > 1 << 20 || i < 0 || i >= n || k < 0 || k > n) return 0;
  int a[n];
  a[i] = 7;
  assert(a[i] == 7);
  if (k == 77777) a[k] = 1;             // expect: out-of-bounds
  if (k == n) return 0;
  if (k > 500000 && a[k] == 9) return 1; // expect: uninit
  a[k] = 9;
  assert(a[i] == 7 || i == k);
  assert(a[k] == 9);
  a[0] = 5;
  assert(a[k] == (k ? 9 : 5));
  if (i > 123456) assert(a[i] == 7);    // expect: assert
  return 0;
}
