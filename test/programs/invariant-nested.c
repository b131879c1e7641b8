// Nested loops, whose bounds depend on each other.
// matrix: no
// options: --loops=invariant
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      assert(j >= i);
      assert(i < n);
    }
  return 0;
}
