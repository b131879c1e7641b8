// 46340 squared is the largest square that an int holds.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 46341) return 0;
  if (x == 46341) return x * x & 1;     // expect: overflow
  return x * x & 1;
}
