#include "expr/rewrite.h"

/*
 * EQ.  Equalities with constants are solved for the term as far as an operator
 * can be undone, and taken apart where parts of the term are independent.
 */

static const expr none = {0};

static expr op2(expr_table *t, expr_op op, expr a, expr b) {
  return expr_binary(t, op, a, b);
}

/* The inverse of an odd constant modulo 2^width, by Newton's iteration: each
 * step doubles the number of correct low bits, 3 at the start. */
static uint64_t inverse(uint64_t odd) {
  uint64_t x = odd;
  for (unsigned i = 0; i < 5; i++) x *= 2 - odd * x;
  return x;
}

static expr eq_mul(expr_table *t, expr a, expr c) {
  const unsigned width = width_of(t, a);
  uint64_t factor;
  if (!is_op_const(t, a, EXPR_MUL)) return none;
  if (!expr_value(t, arg(t, a, 1), &factor) || !(factor & 1)) return none;
  const expr undo = expr_const(t, width, inverse(factor));
  return fired(t, RULE_EQ_MUL_ODD,
               expr_eq(t, arg(t, a, 0), op2(t, EXPR_MUL, c, undo)));
}

static expr eq_products(expr_table *t, expr a, expr b) {
  uint64_t factor;
  if (!is_op_const(t, a, EXPR_MUL) || !is_op_const(t, b, EXPR_MUL) ||
      !expr_same(arg(t, a, 1), arg(t, b, 1)) ||
      !expr_value(t, arg(t, a, 1), &factor) || !(factor & 1))
    return none;
  return fired(t, RULE_EQ_MUL_MUL, expr_eq(t, arg(t, a, 0), arg(t, b, 0)));
}

/* At a seam, both parts apart. */
static expr eq_parts(expr_table *t, expr a, expr b, unsigned seam) {
  const unsigned above = width_of(t, a) - seam;
  const expr high = expr_eq(t, expr_extract(t, a, seam, above),
                            expr_extract(t, b, seam, above));
  if (expr_is_false(t, high)) return high;
  return expr_and(t, high, expr_eq(t, expr_extract(t, a, 0, seam),
                                   expr_extract(t, b, 0, seam)));
}

static expr eq_ext_const(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  const unsigned inner = width_of(t, n.arg[0]);
  const expr low = expr_extract(t, c, 0, inner);
  const expr again = n.op == EXPR_SEXT ? expr_sext(t, low, n.width)
                                       : expr_zext(t, low, n.width);
  if (!expr_same(again, c)) return fired(t, RULE_EQ_EXT_FAR, expr_false(t));
  return fired(t, RULE_EQ_EXT_CONST, expr_eq(t, n.arg[0], low));
}

/* ite(c, k, x) = m with constants k and m. */
static expr eq_ite_const(expr_table *t, expr a, expr m) {
  const expr_node n = *at(t, a);
  const expr c = n.arg[0];
  for (unsigned i = 1; i < 3; i++) {
    if (!is_const(t, n.arg[i])) continue;
    const expr other = expr_eq(t, n.arg[3 - i], m);
    const expr here = i == 1 ? c : expr_not(t, c);
    if (expr_same(n.arg[i], m))
      return fired(t, RULE_EQ_ITE_HIT, expr_or(t, here, other));
    return fired(t, RULE_EQ_ITE_MISS,
                 expr_and(t, expr_not(t, here), other));
  }
  return none;
}

/* Bits that a mask forces cannot be otherwise. */
static expr eq_masked(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  if (is_op_const(t, a, EXPR_AND) &&
      !is_zero(t, op2(t, EXPR_AND, c, expr_not(t, n.arg[1]))))
    return fired(t, RULE_EQ_AND_FAR, expr_false(t));
  if (is_op_const(t, a, EXPR_OR) &&
      !is_zero(t, op2(t, EXPR_AND, n.arg[1], expr_not(t, c))))
    return fired(t, RULE_EQ_OR_FAR, expr_false(t));
  return none;
}

