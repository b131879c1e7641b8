// No element before the one that was found is like it, and none past the end is
// looked at.
// options: --loops=template --merge=off
// matrix: no
// paths: 4
#include <assert.h>

void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { SIZE = 80 };
unsigned short a[SIZE];

int main(void) {
  unsigned short x;
  unsigned n, before;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&before, sizeof before, "before");
  klee_assume(n <= SIZE);
  unsigned i;
  for (i = 0; i < n; i++)
    if ((a[i] ^ 5) == x) break;
  if (before < i) assert((a[before] ^ 5) != x);
  if (i < n) assert(a[i] == (x ^ 5));
  return 0;
}
