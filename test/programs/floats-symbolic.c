#include <assert.h>
float __VERIFIER_nondet_float(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  switch (__VERIFIER_nondet_int()) {
  case 0:
    assert(x == x);                     // expect: assert
    break;
  case 1:
    if (x > 1.0f && x < 2.0f) assert(x + 1.0f > 2.0f || x + 1.0f == 2.0f);
    break;
  case 2:
    if (x > 16777215.0f && x < 16777218.0f) assert(x + 1.0f != x);      // expect: assert
    break;
  case 3:
    assert(!(x > 3.0f) || x > 2.0f);
    break;
  }
  return 0;
}
