// exit: 5
// verdict: proved-under-assumptions
// assumes: address-neighbours.c:14: no object begins just where another ends
// Whether one array begins where another ends is the machine's business.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int a[2] = {1, 2}, b[2] = {3, 4};
  int *p = a, *q = b;
  assert(p != q && p + 1 != q && p + 2 != q + 1);       /* both live, none at its end */
  assert(p + 2 == a + 2);
  assert(p + 2 != q + 2);
  if (p + 2 == q) abort();
  return 0;
}
