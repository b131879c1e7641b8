// An input may keep the loop going for ever: nothing gets smaller in each iteration.
// matrix: no
// options: --loops=invariant --property=test/programs/termination.prp
// exit: 5
// verdict: inconclusive
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n != 0)
    if (__VERIFIER_nondet_uint() & 1) n--;
  return 0;
}
