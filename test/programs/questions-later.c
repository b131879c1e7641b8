/* Every question is put off at first, and states follow their paths' models: what is put off
 * is asked in the end, though a ledger is kept, and nothing is lost. */
// options: --merge=off --no-seen --limit=exec_patience=1 --limit=explore_guess_after=0 --limit=explore_ledger_after=0 --no-walk --no-domain
// matrix: no
// paths: 16
#include <assert.h>
#include <braid.h>

int main(void) {
  unsigned short a, b;
  int n = 0;
  braid_make_symbolic(&a, sizeof a, "a");
  braid_make_symbolic(&b, sizeof b, "b");
  for (int i = 0; i < 4; i++)
    if ((a * (b | 1u) + i * 77u) >> (3 + i) & 1) n += 1 << i;
  assert(n >= 0);
  if (n == 13) assert(a != 0);
  return n;
}
