#include "compact/closed.h"

#include <assert.h>

const carried *carried_of(const carried_list *l, uint64_t symbol) {
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items[k].symbol == symbol) return l->items + k;
  return NULL;
}

bool carried_uses(expr_table *t, expr e, uint32_t symbol) {
  return varset_contains(t, varset_of(t, e), symbol);
}

bool carried_occurs(expr_table *t, const carried_list *l, expr e) {
  const varset set = varset_of(t, e);
  for (uint32_t k = 0; k < l->count; k++)
    if (varset_contains(t, set, l->items[k].symbol)) return true;
  return false;
}

/* Values after n iterations ------------------------------------------------ */

static expr number(expr_table *t, unsigned width, uint64_t bits) {
  return expr_const(t, width, width < 64 ? bits & bits_mask(width) : bits);
}

/* The inverse of an odd number modulo 2^64: each step doubles the bits that
 * are right. */
static uint64_t inverse(uint64_t odd) {
  assert(odd & 1);
  uint64_t x = odd;
  for (unsigned k = 0; k < 6; k++) x *= 2 - odd * x;
  return x;
}

/* n over k modulo 2^width.  The product of k factors is a multiple of k!; its
 * factor 2 costs one more bit, its factor 3 has an inverse. */
static expr binomial(expr_table *t, expr n, unsigned k, unsigned width) {
  assert(k < CLOSED_PARTS && width && width <= 64);
  if (k == 0) return number(t, width, 1);
  if (k == 1) return expr_resize(t, n, width, false);
  const unsigned wide = width + 1;
  expr product = expr_resize(t, n, wide, false), factor = product;
  for (unsigned j = 1; j < k; j++) {
    factor = expr_binary(t, EXPR_SUB, factor, expr_const(t, wide, 1));
    product = expr_binary(t, EXPR_MUL, product, factor);
  }
  const expr half = expr_extract(t, product, 1, width);
  return k == 2 ? half
                : expr_binary(t, EXPR_MUL, half,
                              number(t, width, inverse(3)));
}

static expr series_at(expr_table *t, const carried *c, expr n) {
  assert(c->part[0].id && expr_width(t, c->part[0]) == c->width);
  expr sum = c->part[0];
  for (unsigned k = 1; k < CLOSED_PARTS; k++)
    if (c->part[k].id)
      sum = expr_binary(t, EXPR_ADD, sum,
                        expr_binary(t, EXPR_MUL, c->part[k],
                                    binomial(t, n, k, c->width)));
  return sum;
}

static expr is_none(expr_table *t, expr n) {
  return expr_eq(t, n, expr_const(t, 64, 0));
}

static expr before(expr_table *t, expr n) {
  return expr_binary(t, EXPR_SUB, n, expr_const(t, 64, 1));
}

/* By the bits of n: iterate 2^k of x -> a x + b is x -> A x + M b, and
 * iterates of one map commute.  A and M soon become those of a map that
 * changes nothing or that yields one value whatever comes in. */
static expr affine_at(expr_table *t, const carried *c, expr n) {
  assert(c->width && c->width <= 64 && expr_width(t, c->part[0]) == c->width);
  const uint64_t mask = bits_mask(c->width);
  uint64_t a = c->factor & mask, m = 1;
  expr x = c->start;
  for (unsigned k = 0; k < 64; k++) {
    if (a == 1 && !m) return x;
    const expr add = expr_binary(t, EXPR_MUL, number(t, c->width, m),
                                 c->part[0]);
    if (!a) {
      const expr rest = expr_extract(t, n, k, 64 - k);
      return expr_ite(t, expr_eq(t, rest, expr_const(t, 64 - k, 0)), x, add);
    }
    const expr after = expr_binary(
        t, EXPR_ADD, expr_binary(t, EXPR_MUL, number(t, c->width, a), x), add);
    x = expr_ite(t, expr_extract(t, n, k, 1), after, x);
    m = m * (a + 1) & mask;
    a = a * a & mask;
  }
  return x;
}

static expr with_start(expr_table *t, const carried *c, expr e) {
  assert(c->start.id && expr_width(t, c->start) == c->width);
  return expr_substitute(t, e, &c->symbol, &c->start, 1);
}

static expr write_at(expr_table *t, const carried_list *l, const carried *c,
                     expr n) {
  assert(c->chain && c->name && expr_width(t, c->when) == 64);
  expr written = expr_binary(t, EXPR_ULT, c->when, n);
  if (c->whether.id) written = expr_and(t, written, c->whether);
  if (expr_is_false(t, written)) return c->start;
  return expr_ite(t, written,
                  closed_at(t, l, with_start(t, c, c->part[0]), c->when),
                  c->start);
}

