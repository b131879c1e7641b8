int __VERIFIER_nondet_int(void);

int main(void) {
  int x, y = __VERIFIER_nondet_int();
  if (y > 0) x = 1;
  if (y > 5) return x;
  if (x == 3) return 1;                 // expect: uninit
  return 0;
}
