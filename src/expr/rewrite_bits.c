#include "expr/rewrite.h"

/*
 * Bitwise operators; at width 1 these are the connectives of conditions.
 */

static const expr none = {0};

expr rewrite_not(expr_table *t, expr a) {
  const expr_node n = *at(t, a);
  if (n.op == EXPR_NOT) return fired(t, RULE_NOT_NOT, n.arg[0]);
  return none;
}

/*
 * Both operands cut at the same place, where one of them has a part that is
 * constant: then that part of the result is simple.
 */

/* Where a CONCAT or ZEXT has its lowest seam; 0 if it has none. */
static unsigned seam(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  if (n->op == EXPR_CONCAT) return width_of(t, n->arg[1]);
  if (n->op == EXPR_ZEXT) return width_of(t, n->arg[0]);
  return 0;
}

/* Will cutting e at k leave nothing but its own parts? */
static bool cuts_well(const expr_table *t, expr e, unsigned k) {
  for (;;) {
    const expr_node *n = at(t, e);
    if (n->op == EXPR_CONST) return true;
    if (n->op == EXPR_ZEXT) {
      const unsigned inner = width_of(t, n->arg[0]);
      if (k >= inner) return true;
      e = n->arg[0];
    } else if (n->op == EXPR_CONCAT) {
      const unsigned low = width_of(t, n->arg[1]);
      if (k == low) return true;
      e = k < low ? n->arg[1] : n->arg[0];
      k = k < low ? k : k - low;
    } else {
      return false;
    }
  }
}

static expr cut(expr_table *t, expr_op op, expr a, expr b) {
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    const expr x = is_swapped ? b : a, y = is_swapped ? a : b;
    const unsigned k = seam(t, x);
    if (!k || !cuts_well(t, y, k)) continue;
    const unsigned above = width_of(t, a) - k;
    const expr high = expr_binary(t, op, expr_extract(t, a, k, above),
                                  expr_extract(t, b, k, above));
    const expr low = expr_binary(t, op, expr_extract(t, a, 0, k),
                                 expr_extract(t, b, 0, k));
    return fired(t, RULE_BITS_CONCAT, expr_concat(t, high, low));
  }
  return none;
}

/* (x op c) op d and (x op c) op y for an operator that associates. */
static expr merge_constants(expr_table *t, expr_op op, expr a, expr b) {
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    const expr x = is_swapped ? b : a, y = is_swapped ? a : b;
    if (!is_op_const(t, x, op)) continue;
    const expr base = arg(t, x, 0), c = arg(t, x, 1);
    if (is_const(t, y))
      return fired(t, RULE_BITS_CONST_MERGE,
                   expr_binary(t, op, base, expr_binary(t, op, c, y)));
    return fired(t, RULE_BITS_CONST_OUT,
                 expr_binary(t, op, expr_binary(t, op, base, y), c));
  }
  return none;
}

static bool has_arg(const expr_table *t, expr e, expr x) {
  return expr_same(arg(t, e, 0), x) || expr_same(arg(t, e, 1), x);
}

/* The operand of e that is the complement of x, or {0}; of the other operand
 * the address is set. */
static bool has_complement(const expr_table *t, expr e, expr x, expr *other) {
  for (unsigned i = 0; i < 2; i++)
    if (is_complement(t, arg(t, e, i), x)) {
      *other = arg(t, e, 1 - i);
      return true;
    }
  return false;
}

/* Of AND and OR, with the dual operator: one operand contains the other. */
static expr absorb(expr_table *t, expr_op op, expr_op dual, expr a, expr b) {
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    const expr x = is_swapped ? b : a, y = is_swapped ? a : b;
    expr other;
    if (is_op(t, y, dual) && has_arg(t, y, x))
      return fired(t, RULE_BITS_ABSORB, x);
    if (is_op(t, y, op) && has_arg(t, y, x))
      return fired(t, RULE_BITS_CONTAINED, y);
    if (is_op(t, y, dual) && has_complement(t, y, x, &other))
      return fired(t, RULE_BITS_ABSORB_NOT, expr_binary(t, op, x, other));
    if (is_op(t, y, op) && has_complement(t, y, x, &other)) {
      const expr all = op == EXPR_AND ? zero(t, width_of(t, x))
                                      : ones(t, width_of(t, x));
      return fired(t, RULE_BITS_CONTAINED_NOT, all);
    }
    /* ~(x & y) & x = x & ~y */
    if (is_op(t, y, EXPR_NOT) && is_op(t, arg(t, y, 0), op) &&
        has_arg(t, arg(t, y, 0), x)) {
      const expr inner = arg(t, y, 0);
      other = arg(t, inner, expr_same(arg(t, inner, 0), x) ? 1 : 0);
      return fired(t, RULE_BITS_NOT_CONTAINED,
                   expr_binary(t, op, x, expr_not(t, other)));
    }
    /* ~(x | y) & x = 0 */
    if (is_op(t, y, EXPR_NOT) && is_op(t, arg(t, y, 0), dual) &&
        has_arg(t, arg(t, y, 0), x)) {
      const expr all = op == EXPR_AND ? zero(t, width_of(t, x))
                                      : ones(t, width_of(t, x));
      return fired(t, RULE_BITS_NOT_ABSORB, all);
    }
  }
  return none;
}

