// As invariant-array.c, but another pointer may lead into the same array: what was written
// is overwritten.
// options: --loops=invariant
// matrix: no
// exit: 10
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { CELLS = 6 };
static int filled[CELLS], other[CELLS];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  int *p = __VERIFIER_nondet_uint() == 5 ? filled : other;
  if (n > CELLS || j >= n) return 0;
  for (unsigned i = 0; i < n; i++) {
    filled[i] = 7;
    if (i == 3) p[1] = 8;
  }
  if (filled[j] != 7) reach_error(); // expect: reach-error
  return 0;
}
