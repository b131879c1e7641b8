int __VERIFIER_nondet_int(void);

static int table[4] = {1, 2, 3, 4};

int main(void) {
  int i = __VERIFIER_nondet_int();
  int local[4] = {0};
  switch (__VERIFIER_nondet_int()) {
  case 0:
    if (i >= 0 && i <= 4) return table[i];      // expect: out-of-bounds
    break;
  case 1:
    if (i >= -1 && i < 4) return table[i];      // expect: out-of-bounds
    break;
  case 2:
    if (i >= 0 && i <= 4) local[i] = 1;         // expect: out-of-bounds
    break;
  }
  return local[0];
}
