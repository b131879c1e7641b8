// Trials of joining are given up one after another, since their questions are hard:
// each begins with solvers of its own.
// options: --max-instructions=6000
// matrix: no
// exit: 5
// verdict: inconclusive
// stats: trials >= 2
// stats: trials that did not pay >= 2
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
