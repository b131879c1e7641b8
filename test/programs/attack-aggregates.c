// Bit-fields in unions, large structures by value, arrays of them.
#include <assert.h>
#include <stdint.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
struct small {
  char c;
};
struct mid {
  int a;
  char b;
  double d;
};
struct large {
  int v[10];
  struct mid m;
};
union u {
  struct {
    unsigned a : 3, b : 13, c : 16;
  } f;
  uint32_t w;
  uint8_t by[4];
};
struct bf {
  signed int s : 4;
  unsigned u : 4;
  _Bool f : 1;
  long long ll : 40;
  unsigned char uc : 7;
};
static struct large make(int n) {
  struct large l;
  memset(&l, 0, sizeof l);
  l.v[n] = n;
  l.m = (struct mid){n, (char)n, n / 2.0};
  return l;
}
static struct large twist(struct large a, struct small s, union u w,
                          struct bf b) {
  a.v[0] += s.c;
  a.m.a += (int)w.f.b;
  a.v[1] += b.s;
  return a;
}
struct fl {
  float a, b, c, d;
};
struct fl5 {
  float a[5];
};
static float sumf(struct fl f, struct fl5 g, _Complex float z) {
  return f.a + f.b + f.c + f.d + g.a[4] + __real__ z * __imag__ z;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 9)
    return 0;
  union u w;
  w.w = 0xabcd1234u;
  struct bf b = {.s = 7, .u = 15, .f = 1, .ll = -1, .uc = 100};
  b.s++;
  b.u++;
  b.ll *= 8;
  b.uc += 50;
  assert(b.s == -8 && b.u == 0 && b.f && b.ll == -8 && b.uc == (150 & 127));
  w.f.b = (unsigned)n;
  assert((w.w & 7) == (0xabcd1234u & 7) && w.w >> 16 == 0xabcd &&
         w.by[3] == 0xab);
  struct large l = twist(make(n), (struct small){5}, w, b);
  assert(l.v[0] == 5 + (n == 0 ? 0 : 0) && l.m.a == 2 * n &&
         l.v[1] == -8 + (n == 1));
  assert(l.m.d == n / 2.0);
  struct large arr[3] = {make(1), make(2)};
  arr[2] = arr[n % 2];
  assert(arr[2].v[n % 2 + 1] == n % 2 + 1);
  struct fl f = {1, 2, 3, 4};
  struct fl5 g = {{0, 0, 0, 0, (float)n}};
  assert(sumf(f, g, 2.0f + 3.0if) == 16 + n);
  return 0;
}
