// options: --check=pointer-order
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4] = {0}, b[4] = {0};
  int i = __VERIFIER_nondet_int();
  int *p = &a[i & 3];
  assert(p >= a && p < a + 4 && p - a == (i & 3));
  assert(p != b && &a[0] != &b[0]);     /* equality may always be asked */
  int *q = i == 7 ? b : a;
  return p < q ? 1 : 0;                 // expect: pointer-order
}
