// What no store for many states expresses (--merge=store): setjmp, addresses that are asked for,
// sizes that are inputs, output, and blocks of unknown size.
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static jmp_buf back;
static int depth;
static char text[16];

static void down(int n) {
  depth++;
  if (n < 0) longjmp(back, 3);
  if (depth < 3) down(n - 1);
}

static void sized(int n) {
  if (n < 1 || n > 9) return;
  char *p = malloc((size_t) n), q[n + 1];
  if (!p) return;
  memset(p, n, (size_t) n);
  memset(q, 1, (size_t) n);
  if (p[n - 1] != n || q[n - 1] != 1) abort();
  free(p);
}

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  int *p = n > 3 ? malloc(4) : NULL;
  if (p) *p = m;
  if (m == 2) strcpy(text, "two");
  else if (m == 5) strcpy(text, "twofive");
  puts(text);
  sized(m);
  if (p && ((uintptr_t) p & 3)) abort();
  if (!setjmp(back)) down(n);
  else if (n >= 3) abort();
  if (n > 1 && depth != 3) abort();
  if (p && *p != m) abort();
  if (m == 5 && strlen(text) != 7) abort();
  if (m == 2 && strlen(text) != 3) abort();
  free(p);
  return 0;
}
