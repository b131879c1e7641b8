// options: --uninit=nondet
// replay: no
// Any value, never a fixed one: all three assertions can fail.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x, choice = __VERIFIER_nondet_int();
  unsigned char *p = malloc(2);
  if (!p) return 0;
  if (choice == 0) assert(x != 0);      // expect: assert
  if (choice == 1) assert(x == 0);      // expect: assert
  if (choice == 2) assert(p[1] != 0xa5);        // expect: assert
  if (choice == 3) assert(x == x);
  free(p);
  return 0;
}
