/* Three processes share the tree though questions are put off and states follow their paths'
 * models: what is no job stays where it is, and each path is there once. */
// options: --jobs=3 --merge=off --no-seen --limit=exec_patience=1 --limit=explore_guess_after=0 --limit=explore_ledger_shared=0 --limit=explore_ledger_quantum=0 --limit=jobs_stock=1 --no-walk --no-domain
// matrix: no
// paths: 256
#include <assert.h>
#include <braid.h>

int main(void) {
  unsigned short a, b;
  int n = 0;
  braid_make_symbolic(&a, sizeof a, "a");
  braid_make_symbolic(&b, sizeof b, "b");
  for (int i = 0; i < 8; i++)
    if ((a * (b | 1u) + i * 77u) >> (3 + i) & 1) n += 1 << i;
  assert(n >= 0);
  if (n == 141) assert(a != 0);
  return n;
}
