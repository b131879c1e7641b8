// Only for one input does it matter, and the division is never reached.
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4], x = __VERIFIER_nondet_int();
  if (x < 0 || x > 3) return 0;
  a[1] = 1;
  a[2] = 2;
  a[3] = 3;
  if (a[x] > 2) return 1;       // expect: uninit
  return a[3] == 3 ? 0 : 1 / (x - x);
}
