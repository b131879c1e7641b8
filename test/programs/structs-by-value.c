#include <assert.h>
int __VERIFIER_nondet_int(void);

struct small { char a; short b; };
struct medium { long a; double b; };
struct large { int v[10]; };
struct nested { struct small s; struct { int x, y; } p[2]; };

static struct small swap(struct small s) {
  struct small r = {(char) s.b, s.a};
  return r;
}

static struct medium grow(struct medium m, int by) {
  m.a += by;
  m.b *= 2;
  return m;
}

static struct large shift(struct large l) {
  for (int i = 9; i > 0; i--) l.v[i] = l.v[i - 1];
  l.v[0] = 0;
  return l;
}

static int trace(struct nested n) { return n.s.b + n.p[1].y; }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 100) return 0;
  struct small s = swap((struct small) {1, (short) x});
  assert(s.a == x && s.b == 1);
  struct medium m = grow((struct medium) {x, 1.5}, 1);
  assert(m.a == x + 1 && m.b == 3.0);
  struct large l = {{0}};
  l.v[4] = x;
  struct large k = shift(l);
  assert(k.v[5] == x && k.v[4] == 0 && l.v[4] == x);
  struct nested n = {{1, 2}, {{3, 4}, {5, x}}};
  assert(trace(n) == 2 + x);
  return 0;
}
