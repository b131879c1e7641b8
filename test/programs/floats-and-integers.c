#include <assert.h>
int __VERIFIER_nondet_int(void);
short __VERIFIER_nondet_short(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  signed char c = (signed char) __VERIFIER_nondet_short();
  double d = c;
  assert((int) d == c);
  assert(d <= 127.0 && d >= -128.0);
  if (i >= 0 && i <= 4096) assert((int) (float) i == i);
  if (i > 33554432 && i < 33554436)
    assert((int) (float) i == i);       // expect: assert
  return 0;
}
