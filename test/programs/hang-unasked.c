// options: --merge=off --no-domain --no-walk --limit=exec_patience=1 --limit=explore_guess_after=0 --max-instructions=20000
// matrix: no
// exit: 5
// verdict: inconclusive
// Each iteration's question is put off, so the path splits each time, and the other side has
// no inputs: the path is not one that was there before, or the hang would be proved away.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int x = __VERIFIER_nondet_int();
  volatile int y = x;
  while (y == 5) {
  }
  return 0;
}
