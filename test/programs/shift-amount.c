int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned long long wide = 1;
  switch (__VERIFIER_nondet_int()) {
  case 0:
    if (n >= 0 && n <= 32) return (int) (1u << n & 1);  // expect: shift
    break;
  case 1:
    if (n < 8) return 1 >> n;           // expect: shift
    break;
  case 2:
    if (n >= 0 && n < 64) return (int) (wide << n & 1);
    break;
  case 3:
    if (n >= 0 && n < 32) return (int) (1u << n & 1);
    break;
  }
  return 0;
}
