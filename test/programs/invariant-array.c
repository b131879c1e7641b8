// Cells that were written have what was written, the others what they were: for any number
// of elements, and round and round in a buffer.
// options: --loops=invariant --check-invariants
// matrix: no
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { CELLS = 6 };
static int filled[CELLS], ring[CELLS];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), at = 0;
  if (n > CELLS || j >= CELLS) return 0;
  for (unsigned i = 0; i < n; i++) filled[i] = 7;
  if (j < n ? filled[j] != 7 : filled[j] != 0) reach_error();
  while (__VERIFIER_nondet_uint()) {
    ring[at] = 3 + (int) (__VERIFIER_nondet_uint() % 4);
    at = at + 1 < CELLS ? at + 1 : 0;
  }
  if (ring[j] < 0 || ring[j] > 10) reach_error();
  return 0;
}
