// options: --no-check=overflow --stack-size=32K
int __VERIFIER_nondet_int(void);

static int down(int n) {
  volatile int here = n;        // expect: stack-overflow
  return n == 0 ? 0 : down(n - 1) + here;
}

int main(void) {
  return __VERIFIER_nondet_int() == 1 ? down(-1) & 1 : down(50) & 1;
}
