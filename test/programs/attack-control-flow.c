// Jumps into scopes and loops, back to setjmp, by computed address.
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static jmp_buf env;
static int depth(int n) {
  char pad[16];
  memset(pad, n, sizeof pad);
  if (n == 0)
    longjmp(env, 7);
  return depth(n - 1) + pad[3];
}
static int loops(int n) {
  volatile int turns = 0;
  int r = setjmp(env);
  if (r)
    turns++;
  if (turns < n)
    depth(turns);
  return turns;
}
static int duff(int count) {
  int n = (count + 3) / 4, s = 0;
  switch (count % 4) {
  case 0:
    do {
      s += 1;
    case 3:
      s += 1;
    case 2:
      s += 1;
    case 1:
      s += 1;
    } while (--n > 0);
  }
  return s;
}
static int into(int x) {
  int y = 1;
  if (x > 3)
    goto in;
  {
    int z = 5;
    y += z;
  in:
    z = x;
    y += z;
  }
  return y;
}
static int ranges(unsigned long long v) {
  switch (v) {
  case 0 ... 9:
    return 1;
  case 0x100000000ull ... 0x1000000ffull:
    return 2;
  case 0xfffffffffffffff0ull ... 0xffffffffffffffffull:
    return 3;
  default:
    return 4;
  }
}
static int comp(int k) {
  static const void *const t[] = {&&a, &&b, &&c};
  int s = 0;
  goto *t[k];
a:
  s += 1;
b:
  s += 10;
c:
  s += 100;
  return s;
}
int main(void) {
  assert(loops(3) == 3);
  int c = __VERIFIER_nondet_int();
  if (c < 1 || c > 9)
    return 0;
  assert(duff(c) == c);
  assert(into(c) == (c > 3 ? 1 + c : 6 + c));
  assert(ranges((unsigned long long)c + 0xffffffffull) == (c >= 1 ? 2 : 4));
  assert(ranges((unsigned long long)-c) == 3);
  assert(comp(c % 3) == (c % 3 == 0 ? 111 : c % 3 == 1 ? 110 : 100));
  return 0;
}
