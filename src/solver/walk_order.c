#include "solver/walk_internal.h"

#include <math.h>
#include <stdlib.h>

/*
 * In which order the classes of an input are tried.  A question about counts (so many
 * words, so many numbers in N bytes) has very many positions from which each of its
 * conditions can still be met, but not all of them together; a walk that leaves the
 * counting for the end goes through them all.  So a class is tried first that leaves
 * most to all conditions, as if they were independent.  Only the order depends on it.
 */
static void find_shares(walk *w) {
  for (uint32_t k = w->shares.count; k < w->formulas.nodes.count; k++) {
    uint32_t part[3];
    share p[3], all = {1, 0};
    const formula_kind kind = formula_open(&w->formulas, 2 * k, part);
    for (unsigned i = 0; i < 3 && kind > FORMULA_ATOM && part[i] != NONE; i++) {
      p[i] = w->shares.items[part[i] >> 1];
      if (part[i] & 1) p[i] = (share) {p[i].no, p[i].yes};
    }
    if (kind == FORMULA_ATOM) all = (share) {0.5, 0.5};
    else if (kind == FORMULA_BOTH)
      all = (share) {p[0].yes * p[1].yes, p[0].no + p[0].yes * p[1].no};
    else if (kind == FORMULA_CHOICE)
      all = (share) {p[0].yes * p[1].yes + p[0].no * p[2].yes,
                     p[0].yes * p[1].no + p[0].no * p[2].no};
    vec_push(&w->shares, all);
  }
}

static double likely(const walk *w, uint32_t position) {
  double sum = 0;
  while (position) {
    const uint32_t *list = w->lists.items[position - 1].word;
    const share p = w->shares.items[list[0] >> 1];
    sum += log2(list[0] & 1 ? p.no : p.yes);
    position = list[1];
  }
  return sum;
}

static int compare(const void *a, const void *b) {
  const step *x = a, *y = b;
  if (x->likely != y->likely) return x->likely < y->likely ? 1 : -1;
  return (x->class > y->class) - (x->class < y->class);
}

uint32_t walk_find_steps(walk *w, uint32_t position, uint32_t rank) {
  const input in = w->inputs.items[w->by_rank.items[rank]];
  const uint32_t from = w->ways.count;
  for (uint32_t k = 0; k < in.classes; k++) {
    step to = {.class = k};
    if (walk_next(w, position, rank, k, &to.next)) vec_push(&w->ways, to);
  }
  const uint32_t count = w->ways.count - from;
  if (!in.is_decided || count < 2) return count;
  find_shares(w);
  for (uint32_t k = 0; k < count; k++) {
    step *to = w->ways.items + from + k;
    to->likely = likely(w, to->next);
  }
  qsort(w->ways.items + from, count, sizeof *w->ways.items, compare);
  return count;
}
