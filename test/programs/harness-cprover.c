// A harness for CBMC: its functions are declared or not. A pointer is a condition, too.
#include <stdint.h>
#include <stdlib.h>

int nondet_int(void);
unsigned nondet_uint();
_Bool nondet_bool(void);
uint8_t nondet_uint8_t(void);

int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 3 && x < 100);
  uint8_t y = nondet_uint8_t();
  __CPROVER_assert(y < 256, "a byte");
  if (nondet_bool()) __CPROVER_assert(x + y <= 354, "a sum");
  else __CPROVER_assert(x != 50 || y != 7, "not both"); // expect: assert
  char *p = malloc(4);
  __CPROVER_assume(p);
  __CPROVER_precondition(p, "a pointer");
  unsigned n = nondet_uint();
  __CPROVER_assume(n <= 4);
  p[n] = 1;                     // expect: out-of-bounds
  free(p);
  return 0;
}
