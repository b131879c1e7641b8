int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 3) return 0;
  char a[n];
  for (int i = 0; i < n; i++) a[i] = 1;
  a[n / 2] = 2;
  return a[n];                          // expect: out-of-bounds
}
