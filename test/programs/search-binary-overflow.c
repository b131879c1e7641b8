// The classic mistake: the middle of two large indices does not fit.
int __VERIFIER_nondet_int(void);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  if (low < 0 || high < low) return 0;
  int middle = (low + high) / 2;        // expect: overflow
  return middle >= low ? 0 : 1;
}
