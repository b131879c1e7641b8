int __VERIFIER_nondet_int(void);

static int data[4];

int main(void) {
  int (*f)(void) = (int (*)(void)) (void *) data;
  if (__VERIFIER_nondet_int() == 3) return f();         // expect: bad-call
  return 0;
}
