#include "compact/write.h"


#include <assert.h>

typedef struct shape {
  expr here, written;
} shape;

/* Reads the shape; the executor's rewriter may have swapped its sides. */
static bool read_shape(expr_table *t, const carried *c, shape *s) {
  const expr_node n = expr_get(t, c->next);
  const expr own = expr_symbol(t, c->symbol);
  if (n.op != EXPR_ITE) return false;
  if (expr_same(n.arg[2], own)) *s = (shape) {n.arg[0], n.arg[1]};
  else if (expr_same(n.arg[1], own))
    *s = (shape) {expr_not(t, n.arg[0]), n.arg[2]};
  else return false;
  return !carried_uses(t, s->here, c->symbol);
}

bool write_is_candidate(expr_table *t, const carried *c) {
  shape s;
  return c->name && read_shape(t, c, &s);
}

/* What is written depends on this cell, as it was, and on what has a form; how
 * long that chain of cells is.  0: some have none yet. */
static uint32_t chain_of(expr_table *t, const carried_list *l,
                         const carried *own, expr e) {
  const varset set = varset_of(t, e);
  uint32_t most = 0;
  for (uint32_t k = 0; k < l->count; k++) {
    const carried *c = l->items + k;
    if (c == own || !varset_contains(t, set, c->symbol)) continue;
    if (c->kind == CLOSED_NONE) return 0;
    if (c->kind == CLOSED_WRITE && c->chain > most) most = c->chain;
  }
  return most + 1;
}

/* No iteration has a larger value of the symbol. */
static uint64_t greatest(forall *f, uint32_t symbol) {
  uint64_t low;
  if (f->ranged != symbol + 1) {
    f->ranged = symbol + 1;
    path_range(f->solver, f->body, expr_symbol(f->table, symbol), true, &low,
               &f->greatest);
  }
  return f->greatest;
}

/* The term where some bits of a symbol are known: of a[i], where i is here, only
 * this cell is left. */
static expr with_bits(forall *f, expr e, expr part, uint64_t bits) {
  expr_table *t = f->table;
  expr_node n = expr_get(t, part);
  const unsigned width = n.width;
  unsigned low = 0;
  if (n.op == EXPR_EXTRACT) {
    low = (unsigned) n.imm;
    n = expr_get(t, n.arg[0]);
  }
  if (n.op != EXPR_VAR) return e;
  const uint32_t symbol = (uint32_t) n.imm;
  const expr whole = expr_symbol(t, symbol);
  expr known = expr_const(t, width, bits);
  if (low) known = expr_concat(t, known, expr_extract(t, whole, 0, low));
  const unsigned end = low + width;
  if (end < n.width)
    known = greatest(f, symbol) >> end
                ? expr_concat(t, expr_extract(t, whole, end, n.width - end),
                              known)
                : expr_zext(t, known, n.width);
  return expr_substitute(t, e, &symbol, &known, 1);
}

/* What is written, where it is. */
static expr written_here(forall *f, const shape *s) {
  expr_table *t = f->table;
  const expr_node n = expr_get(t, s->here);
  uint64_t bits;
  if (n.op == EXPR_EQ && expr_value(t, n.arg[1], &bits))
    return with_bits(f, s->written, n.arg[0], bits);
  if (n.op == EXPR_NOT) return with_bits(f, s->written, n.arg[0], 0);
  return with_bits(f, s->written, s->here, 1);
}

/* The sides of "it is here"; a single bit is one of them itself. */
static void sides(expr_table *t, expr here, expr *left, expr *right) {
  const expr_node n = expr_get(t, here);
  *left = here;
  *right = expr_true(t);
  if (n.op != EXPR_EQ) return;
  *left = n.arg[0];
  *right = n.arg[1];
}

/* No iteration comes here: the executor did not look that closely. */
static bool stays(forall *f, carried *c, expr here) {
  if (path_may(f->solver, f->body, here) != ANSWER_UNSAT) return false;
  c->kind = CLOSED_SERIES;
  c->part[0] = c->start;
  return true;
}

/* Cells that depend on each other one after the other: each copies the terms of those before. */
enum { MOST_CHAIN = 256 };

static bool solve(forall *f, const carried_list *l, carried *c) {
  expr_table *t = f->table;
  shape s;
  expr left, right, base[2];
  int64_t step[2];
  if (!read_shape(t, c, &s)) return false;
  if (expr_get(t, s.here).op == EXPR_AND) return stays(f, c, s.here);
  const expr written = written_here(f, &s);
  const uint32_t chain = chain_of(t, l, c, written);
  if (!chain || chain > MOST_CHAIN) return false;
  sides(t, s.here, &left, &right);
  if (!forall_progression(f, left, &base[0], &step[0]) ||
      !forall_progression(f, right, &base[1], &step[1]))
    return false;
  expr when, whether;
  unsigned period_bits;
  if (!forall_meet(f, base, step, &when, &whether, &period_bits)) return false;
  if (period_bits < 64) {
    const expr period = expr_const(t, 64, UINT64_C(1) << period_bits);
    if (!forall_follows(f, expr_binary(t, EXPR_ULE, f->n, period)))
      return false;
  }
  assert(expr_width(t, when) == 64 && expr_width(t, written) == c->width && period_bits <= 64);
  c->kind = CLOSED_WRITE;
  c->part[0] = written;
  c->chain = chain;
  c->when = when;
  c->whether = whether;
  return true;
}

/* One after the other: what a cell depends on comes first, and the order of
 * cells is likely to be the order of iterations, or just the other way
 * round. */
bool write_solve(forall *f, carried_list *l) {
  bool changed = true, all = false;
  for (bool up = true; changed && !all; up = !up) {
    changed = false;
    all = true;
    for (uint32_t n = 0; n < l->count; n++) {
      carried *c = l->items + (up ? n : l->count - 1 - n);
      if (c->kind != CLOSED_NONE || !c->next.id ||
          !write_is_candidate(f->table, c))
        continue;
      if (solve(f, l, c)) changed = true;
      else all = false;
    }
  }
  return all;
}
