// Loops at once in a function that is entered with any arguments: one does not touch
// what is made up, one reads an array that came to be before, one asks an unknown
// function in each turn; one carries a pointer that nobody has followed, and is
// unrolled.
// options: --entry=scan --externals=unknown --merge=off --loops=template
// exit: 5
// verdict: bug
// options: --no-lazy-alias
// acted: made-up templates
#include <assert.h>

struct list { struct list *next; };
unsigned unknown(void);

unsigned scan(const unsigned *a, unsigned n, struct list *l) {
  if (n > 3) return 0;
  unsigned k = 0, hits = 0, last = 0, length = 0;
  for (unsigned i = 0; i < n; i++) k += 2;
  assert(k == 2 * n);
  if (!a) return 0;
  if (a[1] == 6)
    for (unsigned i = 0; i < n; i++) hits += a[1] == 6;
  assert(hits == 0 || hits == n);
  for (unsigned i = 0; i < n && unknown() != 4; i++) last++;
  for (; l && length < 2; l = l->next) length++;
  assert(!(hits == 3 && last == 2 && length == 2));     // expect: assert
  return last;
}
