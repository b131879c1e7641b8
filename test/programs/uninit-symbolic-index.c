// options: --no-check=leak
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[4], i = __VERIFIER_nondet_int();
  a[0] = a[1] = a[3] = 1;
  if (i < 0 || i > 3) return 0;
  if (i != 2 && a[i] != 1) return 1;
  a[2] = 0;
  if (a[i] > 1) return 1;
  int b[4];
  b[i] = 1;
  if (b[i] != 1) return 1;
  if (b[0] == 2) return 1;              // expect: uninit
  return 0;
}
