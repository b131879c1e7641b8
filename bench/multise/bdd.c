/* A package of binary decision diagrams: a table of unique nodes, negation,
 * conjunction and disjunction.  In each of N rounds one symbolic choice negates
 * either operand, another is and or or.  paths: 512
 * (4 * 2)^N; the diagrams themselves are concrete on each path. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif

enum { NODES = 32 * N, FALSE = 0, TRUE = 1 };

typedef struct node {
  int variable, low, high;
} node;

static node nodes[NODES] = {{N + 1, 0, 0}, {N + 1, 1, 1}};
static int used = 2;

static int make(int variable, int low, int high) {
  if (low == high) return low;
  for (int k = 2; k < used; k++)
    if (nodes[k].variable == variable && nodes[k].low == low &&
        nodes[k].high == high)
      return k;
  nodes[used] = (node) {variable, low, high};
  return used++;
}

static int negate(int f) {
  if (f == FALSE) return TRUE;
  if (f == TRUE) return FALSE;
  const int low = negate(nodes[f].low);
  return make(nodes[f].variable, low, negate(nodes[f].high));
}

static int both(int f, int g) {
  if (f == FALSE || g == FALSE) return FALSE;
  if (f == TRUE || f == g) return g;
  if (g == TRUE) return f;
  const int v = nodes[f].variable, w = nodes[g].variable;
  const int low = both(v <= w ? nodes[f].low : f, w <= v ? nodes[g].low : g);
  const int high = both(v <= w ? nodes[f].high : f,
                        w <= v ? nodes[g].high : g);
  return make(v < w ? v : w, low, high);
}

static int either(int f, int g) { return negate(both(negate(f), negate(g))); }

int main(void) {
  int signs[N], operators[N];
  klee_make_symbolic(signs, sizeof signs, "signs");
  klee_make_symbolic(operators, sizeof operators, "operators");
  int f = make(0, FALSE, TRUE);
  for (int i = 0; i < N; i++) {
    int g = make(i + 1, FALSE, TRUE);
    if (signs[i] == 0) f = negate(f);
    else if (signs[i] == 1) g = negate(g);
    else if (signs[i] == 2) {
      f = negate(f);
      g = negate(g);
    }
    if (operators[i] > 0) f = both(f, g);
    else f = either(f, g);
  }
  assert(f != FALSE && f != TRUE && used <= NODES);
}