/* ~x & ~y = ~(x | y) and its dual: NOT moves out, never in. */
static expr both_not(expr_table *t, expr_op dual, expr a, expr b) {
  if (!is_op(t, a, EXPR_NOT) || !is_op(t, b, EXPR_NOT)) return none;
  return fired(t, RULE_BITS_NOT_OUT,
               expr_not(t, expr_binary(t, dual, arg(t, a, 0), arg(t, b, 0))));
}

static expr and_mask(expr_table *t, expr a, expr mask) {
  unsigned low, end;
  const unsigned width = width_of(t, a);
  if (!is_run_of_ones(t, mask, &low, &end)) return none;
  expr r = expr_extract(t, a, low, end - low);
  if (low) r = expr_concat(t, r, zero(t, low));
  return fired(t, RULE_AND_MASK, expr_zext(t, r, width));
}

/* ite(c, ones, 0) & x, which is what a sign-extended condition is. */
static expr and_sext(expr_table *t, expr a, expr b) {
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    const expr x = is_swapped ? b : a, y = is_swapped ? a : b;
    if (is_op(t, x, EXPR_SEXT) && width_of(t, arg(t, x, 0)) == 1)
      return fired(t, RULE_AND_SEXT,
                   expr_ite(t, arg(t, x, 0), y, zero(t, width_of(t, y))));
  }
  return none;
}

/* x = k and x = l, or x = k and x != l, for different constants. */
static expr and_equalities(expr_table *t, expr a, expr b) {
  const bool negated = is_op(t, b, EXPR_NOT);
  const expr second = negated ? arg(t, b, 0) : b;
  if (!is_op_const(t, a, EXPR_EQ) || !is_op_const(t, second, EXPR_EQ) ||
      !expr_same(arg(t, a, 0), arg(t, second, 0)))
    return none;
  return negated ? fired(t, RULE_AND_EQ_NE, a)
                 : fired(t, RULE_AND_EQ_EQ, expr_false(t));
}

expr rewrite_and(expr_table *t, expr a, expr b) {
  expr r;
  if (is_zero(t, b)) return fired(t, RULE_AND_ZERO, b);
  if (is_ones(t, b)) return fired(t, RULE_AND_ONES, a);
  if (expr_same(a, b)) return fired(t, RULE_AND_SELF, a);
  if (is_complement(t, a, b))
    return fired(t, RULE_AND_NOT_SELF, zero(t, width_of(t, a)));
  if ((r = and_mask(t, a, b)).id) return r;
  if ((r = merge_constants(t, EXPR_AND, a, b)).id) return r;
  if ((r = absorb(t, EXPR_AND, EXPR_OR, a, b)).id) return r;
  if ((r = both_not(t, EXPR_OR, a, b)).id) return r;
  if ((r = and_equalities(t, a, b)).id) return r;
  if ((r = and_equalities(t, b, a)).id) return r;
  if ((r = cut(t, EXPR_AND, a, b)).id) return r;
  return and_sext(t, a, b);
}

expr rewrite_or(expr_table *t, expr a, expr b) {
  expr r;
  if (is_zero(t, b)) return fired(t, RULE_OR_ZERO, a);
  if (is_ones(t, b)) return fired(t, RULE_OR_ONES, b);
  if (expr_same(a, b)) return fired(t, RULE_OR_SELF, a);
  if (is_complement(t, a, b))
    return fired(t, RULE_OR_NOT_SELF, ones(t, width_of(t, a)));
  if ((r = merge_constants(t, EXPR_OR, a, b)).id) return r;
  if ((r = absorb(t, EXPR_OR, EXPR_AND, a, b)).id) return r;
  if ((r = both_not(t, EXPR_AND, a, b)).id) return r;
  return cut(t, EXPR_OR, a, b);
}

expr rewrite_xor(expr_table *t, expr a, expr b) {
  expr r;
  if (is_zero(t, b)) return fired(t, RULE_XOR_ZERO, a);
  if (is_ones(t, b)) return fired(t, RULE_XOR_ONES, expr_not(t, a));
  if (expr_same(a, b)) return fired(t, RULE_XOR_SELF, zero(t, width_of(t, a)));
  if (is_complement(t, a, b))
    return fired(t, RULE_XOR_NOT_SELF, ones(t, width_of(t, a)));
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    const expr x = is_swapped ? b : a, y = is_swapped ? a : b;
    if (is_op(t, x, EXPR_NOT)) {
      const expr inner = arg(t, x, 0);
      if (is_const(t, y))
        return fired(t, RULE_XOR_NOT_CONST,
                     expr_binary(t, EXPR_XOR, inner, expr_not(t, y)));
      return fired(t, RULE_XOR_NOT,
                   expr_not(t, expr_binary(t, EXPR_XOR, inner, y)));
    }
    if (is_op(t, x, EXPR_XOR) && has_arg(t, x, y))
      return fired(t, RULE_XOR_TWICE,
                   arg(t, x, expr_same(arg(t, x, 0), y) ? 1 : 0));
  }
  if ((r = merge_constants(t, EXPR_XOR, a, b)).id) return r;
  return cut(t, EXPR_XOR, a, b);
}
