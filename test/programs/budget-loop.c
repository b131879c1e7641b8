// exit: 5
// verdict: inconclusive
// options: --max-loop=5 --jobs=1
// cut: cut-loop
// matrix: no
// With more jobs templates, which need no budget, may end first.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  return i == n ? 0 : 1;
}
