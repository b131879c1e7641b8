// A search in more elements than turns are spelled out for: what holds in each
// turn is said by a quantifier, in both polarities once states are joined.
// options: --loops=template --join=always
// matrix: no
#include <assert.h>

void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);

enum { SIZE = 90 };
unsigned char a[SIZE];

int main(void) {
  unsigned char x, n, place;
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&place, sizeof place, "place");
  klee_assume(n <= SIZE);
  klee_assume(place < n);
  unsigned char i = 0;
  while (i < n && a[i] != x) i++;
  const int found = i < n;
  if (found) assert(a[i] == x);
  else assert(a[place] != x);
  if (!found && n > 70) assert(a[70] == 3);     // expect: assert
  return 0;
}
