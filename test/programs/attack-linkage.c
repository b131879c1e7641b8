// Constructors, weak and common symbols, K&R definitions, tables of functions.
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int order[4], ord;
__attribute__((constructor(101))) static void c1(void) { order[ord++] = 1; }
__attribute__((constructor(102))) static void c2(void) { order[ord++] = 2; }
__attribute__((destructor)) static void d1(void) { assert(ord == 3); }
int weak_fn(void) __attribute__((weak));
extern int weak_var __attribute__((weak));
int __attribute__((weak)) overridden(void) { return 1; }
int common_int;
_Thread_local int tls = 5;
static int knr();
static int knr(a, b, c)
int a;
char b;
double c;
{ return a + b + (int)c; }
static int cmp(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int (*op)(int, int);
static op ops[] = {add, sub, mul};
static op choose(int k) { return ops[k]; }
static int apply(op f, ...) {
  va_list ap;
  va_start(ap, f);
  int a = va_arg(ap, int);
  int b = va_arg(ap, int);
  va_end(ap);
  return f(a, b);
}
static int alias_target(void) { return 42; }
int aliased(void) __attribute__((alias("alias_target")));
static const int table[3][4] = {{1, 2}, {3, 4, 5, 6}, [2][3] = 9};
int main(void) {
  order[ord++] = 3;
  assert(order[0] == 1 && order[1] == 2);
  assert(!weak_fn && !&weak_var);
  assert(overridden() == 1 && common_int == 0 && tls++ == 5 && tls == 6);
  assert(knr(1, 2, 3.5) == 6);
  int v[6] = {5, 3, 9, -1, 0, 3};
  qsort(v, 6, sizeof *v, cmp);
  for (int i = 1; i < 6; i++)
    assert(v[i - 1] <= v[i]);
  int key = 9;
  assert(*(int *)bsearch(&key, v, 6, sizeof *v, cmp) == 9);
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 2)
    return 0;
  assert(choose(k)(7, 3) == (k == 0 ? 10 : k == 1 ? 4 : 21));
  assert(apply(ops[k], 7, 3) == (k == 0 ? 10 : k == 1 ? 4 : 21));
  assert(aliased() == 42 && table[k][3] == (k == 0 ? 0 : k == 1 ? 6 : 9));
  const char *names[] = {"zero", "one", "two"};
  assert(names[k][0] == "zot"[k]);
  return 0;
}
