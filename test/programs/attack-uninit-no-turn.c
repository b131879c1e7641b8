// A loop that may not run at all.
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), last;
  if (n < 0 || n > 3) return 0;
  for (int i = 0; i < n; i++) last = i;
  if (last == 2) return 1;      // expect: uninit
  return 0;
}
