// options: --no-check=overflow,shift,div-by-zero
// Arithmetic that is not looked at goes on as the target has it: aarch64's
// division by zero is zero, x86's ends the program.
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  unsigned u = (unsigned) x;
  if (n == 0) {
    int y = x + 1;
    assert(y != INT_MIN || x == INT_MAX);
    if (x == INT_MAX) assert(y == INT_MAX); // expect: assert
  } else if (n == 33) {
    assert(x << n == (int) (u << 1));
    assert(u >> n == u >> 1);
    if (x == 4) assert(u >> n != 2); // expect: assert
    assert((unsigned long long) u << (n + 33) == (unsigned long long) u << 2);
  } else if (n == 7) {
    int zero = n - 7, r = x / zero, m = x % zero;
#ifdef __aarch64__
    assert(r == 0 && m == x);
#endif
    if (x == 5) assert(r == 5 || m == 5);
#ifndef __aarch64__
    assert(0);
#endif
  } else if (n == -1 && x == INT_MIN) {
    int r = x / n;
#ifdef __aarch64__
    assert(r == INT_MIN);
#else
    assert(r != r);
#endif
  }
  return 0;
}
