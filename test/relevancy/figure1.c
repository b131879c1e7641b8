/* Figure 1 of the paper, in C: only cut_excess needs to know of symbolic
 * values; limit_new, limit_get and limit_inc do not.  A length is a symbolic value where
 * paths are joined, and where a path has an object of unknown size, or one written at
 * unknown places. */
#include <braid.h>
#include <stdlib.h>
#include <string.h>

typedef struct limit { size_t v; } limit;

static limit *limit_new(size_t x) {
  limit *l = malloc(sizeof *l);
  l->v = x;
  return l;
}

static size_t limit_get(const limit *l) { return l->v; }

static size_t limit_inc(const limit *l, size_t t) { return l->v + t; }

static char *cut_excess(const limit *l, char *s) {
  if (strlen(s) > l->v) s[l->v] = 0;
  return s;
}

int main(void) {
  char s[16];
  braid_string(s, sizeof s, "s");
  size_t i = 7;
  limit *l = limit_new(i);
  limit_inc(l, i);
  limit_get(l);
  cut_excess(l, s);
  return 0;
}
