/* Listing 4: the result is the greatest common divisor, for |a|, |b| < N. */
#include "lattice.h"

#ifndef N
#define N 8
#endif

static int gcd_help(int big, int small) {
  while (small) {
    const int rest = big % small;
    big = small;
    small = rest;
  }
  return big;
}

static int gcd(int a, int b) {
  const int a0 = a, b0 = b;
  JOIN(a >= 0, (a == a0) | (a == -a0)) {
    if (a < 0) a = -a;
  }
  JOIN(b >= 0, (b == b0) | (b == -b0)) {
    if (b < 0) b = -b;
  }
  int big, small;
  if (a > b) {
    big = a;
    small = b;
  } else {
    big = b;
    small = a;
  }
  return gcd_help(big, small);
}

int main(void) {
  const int a = braid_int("a"), b = braid_int("b"), d = braid_int("d");
  braid_assume((a > -N) & (a < N) & (b > -N) & (b < N) & (d > 0) & (d < N));
  const int r = gcd(a, b);
  if (r == 0) {
    braid_assert((a == 0) & (b == 0));
  } else {
    braid_assert((a % r == 0) & (b % r == 0));
    /* Whatever divides both divides it. */
    braid_assert((a % d != 0) | (b % d != 0) | (r % d == 0));
  }
}
