// Memory that happens to lie behind an object belongs to another one: reaching
// it by too large an index is an error, wherever it is.
int __VERIFIER_nondet_int(void);

struct three { int a[2], b[2], c; };

int main(void) {
  int x[2] = {1, 2}, y[2] = {3, 4};
  struct three s = {{1, 2}, {3, 4}, 5};
  int i = __VERIFIER_nondet_int();
  int *p = x, *q = y, *r = &s.c;
  if (i == 2) return p[i] + q[0];       // expect: out-of-bounds
  if (i == 3) return q[-i];             // expect: out-of-bounds
  if (i == 1) return r[i];              // expect: out-of-bounds
  return 0;
}
