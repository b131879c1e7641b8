// Narrow types are promoted, so their arithmetic cannot overflow; storing the
// result converts it, which is defined by the implementation.
short __VERIFIER_nondet_short(void);

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  short sum = (short) (a + b);
  short product = (short) (a * b / 2);
  signed char c = (signed char) sum;
  c++;
  return (product + c) & 1;
}
