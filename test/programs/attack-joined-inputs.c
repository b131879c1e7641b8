// Inputs that one way asks for and the other does not, or in another order.
#include <braid.h>
static int f(int k) {
  return k > 3 ? braid_range(0, 4, "big") : braid_int("small");
}
int main(void) {
  int x = braid_range(0, 6, "x"), a = 0, b = 0, c;
  if (x > 2) {
    a = f(x);
    b = braid_u8("b");
  } else {
    b = braid_u8("b");
    if (x == 1) a = f(x);
  }
  c = braid_i8("c");
  if (x == 5) c = f(4) + f(1);  // expect: overflow
  if (a == 3 && b == 7 && c == 100)
    braid_assert(x != 4);  // expect: assert
  if (x == 1 && a == 1234567 && b == 9)
    braid_assert(c != -7);  // expect: assert
  return 0;
}
