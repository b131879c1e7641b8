// Through a pointer: an integer for a float, a result of another type.
int __VERIFIER_nondet_int(void);

static int takes_float(float x) { return x > 1; }
static float gives_float(int x) { return (float) x; }
static void gives_nothing(int x) { (void) x; }
static long gives_long(int x) { return x; }
static int fits(int x) { return x; }

int main(void) {
  int (*f)(int) = fits;
  switch (__VERIFIER_nondet_int()) {
  case 0: f = (int (*)(int)) takes_float; return f(7);    // expect: bad-call
  case 1: f = (int (*)(int)) gives_float; return f(7);    // expect: bad-call
  case 2: f = (int (*)(int)) gives_nothing; return f(7);  // expect: bad-call
  case 3: f = (int (*)(int)) gives_long; return f(7);     // expect: bad-call
  default: return f(7);
  }
}