expr closed_value(expr_table *t, const carried_list *l, const carried *c,
                  expr n) {
  assert(expr_width(t, n) == 64);
  uint64_t bits;
  if (expr_value(t, n, &bits) && !bits) return c->start;
  switch (c->kind) {
  case CLOSED_NONE: break;
  case CLOSED_SERIES: return series_at(t, c, n);
  case CLOSED_LAST:
    return expr_ite(t, is_none(t, n), c->start,
                    closed_at(t, l, c->next, before(t, n)));
  case CLOSED_ONCE:
    return expr_ite(t, is_none(t, n), c->start, with_start(t, c, c->next));
  case CLOSED_TOGGLE:
    return expr_ite(t, expr_extract(t, n, 0, 1), with_start(t, c, c->next),
                    c->start);
  case CLOSED_AFFINE: return affine_at(t, c, n);
  case CLOSED_WRITE: return write_at(t, l, c, n);
  }
  return expr_symbol(t, c->symbol);
}

expr closed_at(expr_table *t, const carried_list *l, expr e, expr n) {
  assert(expr_width(t, n) == 64);
  const varset set = varset_of(t, e);
  VEC(uint32_t) from = {0};
  VEC(expr) to = {0};
  for (uint32_t k = 0; k < l->count; k++)
    if (varset_contains(t, set, l->items[k].symbol))
      vec_push(&from, l->items[k].symbol);
  for (uint32_t k = 0; k < from.count; k++)
    vec_push(&to, closed_value(t, l, carried_of(l, from.items[k]), n));
  const expr result =
      from.count ? expr_substitute(t, e, from.items, to.items, from.count) : e;
  vec_release(&from);
  vec_release(&to);
  return result;
}

/* Finding forms ----------------------------------------------------------- */

static void add_parts(expr_table *t, expr_op op, expr *to, const expr *b,
                      unsigned width) {
  const expr zero = expr_const(t, width, 0);
  for (unsigned k = 0; k < CLOSED_PARTS; k++)
    if (to[k].id || b[k].id)
      to[k] = expr_binary(t, op, to[k].id ? to[k] : zero,
                          b[k].id ? b[k] : zero);
}

static unsigned length(expr_table *t, expr part[CLOSED_PARTS]) {
  unsigned n = 0;
  for (unsigned k = 0; k < CLOSED_PARTS; k++) {
    uint64_t bits;
    if (k && part[k].id && expr_value(t, part[k], &bits) && !bits)
      part[k] = (expr) {0};
    if (part[k].id) n = k + 1;
  }
  return n;
}

static unsigned series_of_node(expr_table *t, const carried_list *l,
                               const expr_node *n, expr *part) {
  expr other[CLOSED_PARTS] = {{0}};
  uint64_t bits;
  switch ((int) n->op) {
  case EXPR_ADD: case EXPR_SUB:
    if (!closed_series(t, l, n->arg[0], part) ||
        !closed_series(t, l, n->arg[1], other))
      return 0;
    add_parts(t, (expr_op) n->op, part, other, n->width);
    return length(t, part);
  case EXPR_NEG: case EXPR_NOT:
    if (!closed_series(t, l, n->arg[0], part)) return 0;
    for (unsigned k = 0; k < CLOSED_PARTS; k++)
      if (part[k].id)
        part[k] = expr_unary(t, k ? EXPR_NEG : (expr_op) n->op, part[k]);
    return length(t, part);
  case EXPR_MUL: {
    const bool left = !carried_occurs(t, l, n->arg[0]);
    if (!left && carried_occurs(t, l, n->arg[1])) return 0;
    if (!closed_series(t, l, n->arg[left ? 1 : 0], part)) return 0;
    for (unsigned k = 0; k < CLOSED_PARTS; k++)
      if (part[k].id)
        part[k] = expr_binary(t, EXPR_MUL, part[k], n->arg[left ? 0 : 1]);
    return length(t, part);
  }
  case EXPR_SHL:
    if (carried_occurs(t, l, n->arg[1]) ||
        !closed_series(t, l, n->arg[0], part))
      return 0;
    for (unsigned k = 0; k < CLOSED_PARTS; k++)
      if (part[k].id)
        part[k] = expr_binary(t, EXPR_SHL, part[k], n->arg[1]);
    return length(t, part);
  case EXPR_EXTRACT:
    if (n->imm || !closed_series(t, l, n->arg[0], part)) return 0;
    for (unsigned k = 0; k < CLOSED_PARTS; k++)
      if (part[k].id) part[k] = expr_extract(t, part[k], 0, n->width);
    return length(t, part);
  case EXPR_CONCAT:             /* a shift to the left is also written so */
    if (!expr_value(t, n->arg[1], &bits) || bits) return 0;
    if (!closed_series(t, l, n->arg[0], part)) return 0;
    for (unsigned k = 0; k < CLOSED_PARTS; k++)
      if (part[k].id) part[k] = expr_concat(t, part[k], n->arg[1]);
    return length(t, part);
  }
  return 0;
}

