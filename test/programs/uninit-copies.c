// options: --uninit=nondet --no-check=leak
// replay: no
// What was never written has one value until it is written: copies of it agree
// with it, by assignment, as argument and result, by the library, byte by byte.
#include <assert.h>
#include <string.h>
#include <stdlib.h>
struct s { int a; char b[13]; long c; };
struct s f(struct s x) { return x; }
static int id(int x) { return x; }
int __VERIFIER_nondet_int(void);
static void check(const struct s *p, const struct s *q) {
  assert(p->a == q->a);
  for (int i = 0; i < 13; i++) assert(p->b[i] == q->b[i]);
  assert(p->c == q->c);
}
int main(void) {
  struct s q, s, t, u, v;
  s = q;
  check(&s, &q);
  memcpy(&t, &s, sizeof t);
  check(&t, &q);
  t = f(q);
  check(&t, &q);
  memmove(&u, &q, sizeof u);
  check(&u, &t);
  int x, y = x, z = id(x);
  assert(x == y);
  assert(x == z);
  int w = __VERIFIER_nondet_int() ? x : y;
  assert(w == x);
  char *p = malloc(20), *r = malloc(20);
  if (!p || !r) return 0;
  int n = __VERIFIER_nondet_int() & 15;
  memcpy(r, p, 20);
  assert(r[n] == p[n]);
  for (int i = 0; i < 20; i++) r[i] = p[i];
  assert(r[n] == p[n]);
  char first = p[3];
  p = realloc(p, 100);
  if (!p) return 0;
  assert(p[3] == first);
  assert(p[5] == r[5]);
  v.a = 3;
  s = v; assert(s.a == 3); assert(s.c == v.c);
  assert(s.b[2] != 7);                  // expect: assert
  return 0;
}
