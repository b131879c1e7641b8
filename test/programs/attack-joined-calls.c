// Calls through joined pointers to functions that do different things, one of them
// to none.
#include <braid.h>
#include <stdlib.h>
static int g;
static int one(int x) { g++; return x; }
static int two(int x) {
  if (x > 3) return one(x) + 1;
  g += 2;
  return x;
}
static int rec(int x);
static int (*table[4])(int) = {one, two, rec, 0};
static int rec(int x) { return x > 0 ? table[x & 1](x - 1) + 1 : 0; }
int main(void) {
  const int i = braid_range(0, 4, "i"), j = braid_range(0, 3, "j"),
            x = braid_range(0, 8, "x");
  int (*f)(int) = one;
  if (i == 1) f = two;
  if (i == 2) f = rec;
  int r = f(x);
  int (*h)(int) = table[j];
  if (x == 5) h = table[i];
  r += h(r & 7);  // expect: null
  braid_assert(g <= 4);
  braid_assert(r < 30);
  return 0;
}
