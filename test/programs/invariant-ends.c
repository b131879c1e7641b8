// Every run ends: what is left of the nested loops and of the search gets smaller in each
// iteration, in the order of its bits.  Their numbers of iterations are inputs'.
// matrix: no
// options: --loops=invariant --property=test/programs/termination.prp
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) continue;
  unsigned low = 0, high = n > 0 ? (unsigned) n : 0;
  while (low < high) {
    const unsigned middle = low + (high - low) / 2;
    if (__VERIFIER_nondet_int()) low = middle + 1;
    else high = middle;
  }
  return 0;
}