/* Sums and what resembles them: the operator is undone on the constant. */
static expr eq_sum_const(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  const expr x = n.arg[0], y = n.arg[1];
  if (n.op == EXPR_NOT)
    return fired(t, RULE_EQ_NOT_CONST, expr_eq(t, x, expr_not(t, c)));
  if (n.op == EXPR_NEG)
    return fired(t, RULE_EQ_NEG_CONST,
                 expr_eq(t, x, expr_unary(t, EXPR_NEG, c)));
  if (is_op_const(t, a, EXPR_ADD))
    return fired(t, RULE_EQ_ADD_CONST,
                 expr_eq(t, x, op2(t, EXPR_SUB, c, y)));
  if (is_op_const(t, a, EXPR_XOR))
    return fired(t, RULE_EQ_XOR_CONST,
                 expr_eq(t, x, op2(t, EXPR_XOR, c, y)));
  if (n.op == EXPR_SUB && is_const(t, x))
    return fired(t, RULE_EQ_CONST_MINUS,
                 expr_eq(t, y, op2(t, EXPR_SUB, x, c)));
  if (n.op == EXPR_SUB && is_zero(t, c))
    return fired(t, RULE_EQ_SUB_ZERO, expr_eq(t, x, y));
  if (n.op == EXPR_XOR && is_zero(t, c))
    return fired(t, RULE_EQ_XOR_ZERO, expr_eq(t, x, y));
  return eq_mul(t, a, c);
}

static expr eq_const(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  if (n.op == EXPR_ZEXT || n.op == EXPR_SEXT) return eq_ext_const(t, a, c);
  if (n.op == EXPR_CONCAT)
    return fired(t, RULE_EQ_CONCAT_CONST,
                 eq_parts(t, a, c, width_of(t, n.arg[1])));
  if (n.op == EXPR_ITE) return eq_ite_const(t, a, c);
  const expr r = eq_sum_const(t, a, c);
  return r.id ? r : eq_masked(t, a, c);
}

/* x + y = x + z and x = x + y; the sum is the younger and on the right. */
static expr eq_sums(expr_table *t, expr a, expr b) {
  const expr_node x = *at(t, a), y = *at(t, b);
  const unsigned width = x.width;
  for (unsigned i = 0; i < 2; i++) {
    if (y.op == EXPR_ADD && expr_same(y.arg[i], a))
      return fired(t, RULE_EQ_SELF_ADD,
                   expr_eq(t, y.arg[1 - i], zero(t, width)));
    if (x.op != y.op || (x.op != EXPR_ADD && x.op != EXPR_XOR)) continue;
    for (unsigned j = 0; j < 2; j++)
      if (expr_same(x.arg[i], y.arg[j]))
        return fired(t, RULE_EQ_ADD_ADD,
                     expr_eq(t, x.arg[1 - i], y.arg[1 - j]));
  }
  return none;
}

/* Two words of inputs that have no part in common: as one comparison they are of
 * use where equality is known to be transitive, in parts nowhere. */
static bool are_words(const expr_table *t, expr a, expr b) {
  const expr_node x = *at(t, a), y = *at(t, b);
  if (x.op == EXPR_CONCAT && y.op == EXPR_CONCAT)
    return are_words(t, x.arg[0], y.arg[0]) && are_words(t, x.arg[1], y.arg[1]);
  return x.op == EXPR_VAR && y.op == EXPR_VAR && x.width == y.width &&
         !expr_same(a, b);
}

