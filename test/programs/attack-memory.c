// Variable arrays, alloca in loops, flexible and empty arrays, unaligned copies.
#include <alloca.h>
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static int vla(int n) {
  int s = 0;
  for (int i = 1; i <= n; i++) {
    int a[i];
    for (int k = 0; k < i; k++)
      a[k] = k;
    s += a[i - 1];
    char m[i][i + 1];
    s += (int)sizeof m;
    m[i - 1][i] = 1;
    s += m[i - 1][i];
  }
  return s;
}
static int al(int n) {
  char *last = 0;
  for (int i = 0; i < n; i++) {
    char *p = alloca((size_t)i + 1);
    p[i] = (char)i;
    if (last)
      assert(last[i - 1] == i - 1);
    last = p;
  }
  return n;
}
struct flex {
  int n;
  int v[];
};
struct zero {
  int a;
  int z[0];
  int b;
};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4)
    return 0;
  int want = 0;
  for (int i = 1; i <= n; i++)
    want += i - 1 + i * (i + 1) + 1;
  assert(vla(n) == want);
  al(n);
  char *p = malloc((size_t)n);
  for (int i = 0; i < n; i++)
    p[i] = (char)i;
  p = realloc(p, (size_t)n + 3);
  for (int i = 0; i < n; i++)
    assert(p[i] == i);
  free(p);
  void *e = malloc(0);
  assert(e != NULL || 1);
  free(e);
  struct flex *f = malloc(sizeof *f + (size_t)n * sizeof(int));
  f->n = n;
  for (int i = 0; i < n; i++)
    f->v[i] = i;
  if (n)
    assert(f->v[n - 1] == n - 1);
  free(f);
  struct zero z = {1, {}, 2};
  assert(&z.z[0] == &z.b && z.b == 2);
  char buf[32];
  memset(buf, 0, sizeof buf);
  int32_t v = 0x01020304;
  memcpy(buf + 3, &v, 4);
  int32_t got;
  memcpy(&got, buf + n, 4);
  if (n == 3)
    assert(got == v);
  int a[5] = {1, 2, 3, 4, 5};
  int *end = a + 5;
  int s = 0;
  for (int *q = a; q != end; q++)
    s += *q;
  assert(s == 15 && end - a == 5 && end > a);
  float fl = 1.0f;
  uint32_t bits;
  memcpy(&bits, &fl, 4);
  assert(bits == 0x3f800000);
  union {
    double d;
    uint64_t u;
  } un2 = {.d = -0.0};
  assert(un2.u >> 63 == 1);
  char str[] = "hello";
  str[n] = 'x';
  assert(strchr(str, 'x') == str + n);
  struct {
    char c;
    int i;
    short s;
  } x1, x2;
  memset(&x1, 0, sizeof x1);
  x1.c = 1;
  x1.i = n;
  x1.s = 3;
  x2 = x1;
  assert(x2.i == n);
  memmove(a + 1, a, 4 * sizeof *a);
  assert(a[0] == 1 && a[1] == 1 && a[4] == 4);
  return 0;
}
