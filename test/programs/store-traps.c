// One store for many states (--merge=store): what is where for some states only.
// options: --merge=store
// stats: commits to a store > 5
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

struct box { int n; struct box *next; };
static int a, b, table[8];
static struct box *kept;

static void fail(void) { abort(); }

/* A pointer summary: its places differ, and one is written by both sides. */
static void aliases(int c, int d) {
  int *p = c ? &a : &b;
  a = b = 1;
  if (d) *p = 2;
  else a = 3;
  if (c && d && (a != 2 || b != 1)) fail();
  if (!c && d && (a != 1 || b != 2)) fail();
  if (!d && (a != 3 || b != 1)) fail();
}

/* An index that is an input, under a guard. */
static void indices(int c, unsigned char k) {
  memset(table, 0, sizeof table);
  if (c) table[k & 7] = k + 1;
  else table[3] = 9;
  for (int i = 0; i < 8; i++) {
    const int want = c ? (i == (k & 7) ? k + 1 : 0) : (i == 3 ? 9 : 0);
    if (table[i] != want) fail();
  }
}

/* Objects of one site and number, of other sizes; freed on some paths. */
static void blocks(int c, int d) {
  unsigned char *p = malloc(c ? 4 : 12);
  if (!p) return;
  memset(p, c ? 7 : 8, c ? 4 : 12);
  struct box *q = malloc(sizeof *q);
  if (!q) { free(p); return; }
  q->n = p[3];
  q->next = NULL;
  if (d) {
    free(p);
    p = NULL;
    kept = q;
  } else if (c) {
    kept = q;
  } else {
    free(q);
    kept = NULL;
  }
  if (!d && p[c ? 3 : 11] != (c ? 7 : 8)) fail();
  if ((d || c) && kept->n != (c ? 7 : 8)) fail();
  if (!(d || c) && kept) fail();
  free(kept);
  free(p);
  kept = NULL;
}

/* Variables in memory of calls that only some states are in. */
static int own(int *to, int n) {
  int here[3] = {n, n + 1, n + 2};
  int *p = here + (n & 1);
  if (n > 4) *to += *p;
  else *to -= *p;
  return here[2];
}

static void locals(int c, int d) {
  int sum = 10, other = 20, got;
  if (c) got = own(&sum, d ? 5 : 2);
  else got = own(&other, d ? 6 : 3);
  if (c && d && (sum != 16 || other != 20 || got != 7)) fail();
  if (c && !d && (sum != 8 || other != 20 || got != 4)) fail();
  if (!c && d && (sum != 10 || other != 26 || got != 8)) fail();
  if (!c && !d && (sum != 10 || other != 16 || got != 5)) fail();
}

/* What was written before a fork, and after it, by both sides. */
static void orders(int c, int d, int e) {
  a = 1;
  if (c) {
    a = a + 10;
    b = a;
    if (d) { a = a + 100; b++; }
  } else if (e) {
    b = a;
    a = 5;
  } else {
    b = 0;
  }
  if (c && d && (a != 111 || b != 12)) fail();
  if (c && !d && (a != 11 || b != 11)) fail();
  if (!c && e && (a != 5 || b != 1)) fail();
  if (!c && !e && (a != 1 || b != 0)) fail();
}

int main(void) {
  const int c = __VERIFIER_nondet_int() == 4, d = __VERIFIER_nondet_int() > 2;
  const int e = __VERIFIER_nondet_int() < 0;
  const unsigned char k = __VERIFIER_nondet_uchar();
  aliases(c, d);
  indices(c, k);
  blocks(c, d);
  locals(c, d);
  orders(c, d, e);
  return 0;
}
