// Copying, storing and passing what was never written is no error by itself,
// nor is a read whose unwritten bits are masked away.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

struct record { char tag; int value; short rest; };
struct bits { unsigned a : 3, b : 5, c : 9; };

static struct record pass(struct record r) { return r; }

int main(void) {
  struct record r, copy, moved;
  r.tag = 'x';                          /* padding, value, rest: unwritten */
  copy = r;
  memcpy(&moved, &copy, sizeof moved);
  moved = pass(moved);
  assert(moved.tag == 'x');
  moved.value = __VERIFIER_nondet_int();
  assert(moved.value == moved.value);

  struct bits b;
  b.b = 17;                             /* reads and writes its whole unit */
  assert(b.b == 17);
  b.a = 5;
  assert(b.a == 5 && b.b == 17);

  int unused, other = unused;           /* read, but nothing depends on it */
  (void) other;
  char *p = malloc(8), *q = malloc(8);
  if (p && q) memmove(q, p, 8);
  free(p);
  free(q);
  return 0;
}
