#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int object = 1, *p = NULL;
  if (__VERIFIER_nondet_int()) p = &object;
  if (p) *p = 2;
  assert(object == 1 || p == &object);
  assert((object == 2) == (p != NULL));
  return 0;
}
