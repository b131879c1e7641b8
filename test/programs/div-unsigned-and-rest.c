// Every kind of division has the check; the divisor is zero on one path each.
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);

int main(void) {
  unsigned choice = __VERIFIER_nondet_uint(), u = __VERIFIER_nondet_uint();
  long l = __VERIFIER_nondet_long();
  switch (choice) {
  case 0: return (int) (7u / u);        // expect: div-by-zero
  case 1: return (int) (7u % u);        // expect: div-by-zero
  case 2: return (int) (7L / l);        // expect: div-by-zero
  case 3: return (int) (7L % l);        // expect: div-by-zero
  default: return (int) (7.0 / (double) u < 1.0);       /* is infinite */
  }
}
