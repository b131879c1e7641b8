/*
 * musl 1.2.3's takes the low half of x for that of y where a long double has 113 digits.
 * This replaces src/math/remquol.c.
 */
#include <float.h>
#include <math.h>

/* Takes the multiple of y out of r once, if it fits, and counts it in q. */
static long double take(long double r, long double y, int times, unsigned *q) {
  if (y > LDBL_MAX / times || r < times * y) return r;
  *q += (unsigned) times;
  return r - times * y;
}

long double remquol(long double x, long double y, int *quotient) {
  *quotient = 0;
  if (y == 0 || isnan(x) || isnan(y) || isinf(x)) return x * y / (x * y);
  const int is_negative = !signbit(x) != !signbit(y);
  const long double b = fabsl(y);
  unsigned q = 0;
  if (isinf(y)) return x;
  long double r = b <= LDBL_MAX / 8 ? fmodl(fabsl(x), 8 * b) : fabsl(x);
  r = take(r, b, 4, &q);
  r = take(r, b, 2, &q);
  r = take(r, b, 1, &q);
  /* To the nearest multiple, of two the even one; r - (b - r) has no rounding. */
  const long double more = r - (b - r);
  if (more > 0 || (more == 0 && q & 1)) {
    r -= b;
    q++;
  }
  *quotient = is_negative ? -(int) (q & 7) : (int) (q & 7);
  return signbit(x) ? -r : r;
}
