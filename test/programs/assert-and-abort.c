#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 1000);                    // expect: assert
  if (x == 2000) abort();               // expect: abort
  if (x == 3000) exit(3);
  assert(x != 1000);
  return 0;
}
