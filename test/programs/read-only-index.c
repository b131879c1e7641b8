// A constant table written at an index that is an input: no number tells where.
int __VERIFIER_nondet_int(void);
static const int table[4] = {1, 2, 3, 4};

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  int *p = (int *) table;
  p[i] = 5;  // expect: read-only
  return 0;
}
