// Narrow types are promoted, so their arithmetic cannot overflow; storing the
// result converts it, which is defined by the implementation.
short __VERIFIER_nondet_short(void);

int main(void) {
  short a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  short sum = (short) (a + b);
  signed char narrow = (signed char) a;
  short product = (short) (narrow * b / 2);
  signed char c = (signed char) sum;
  c++;
  return (product + c) & 1;
}
