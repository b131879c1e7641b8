int __VERIFIER_nondet_int(void);

int main(void) {
  int *p, index[2], table[4] = {0};
  index[0] = 1;
  int i = __VERIFIER_nondet_int();
  if (i == 5) *p = 1;                   // expect: uninit
  if (i < 0 || i > 1) return 0;
  table[index[i]] = 1;                  // expect: uninit
  return 0;
}
