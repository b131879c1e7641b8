/* Euclid on two signed bytes: 65,536 inputs, and a remainder in each iteration. */
#include <braid.h>
#include <assert.h>
int main(void) {
  signed char a = braid_int("a"), b = braid_int("b");
  int x = a, y = b;
  while (y != 0) { int t = x % y; x = y; y = t; }
  if (x < 0) x = -x;
  if (a || b) assert(x != 0);
  return 0;
}
