#include "compact/write.h"

typedef struct shape {
  expr here, written;
} shape;

/* Reads the shape; the executor's rewriter may have turned it round. */
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

/* What is written hangs on this cell and on what has a form. */
static bool is_known(expr_table *t, const carried_list *l, const carried *own,
                     expr e) {
  const varset set = varset_of(t, e);
  for (uint32_t k = 0; k < l->count; k++) {
    const carried *c = l->items + k;
    if (c != own && (c->kind == CLOSED_NONE || c->kind == CLOSED_WRITE) &&
        varset_contains(t, set, c->symbol))
      return false;
  }
  return true;
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

static bool solve(forall *f, const carried_list *l, carried *c) {
  expr_table *t = f->table;
  shape s;
  expr left, right, base[2];
  int64_t step[2];
  if (!read_shape(t, c, &s) || !is_known(t, l, c, s.written)) return false;
  sides(t, s.here, &left, &right);
  if (!forall_progression(f, left, &base[0], &step[0]) ||
      !forall_progression(f, right, &base[1], &step[1]))
    return false;
  expr turn, whether;
  unsigned period_bits;
  if (!forall_meet(f, base, step, &turn, &whether, &period_bits)) return false;
  if (period_bits < 64) {
    const expr period = expr_const(t, 64, UINT64_C(1) << period_bits);
    if (!forall_follows(f, expr_binary(t, EXPR_ULE, f->n, period)))
      return false;
  }
  c->kind = CLOSED_WRITE;
  c->part[0] = s.written;
  c->when = turn;
  c->whether = whether;
  return true;
}

bool write_solve(forall *f, carried_list *l) {
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items[k].kind == CLOSED_NONE && l->items[k].next.id &&
        write_is_candidate(f->table, l->items + k) &&
        !solve(f, l, l->items + k))
      return false;
  return true;
}
