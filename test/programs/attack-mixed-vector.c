// An array of a caller that nobody knows grows on one way, in a loop of unknown length.
// options: --entry=push
// exit: 5
// verdict: bug
#include <stdlib.h>
struct vec { unsigned n, cap; int *at; };
int push(struct vec *v, int x) {
  if (!v || v->n > v->cap || v->cap > 4) return -1;
  if (v->n == v->cap) {
    unsigned cap = v->cap ? v->cap * 2 : 1;
    int *at = malloc(cap * sizeof *at);
    if (!at) return -1;
    for (unsigned i = 0; i < v->n; i++) at[i] = v->at[i];  // expect: null
    v->at = at;
    v->cap = cap;
  }
  if (!v->at) return -2;
  v->at[v->n++] = x;
  if (v->n == 5 && v->at[0] == 9 && x == 8)
    return 1 / (v->at[4] - 8);  // expect: div-by-zero
  return (int) v->n;
}
