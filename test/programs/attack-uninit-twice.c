// Two values that are missing for different inputs.
// replay: no
int __VERIFIER_nondet_int(void);

static int f(void) { return 1; }

int main(void) {
  int (*p)(void), k, n = __VERIFIER_nondet_int();
  if (n > 0) p = f;
  if (n < 3) k = 1;
  switch (k) {                  // expect: uninit
  case 1: return p();           // expect: uninit
  case 2: return 3;
  default: return 0;
  }
}
