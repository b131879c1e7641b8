// Corners of integer arithmetic, of every width.
// options: --no-check=shift-base
#include <assert.h>
#include <limits.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -20 || x > 20)
    return 0;
  assert((x % 7) == x - (x / 7) * 7);
  assert(x >= 0 || x % 7 <= 0);
  assert((x >> 1) * 2 + (x & 1) == x);
  signed char sc = (signed char)(x * 13);
  unsigned char uc = (unsigned char)(x * 13);
  assert((sc & 0xff) == uc);
  assert((int8_t)uc == sc);
  __int128 w = (__int128)x << 100;
  assert((int)(w >> 100) == x);
  assert((int)(w / ((__int128)1 << 100)) == x);
  _BitInt(17) q = (_BitInt(17))(x * 1000);
  assert((int)q == x * 1000);
  unsigned _BitInt(5) r = (unsigned _BitInt(5))x;
  assert((int)r == (x & 31));
  _Bool bo = x;
  assert(bo == (x != 0));
  bo += 5;
  assert(bo == 1);
  uint16_t h = 65535;
  h *= 1u;
  h++;
  assert(h == 0);
  unsigned u = (unsigned)x;
  assert((u + 5u) - 5u == u);
  assert(-u == (unsigned)-x);
  long long ll = INT64_MIN;
  ll += x + 20;
  assert(ll < 0);
  assert(__builtin_popcount(u) + __builtin_popcount(~u) == 32);
  if (x)
    assert(1 << __builtin_ctz(u) == (x & -x));
  int o;
  assert(__builtin_add_overflow(x, INT_MAX, &o) == (x > 0));
  assert(__builtin_mul_overflow((long)x, LONG_MAX, &(long){0}) ==
         (x > 1 || x < -1));
  unsigned char c1 = 200, c2 = 100;
  assert(__builtin_add_overflow(c1, c2, &c1) && c1 == 44);
  int sel = ({
    int t = x;
    t > 0 ? t : -t;
  });
  assert(sel >= 0);
  return x == 21;
}
