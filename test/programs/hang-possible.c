// Whether the loop ends depends on bits that no progression tells of: with an even n it
// never does, so nothing is proved.
// options: --loops=template --merge=off
// matrix: no
// exit: 5
// verdict: inconclusive
// cut: cut-endless
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  while ((k | 1u) != n) k += 2;
  return 0;
}