unsigned closed_series(expr_table *t, const carried_list *l, expr e,
                       expr part[CLOSED_PARTS]) {
  for (unsigned k = 0; k < CLOSED_PARTS; k++) part[k] = (expr) {0};
  if (!carried_occurs(t, l, e)) {
    part[0] = e;
    return 1;
  }
  const expr_node n = expr_get(t, e);
  if (n.op != EXPR_VAR) return series_of_node(t, l, &n, part);
  const carried *c = carried_of(l, n.imm);
  assert(c);
  if (c->kind != CLOSED_SERIES) return 0;
  for (unsigned k = 0; k < CLOSED_PARTS; k++) part[k] = c->part[k];
  return length(t, part);
}

/* What is added each iteration is itself a series: so is the sum. */
static bool try_sum(expr_table *t, const carried_list *l, carried *c) {
  assert(c->next.id && expr_width(t, c->next) == c->width);
  const expr step = expr_binary(t, EXPR_SUB, c->next,
                                expr_symbol(t, c->symbol));
  expr part[CLOSED_PARTS];
  if (carried_uses(t, step, c->symbol)) return false;
  const unsigned n = closed_series(t, l, step, part);
  if (!n || n == CLOSED_PARTS) return false;
  c->kind = CLOSED_SERIES;
  c->part[0] = c->start;
  for (unsigned k = 0; k < n; k++) c->part[k + 1] = part[k];
  length(t, c->part);
  return true;
}

/* Every symbol in it has a form already, its own is not among them. */
static bool is_solved(expr_table *t, const carried_list *l, expr e) {
  const varset set = varset_of(t, e);
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items[k].kind == CLOSED_NONE &&
        varset_contains(t, set, l->items[k].symbol))
      return false;
  return true;
}

/* Of what the loop carries, only its own symbol occurs. */
static bool is_alone(expr_table *t, const carried_list *l, const carried *c) {
  const varset set = varset_of(t, c->next);
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items + k != c && varset_contains(t, set, l->items[k].symbol))
      return false;
  return true;
}

static bool try_affine(expr_table *t, carried *c) {
  const expr own = expr_symbol(t, c->symbol);
  const expr_node n = expr_get(t, c->next);
  expr scaled = c->next;
  c->part[0] = expr_const(t, c->width, 0);
  if (n.op == EXPR_ADD) {
    const unsigned k = carried_uses(t, n.arg[0], c->symbol) ? 0 : 1;
    if (carried_uses(t, n.arg[1 - k], c->symbol)) return false;
    scaled = n.arg[k];
    c->part[0] = n.arg[1 - k];
  }
  /* The factor is what the term is for 1, if it is that multiple. */
  const expr one = expr_const(t, c->width, 1);
  const expr factor = expr_substitute(t, scaled, &c->symbol, &one, 1);
  if (!expr_value(t, factor, &c->factor)) return false;
  const expr multiple = expr_binary(t, EXPR_MUL, own, factor);
  if (!expr_same(multiple, scaled)) return false;
  c->kind = CLOSED_AFFINE;
  return true;
}

/* Whether two iterations are as one, or as none. */
static bool try_twice(expr_table *t, carried *c) {
  const expr twice = expr_substitute(t, c->next, &c->symbol, &c->next, 1);
  if (expr_same(twice, c->next)) c->kind = CLOSED_ONCE;
  else if (expr_same(twice, expr_symbol(t, c->symbol)))
    c->kind = CLOSED_TOGGLE;
  return c->kind != CLOSED_NONE;
}

static bool solve(expr_table *t, const carried_list *l, carried *c) {
  if (try_sum(t, l, c)) return true;
  if (is_solved(t, l, c->next)) {
    c->kind = CLOSED_LAST;
    return true;
  }
  return is_alone(t, l, c) &&
         (try_affine(t, c) || try_twice(t, c));
}

bool closed_solve(expr_table *t, carried_list *l) {
  bool changed = true, all = false;
  while (changed && !all) {
    changed = false;
    all = true;
    for (uint32_t k = 0; k < l->count; k++) {
      carried *c = l->items + k;
      if (c->kind != CLOSED_NONE) continue;
      if (solve(t, l, c)) changed = true;
      else all = false;
    }
  }
  return all;
}
