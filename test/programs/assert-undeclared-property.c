// ... and, where calls of a function are what is asked about, for such a call: public tasks
// have it in their verdicts.
// options: -Wno-implicit-function-declaration --error-function=__VERIFIER_error
// matrix: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 5); // expect: reach-error
  return 0;
}
