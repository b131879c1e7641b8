int __VERIFIER_nondet_int(void);

static int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
  if (x == 0) return 0;
  __builtin_unreachable();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (sign(x) > 1) __builtin_unreachable();
  if (x == 9) __builtin_unreachable();  // expect: unreachable
  return 0;
}
