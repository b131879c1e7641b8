// States leave a store that they have in common where it cannot say what they do: a block of
// another size under one name, setjmp, an address that is asked for, a variable-length array.
// options: --merge=store
// stats: states that left a store > 1
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static jmp_buf back;
static int depth, sum;
static char text[16];

static void down(int n) {
  depth++;
  if (n < 0) longjmp(back, 3);
  if (depth < 3) down(n - 1);
}

static int sized(int n) {
  char *p = malloc(n < 4 ? 4 : 12);
  if (!p) return 0;
  int k = 0, got = 0;
  memset(p, 3, 4);
  if (n < 4) k = 3;
  else p[11] = 4;
  if (n > 2 && n < 6) sum++;
  got = n < 4 ? p[k] : p[11];
  free(p);
  if (got != (n < 4 ? 3 : 4)) abort();
  return got;
}

static void array(int n) {
  char q[n + 1];
  memset(q, 1, (size_t) n);
  if (n == 2) q[1] = 5;
  sum += q[n - 1];
}

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  int *p = NULL;
  if (m == 2) {
    strcpy(text, "two");
    p = malloc(4);
    if (p) *p = n;
    if (p && ((uintptr_t) p & 3)) abort();
  } else if (m == 5) {
    strcpy(text, "twofive");
    puts(text);
    sized(n);
  } else if (m == 7) {
    if (n > 0 && n < 4) array(n);
    sum += 100;
  } else if (m == 9) {
    if (!setjmp(back)) down(n);
    else if (n >= 3) abort();
    if (n > 1 && depth != 3) abort();
  } else {
    sum = n > 0;
  }
  if (m == 2 && strlen(text) != 3) abort();
  if (m == 5 && (strlen(text) != 7 || sum != (n > 2 && n < 6))) abort();
  if (m == 7 && sum != 100 + (n == 2 ? 5 : n == 1 || n == 3)) abort();
  if (m != 9 && depth) abort();
  if (p && *p != n) abort();
  free(p);
  return 0;
}
