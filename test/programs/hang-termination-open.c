// Inputs may keep this loop going for ever: neither proved nor refuted.
// options: --property=test/programs/termination.prp --max-time=2s
// exit: 5
// verdict: inconclusive
// matrix: no
extern int __VERIFIER_nondet_int(void);

int main(void) {
  while (__VERIFIER_nondet_int())
    ;
  return 0;
}