static expr eq_shapes(expr_table *t, expr a, expr b) {
  const expr_node x = *at(t, a), y = *at(t, b);
  if (x.op == EXPR_CONCAT && y.op == EXPR_CONCAT &&
      width_of(t, x.arg[1]) == width_of(t, y.arg[1]) && !are_words(t, a, b))
    return fired(t, RULE_EQ_CONCAT,
                 eq_parts(t, a, b, width_of(t, x.arg[1])));
  if ((x.op == EXPR_ZEXT && y.op == EXPR_ZEXT)) {
    const unsigned v = width_of(t, x.arg[0]), w = width_of(t, y.arg[0]);
    const unsigned enough = v > w ? v : w;
    return fired(t, RULE_EQ_ZEXT,
                 expr_eq(t, expr_zext(t, x.arg[0], enough),
                         expr_zext(t, y.arg[0], enough)));
  }
  if (x.op == EXPR_SEXT && y.op == EXPR_SEXT) {
    const unsigned v = width_of(t, x.arg[0]), w = width_of(t, y.arg[0]);
    const unsigned enough = v > w ? v : w;
    return fired(t, RULE_EQ_SEXT,
                 expr_eq(t, expr_sext(t, x.arg[0], enough),
                         expr_sext(t, y.arg[0], enough)));
  }
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    const expr_node p = is_swapped ? y : x, q = is_swapped ? x : y;
    /* concat(u, v) = zext(v'): the upper part is 0 */
    if (p.op == EXPR_CONCAT && q.op == EXPR_ZEXT &&
        width_of(t, p.arg[1]) == width_of(t, q.arg[0]))
      return fired(t, RULE_EQ_CONCAT_ZEXT,
                   eq_parts(t, a, b, width_of(t, p.arg[1])));
  }
  return none;
}

static expr eq_ites(expr_table *t, expr a, expr b) {
  const expr_node x = *at(t, a), y = *at(t, b);
  if (x.op == EXPR_ITE && y.op == EXPR_ITE && expr_same(x.arg[0], y.arg[0]))
    return fired(t, RULE_EQ_ITES,
                 expr_ite(t, x.arg[0], expr_eq(t, x.arg[1], y.arg[1]),
                          expr_eq(t, x.arg[2], y.arg[2])));
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    const expr_node p = is_swapped ? y : x;
    const expr q = is_swapped ? a : b;
    if (p.op != EXPR_ITE) continue;
    if (expr_same(p.arg[1], q))
      return fired(t, RULE_EQ_ITE_THEN,
                   expr_or(t, p.arg[0], expr_eq(t, p.arg[2], q)));
    if (expr_same(p.arg[2], q))
      return fired(t, RULE_EQ_ITE_OTHER,
                   expr_or(t, expr_not(t, p.arg[0]),
                           expr_eq(t, p.arg[1], q)));
  }
  return none;
}

expr rewrite_eq(expr_table *t, expr a, expr b) {
  if (expr_same(a, b)) return fired(t, RULE_EQ_SELF, expr_true(t));
  if (expr_is_true(t, b)) return fired(t, RULE_EQ_TRUE, a);
  if (expr_is_false(t, b)) return fired(t, RULE_EQ_FALSE, expr_not(t, a));
  if (width_of(t, a) == 1)
    return fired(t, RULE_EQ_BIT, expr_not(t, op2(t, EXPR_XOR, a, b)));
  if (is_op(t, a, EXPR_STOF) || is_op(t, a, EXPR_UTOF))
    return rewrite_eq_float(t, a, b);
  expr r = rewrite_eq_quotient(t, a, b);
  if (r.id) return r;
  if (is_const(t, b)) return eq_const(t, a, b);
  if (is_complement(t, a, b)) return fired(t, RULE_EQ_NOT_SELF, expr_false(t));
  const expr_node x = *at(t, a), y = *at(t, b);
  if (x.op == y.op && (x.op == EXPR_NOT || x.op == EXPR_NEG))
    return fired(t, RULE_EQ_UNARY, expr_eq(t, x.arg[0], y.arg[0]));
  r = eq_sums(t, a, b);
  if (!r.id) r = eq_products(t, a, b);
  if (!r.id) r = rewrite_eq_ring(t, a, b);
  if (r.id) return r;
  r = eq_shapes(t, a, b);
  return r.id ? r : eq_ites(t, a, b);
}
