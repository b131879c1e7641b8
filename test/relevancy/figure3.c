/* Example 1 of the paper (Figure 3), in C: of what is computed from s, c and p
 * are symbolic, d and q are not.  Each is used on a line of its own. */
#include <braid.h>
#include <stdlib.h>

typedef struct limit { int v; } limit;

static limit *limit_new(int x) {
  limit *l = malloc(sizeof *l);
  l->v = x;
  return l;
}

static int limit_get(const limit *l) { return l->v; }

static int limit_inc(const limit *l, int t) { return l->v + t; }

static void use(int value) { (void) value; }

int main(void) {
  const int s = braid_int("s");
  limit *a = limit_new(s);
  limit *b = limit_new(5);
  const int c = limit_inc(b, s);
  const int d = limit_inc(b, 5);
  const int p = limit_get(a);
  const int q = limit_get(b);
  use(c);
  use(d);
  use(p);
  use(q);
  return 0;
}
