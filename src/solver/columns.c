#include "solver/columns.h"

#include "base/limits.h"
#include "expr/fold.h"

#include <assert.h>

void columns_release(columns *c) {
  idmap_release(&c->places);
  vec_release(&c->numbers);
  vec_release(&c->open);
}

static unsigned height(const expr_table *t, const columns *c) {
  return 1u << expr_symbol_width(t, c->symbol);
}

static const uint64_t *find(const columns *c, expr e) {
  const uint64_t *place = idmap_find(&c->places, e.id);
  return place ? c->numbers.items + *place - 1 : NULL;
}

static uint64_t *add(columns *c, expr e, unsigned values) {
  assert(!find(c, e) && values);
  const uint32_t place = c->numbers.count;
  vec_reserve(&c->numbers, place + values);
  c->numbers.count += values;
  *idmap_at(&c->places, e.id) = (uint64_t) place + 1;
  return c->numbers.items + place;
}

/* The operators that most terms consist of have loops of their own. */
static void compute(const expr_table *t, const expr_node *n, const uint64_t *a,
                    const uint64_t *b, const uint64_t *c, unsigned values, uint64_t *to) {
  const uint64_t mask = bits_mask(n->width);
  switch (n->op) {
  case EXPR_XOR:
    for (unsigned v = 0; v < values; v++) to[v] = a[v] ^ b[v];
    return;
  case EXPR_AND:
    for (unsigned v = 0; v < values; v++) to[v] = a[v] & b[v];
    return;
  case EXPR_ADD:
    for (unsigned v = 0; v < values; v++) to[v] = (a[v] + b[v]) & mask;
    return;
  case EXPR_EXTRACT:
    for (unsigned v = 0; v < values; v++) to[v] = a[v] >> n->imm & mask;
    return;
  case EXPR_ITE:
    for (unsigned v = 0; v < values; v++) to[v] = a[v] ? b[v] : c[v];
    return;
  default: break;               /* one by one */
  }
  const unsigned from = expr_width(t, n->arg[0]);
  for (unsigned v = 0; v < values; v++)
    to[v] = fold_word((expr_op) n->op, n->width, from, n->imm, a[v], b ? b[v] : 0,
                      c ? c[v] : 0);
}

static bool set_leaf(columns *c, expr e, const expr_node *n, unsigned values) {
  if (n->op != EXPR_CONST && (n->op != EXPR_VAR || n->imm != c->symbol)) return false;
  uint64_t *to = add(c, e, values);
  for (unsigned v = 0; v < values; v++) to[v] = n->op == EXPR_CONST ? n->imm : v;
  return true;
}

/* All operands have columns. */
static void set_node(columns *c, const expr_table *t, expr e, const expr_node *n,
                     unsigned values) {
  const unsigned arity = expr_arity((expr_op) n->op);
  uint64_t *to = add(c, e, values);     /* moves the others */
  assert(find(c, n->arg[0]) && (arity < 2 || find(c, n->arg[1])) && (arity < 3 ||
         find(c, n->arg[2])));
  compute(t, n, find(c, n->arg[0]), arity > 1 ? find(c, n->arg[1]) : NULL,
          arity > 2 ? find(c, n->arg[2]) : NULL, values, to);
}

static bool fill(columns *c, const expr_table *t, expr e) {
  const unsigned values = height(t, c);
  vec_clear(&c->open);
  vec_push(&c->open, e.id);
  while (c->open.count) {
    const expr at = {vec_last(&c->open)};
    const expr_node n = expr_get(t, at);
    const unsigned arity = expr_arity((expr_op) n.op);
    const uint32_t before = c->open.count;
    if (n.width > 64 || c->places.count >= limits.solver_columns) return false;
    for (unsigned k = 0; k < arity; k++)
      if (!find(c, n.arg[k])) vec_push(&c->open, n.arg[k].id);
    if (c->open.count != before) continue;
    c->open.count--;
    if (find(c, at)) continue;  /* an operand of several */
    if (arity) set_node(c, t, at, &n, values);
    else if (!set_leaf(c, at, &n, values)) return false;
  }
  return true;
}

static void clear(columns *c) {
  idmap_clear(&c->places);
  vec_clear(&c->numbers);
}

const uint64_t *columns_of(columns *c, expr_table *t, expr e, uint32_t symbol) {
  assert(expr_symbol_width(t, symbol) <= 8);
  if (expr_has(t, e, EXPR_IS_OPEN)) return NULL;
  if (c->symbol != symbol) clear(c);
  c->symbol = symbol;
  const bool is_empty = !c->places.count;
  if (fill(c, t, e)) return find(c, e);
  clear(c);
  if (!is_empty && fill(c, t, e)) return find(c, e);
  columns_release(c);
  return NULL;
}
