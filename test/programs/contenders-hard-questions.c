// Contenders whose questions are hard have their parts beside the paths, which a budget
// ends.
// options: --max-instructions=6000
// matrix: no
// exit: 5
// verdict: inconclusive
// stats: path by path >= 1
// stats: joins as diagrams >= 1
// stats: joins as if-then-else >= 1
// cut: cut-instructions
int __VERIFIER_nondet_int(void);
void reach_error(void);

static int divisor(int a, int b) {
  if (a <= 0 || b <= 0) return 0;
  if (a == b) return a;
  return a > b ? divisor(a - b, b) : divisor(a, b - a);
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b <= 0) return 0;
  if (divisor(a, b) < 1) reach_error();
  return 0;
}
