// A loop that an odd number never ends: it comes back to itself after 2^31 iterations
// only, which its template knows.
// matrix: no
// witness: no
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), k = 0;
  while (k != n) k += 2;                // expect: hang
  return 0;
}
