// options: --error-label=ERROR
// replay: no
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), steps = 0;
  while (x > 1 && steps < 3) {
    x /= 2;
    steps++;
  }
  if (steps == 3 && x == 7) goto ERROR;
  return 0;
ERROR:
  return 1;                             // expect: reach-error
}
