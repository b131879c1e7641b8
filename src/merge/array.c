#include "merge/internal.h"


/*
 * Invariants of arrays: "all cells that were written so far have this".
 *
 * Cells are words of one object, each with a symbol of its own.  If one of them changes, so
 * may the others in later iterations, so all become symbols in the same round as the value v
 * that counts iterations: else v would be any number while most cells are as they were.
 *
 * A candidate is about all cells of an object, and is said of each: that the cell with the
 * number e, which v says was written (e < v, or v <= e and v < e of loops that count
 * down), has a fact, and that the others are as they were at first; or a fact of all of
 * them.  Facts: what was written first, the cell's own number, order to constants.  If it does
 * not hold of one cell, it is none of the array.  From the next round on each is a candidate
 * by itself, as all are (invariant.c): asked of both states, never trusted.
 *
 * Aliasing and bounds are the executor's: a store through any pointer has changed the cells
 * that it may have changed before the states are compared, and an index outside of the object
 * is an error on its path.
 */

enum { INDICES = 3, WRITTEN = 2, ORDERS = 6 };

typedef enum guard { GUARD_NONE, GUARD_BELOW, GUARD_FROM, GUARD_ABOVE, GUARDS } guard;

typedef enum fact_kind { FACT_FIRST, FACT_EQUAL, FACT_NUMBER, FACT_LEAST, FACT_MOST } fact_kind;

/* What is said of each cell of an object. */
typedef struct family {
  guard guard;
  bool is_unwritten;            /* of those for which the guard fails */
  const pair *by;               /* v */
  fact_kind kind;
  expr with;
} family;

typedef struct array {
  merging *w;
  state *joined;
  VEC(const pair *) cells;      /* cells that change for the first time */
} array;

/* Which of a candidate's three values is meant. */
typedef enum side { SIDE_RIGHT, SIDE_LEFT, SIDE_JOINED, SIDES } side;

static expr said_of(const pair *p, side which) {
  return which == SIDE_RIGHT ? p->right : which == SIDE_LEFT ? p->left : p->joined;
}

static expr number_of(expr_table *t, const pair *cell, unsigned width) {
  return expr_const(t, width, cell->cell.offset / cell->cell.bytes);
}

static expr guard_term(expr_table *t, const family *f, const pair *cell, side which) {
  if (f->guard == GUARD_NONE) return expr_true(t);
  const expr v = said_of(f->by, which);
  const expr e = number_of(t, cell, expr_width(t, v));
  const expr holds = f->guard == GUARD_BELOW  ? expr_binary(t, EXPR_ULT, e, v)
                     : f->guard == GUARD_FROM ? expr_binary(t, EXPR_ULE, v, e)
                                              : expr_binary(t, EXPR_SLT, v, e);
  return f->is_unwritten ? expr_not(t, holds) : holds;
}

static expr fact_term(expr_table *t, const family *f, const pair *cell, side which) {
  const expr x = said_of(cell, which);
  switch (f->kind) {
  case FACT_FIRST: return expr_eq(t, x, cell->left);
  case FACT_EQUAL: return expr_eq(t, x, f->with);
  case FACT_NUMBER: return expr_eq(t, x, number_of(t, cell, expr_width(t, x)));
  case FACT_LEAST: return expr_binary(t, EXPR_SLE, f->with, x);
  case FACT_MOST: break;
  }
  return expr_binary(t, EXPR_SLE, x, f->with);
}

static expr say(expr_table *t, const family *f, const pair *cell, side which) {
  return expr_or(t, expr_not(t, guard_term(t, f, cell, which)),
                 fact_term(t, f, cell, which));
}

