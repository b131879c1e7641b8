#include "expr/rewrite.h"

/*
 * ITE.  The condition is neither constant nor, after the first rule, a NOT.
 */

static const expr none = {0};

/* At width 1 with a constant arm: a connective. */
static expr ite_bits(expr_table *t, expr c, expr a, expr b) {
  if (expr_is_true(t, a) || expr_same(a, c))
    return fired(t, RULE_ITE_OR, expr_or(t, c, b));
  if (expr_is_false(t, a) || is_complement(t, a, c))
    return fired(t, RULE_ITE_AND_NOT, expr_and(t, expr_not(t, c), b));
  if (expr_is_false(t, b) || expr_same(b, c))
    return fired(t, RULE_ITE_AND, expr_and(t, c, a));
  if (expr_is_true(t, b) || is_complement(t, b, c))
    return fired(t, RULE_ITE_OR_NOT, expr_or(t, expr_not(t, c), a));
  if (is_complement(t, a, b))
    return fired(t, RULE_ITE_XNOR,
                 expr_not(t, expr_binary(t, EXPR_XOR, c, a)));
  return none;
}

static expr ite_constants(expr_table *t, expr c, expr a, expr b) {
  const unsigned width = width_of(t, a);
  if (!is_const(t, a) || !is_const(t, b)) return none;
  if (is_one(t, a) && is_zero(t, b))
    return fired(t, RULE_ITE_ZEXT, expr_zext(t, c, width));
  if (is_zero(t, a) && is_one(t, b))
    return fired(t, RULE_ITE_ZEXT_NOT, expr_zext(t, expr_not(t, c), width));
  if (is_ones(t, a) && is_zero(t, b))
    return fired(t, RULE_ITE_SEXT, expr_sext(t, c, width));
  if (is_zero(t, a) && is_ones(t, b))
    return fired(t, RULE_ITE_SEXT_NOT, expr_sext(t, expr_not(t, c), width));
  return none;
}

static expr ite_nested(expr_table *t, expr c, expr a, expr b) {
  const expr_node x = *at(t, a), y = *at(t, b);
  if (x.op == EXPR_ITE) {
    if (expr_same(x.arg[0], c))
      return fired(t, RULE_ITE_THEN_SAME, expr_ite(t, c, x.arg[1], b));
    if (expr_same(x.arg[2], b))
      return fired(t, RULE_ITE_THEN_OTHER,
                   expr_ite(t, expr_and(t, c, x.arg[0]), x.arg[1], b));
    if (expr_same(x.arg[1], b))
      return fired(t, RULE_ITE_THEN_THEN,
                   expr_ite(t, expr_and(t, c, expr_not(t, x.arg[0])),
                            x.arg[2], b));
  }
  if (y.op == EXPR_ITE) {
    if (expr_same(y.arg[0], c))
      return fired(t, RULE_ITE_OTHER_SAME, expr_ite(t, c, a, y.arg[2]));
    if (expr_same(y.arg[1], a))
      return fired(t, RULE_ITE_OTHER_THEN,
                   expr_ite(t, expr_or(t, c, y.arg[0]), a, y.arg[2]));
    if (expr_same(y.arg[2], a))
      return fired(t, RULE_ITE_OTHER_OTHER,
                   expr_ite(t, expr_or(t, c, expr_not(t, y.arg[0])), a,
                            y.arg[1]));
  }
  return none;
}

/* ite(x = y, x, y) = y, either way round. */
static expr ite_equal(expr_table *t, expr c, expr a, expr b) {
  if (!is_op(t, c, EXPR_EQ)) return none;
  const expr x = arg(t, c, 0), y = arg(t, c, 1);
  if ((expr_same(x, a) && expr_same(y, b)) ||
      (expr_same(x, b) && expr_same(y, a)))
    return fired(t, RULE_ITE_EQ, b);
  return none;
}

expr rewrite_ite(expr_table *t, expr c, expr a, expr b) {
  expr r;
  if (expr_same(a, b)) return fired(t, RULE_ITE_SAME, a);
  if (is_op(t, c, EXPR_NOT))
    return fired(t, RULE_ITE_NOT, expr_ite(t, arg(t, c, 0), b, a));
  if (width_of(t, a) == 1 && (r = ite_bits(t, c, a, b)).id) return r;
  if ((r = ite_constants(t, c, a, b)).id) return r;
  if ((r = ite_nested(t, c, a, b)).id) return r;
  return ite_equal(t, c, a, b);
}
