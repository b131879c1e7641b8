int __VERIFIER_nondet_int(void);

static int *keep;

static int *local_address(int x) {
  int local = x;
  int *p = &local;
  return p;
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  {
    int inner = x;
    keep = &inner;
    if (x == 0) return *keep;
  }
  if (x == 1) return *keep;             // expect: use-after-scope
  int *p = local_address(x);
  if (x == 2) return *p;                // expect: use-after-scope
  return 0;
}