/* Whether it holds of all cells; then each is a candidate. */
static void seek(array *a, family f) {
  expr_table *t = a->w->m->t;
  for (uint32_t k = 0; k < a->cells.count && !a->w->m->plants; k++)
    if (!invariant_must(a->w, &a->w->right->path, say(t, &f, a->cells.items[k], SIDE_RIGHT)))
      return;
  for (uint32_t k = 0; k < a->cells.count; k++) {
    const pair *cell = a->cells.items[k];
    invariant_keep(a->w, a->joined, say(t, &f, cell, SIDE_RIGHT),
                   say(t, &f, cell, SIDE_LEFT), say(t, &f, cell, SIDE_JOINED));
  }
}

static void seek_facts(array *a, family f, const merge_terms *written,
                       const merge_terms *constants) {
  f.kind = FACT_NUMBER;
  if (f.guard) seek(a, f);
  for (uint32_t k = 0; k < written->count; k++) {
    f.kind = FACT_EQUAL;
    f.with = written->items[k];
    seek(a, f);
  }
  for (uint32_t k = 0; k < constants->count && k < ORDERS; k++) {
    f.with = constants->items[k];
    f.kind = FACT_LEAST;
    seek(a, f);
    f.kind = FACT_MOST;
    seek(a, f);
  }
}

/* The values stored in differing cells. */
static void find_written(const array *a, merge_terms *all) {
  for (uint32_t k = 0; k < a->cells.count && all->count < WRITTEN; k++) {
    const pair *cell = a->cells.items[k];
    bool is_new = !expr_same(cell->left, cell->right) &&
                  invariant_is_fixed(a->w, cell->right);
    for (uint32_t i = 0; i < all->count && is_new; i++)
      is_new = !expr_same(all->items[i], cell->right);
    if (is_new) vec_push(all, cell->right);
  }
}

static void constrain(array *a, const pair *by, uint32_t count) {
  merge_terms written = {0}, constants = {0};
  const unsigned width = 8 * a->cells.items[0]->cell.bytes;
  find_written(a, &written);
  invariant_find_constants(a->w, &constants, width);
  seek(a, (family) {.kind = FACT_FIRST});
  seek_facts(a, (family) {.guard = GUARD_NONE}, &written, &constants);
  for (uint32_t k = 0; k < count && k < INDICES; k++) {
    if (expr_width(a->w->m->t, by[k].joined) < 8) continue;
    for (guard g = GUARD_BELOW; g < GUARDS; g++) {
      family f = {.guard = g, .by = by + k};
      seek_facts(a, f, &written, &constants);
      f.is_unwritten = true;
      f.kind = FACT_FIRST;
      seek(a, f);
    }
  }
  vec_release(&written);
  vec_release(&constants);
}

void array_constrain(merging *w, state *joined, const pair *by, uint32_t count) {
  array a = {.w = w, .joined = joined};
  uint32_t name = 0;
  for (uint32_t k = 0; k <= w->pairs.count; k++) {
    const pair *p = k < w->pairs.count ? w->pairs.items + k : NULL;
    const bool is_cell = p && p->is_abstract && p->cell.cells;
    if (a.cells.count && (!is_cell || p->cell.name != name)) {
      constrain(&a, by, count);
      vec_clear(&a.cells);
    }
    bool is_known = false;
    for (uint32_t i = 0; is_cell && i < w->before->values.count && !is_known; i++)
      is_known = expr_same(w->before->values.items[i].joined, p->left);
    if (!is_cell || is_known) continue;
    name = p->cell.name;
    vec_push(&a.cells, p);
  }
  vec_release(&a.cells);
}

bool array_is_changed(const merger *m) {
  for (uint32_t k = 0; k < m->visits.count; k++) {
    const visit *p = m->visits.items + k;
    for (uint32_t i = 0; p->is_assumed && i < p->values.count; i++) {
      const join_cell *c = &p->values.items[i].cell;
      const object *o = c->name ? memory_find(&p->state->memory, c->name) : NULL;
      if (o && o->size > c->bytes && o->size / c->bytes <= MERGE_CELLS)
        return true;
    }
  }
  return false;
}
