// Loops that no bound ends: every path is explored all the same.
// options: --loops=template --merge=off --no-check=hang
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0) return 0;
  int down = n, up = 0, flag = 0;
  while (down > 0) {
    down--;
    up++;
    flag ^= 1;
  }
  assert(down == 0 && up == n && flag == n % 2);
  unsigned to = __VERIFIER_nondet_uint(), at = 0, twice = 5;
  while (at != to) {            // never ends for an odd number
    at += 2;
    twice += 4;
  }
  assert(to % 2 == 0 && twice == 2 * to + 5);
  unsigned bits = __VERIFIER_nondet_uint(), shifts = 0;
  while (bits) {
    bits >>= 1;
    shifts++;
  }
  assert(shifts <= 32);
  return 0;
}
