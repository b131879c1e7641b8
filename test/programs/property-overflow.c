// options: --property=test/programs/no-overflow.prp --no-check=all --check=overflow
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) return x * 2 & 1;          // expect: overflow
  return 0;
}
