#include "expr/rewrite.h"

#include "base/limits.h"
#include "expr/wide.h"

/*
 * ADD, SUB and NEG.  A constant is pulled out of both operands, so that a sum
 * has at most one and it is the outermost.
 */

static const expr none = {0};

static expr add(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_ADD, a, b);
}

static expr sub(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_SUB, a, b);
}

static expr neg(expr_table *t, expr a) { return expr_unary(t, EXPR_NEG, a); }

/* c - x */
static bool is_const_minus(const expr_table *t, expr e) {
  return is_op(t, e, EXPR_SUB) && is_const(t, arg(t, e, 0));
}

static bool is_bit_ext(const expr_table *t, expr e, expr_op op) {
  return is_op(t, e, op) && width_of(t, arg(t, e, 0)) == 1;
}

expr rewrite_neg(expr_table *t, expr a) {
  const expr_node n = *at(t, a);
  const expr x = n.arg[0], y = n.arg[1];
  if (n.width == 1) return fired(t, RULE_NEG_BIT, a);
  if (n.op == EXPR_NEG) return fired(t, RULE_NEG_NEG, x);
  if (n.op == EXPR_SUB) return fired(t, RULE_NEG_SUB, sub(t, y, x));
  if (n.op == EXPR_NOT)
    return fired(t, RULE_NEG_NOT, add(t, x, expr_const(t, n.width, 1)));
  if (is_op_const(t, a, EXPR_ADD))
    return fired(t, RULE_NEG_ADD_CONST, sub(t, neg(t, y), x));
  if (is_op_const(t, a, EXPR_MUL))
    return fired(t, RULE_NEG_MUL_CONST,
                 expr_binary(t, EXPR_MUL, x, neg(t, y)));
  if (is_bit_ext(t, a, EXPR_ZEXT))
    return fired(t, RULE_NEG_ZEXT_BIT, expr_sext(t, x, n.width));
  if (is_bit_ext(t, a, EXPR_SEXT))
    return fired(t, RULE_NEG_SEXT_BIT, expr_zext(t, x, n.width));
  return none;
}

/* y is a constant */
static expr add_const(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  const expr x = n.arg[0], y = n.arg[1];
  if (is_op_const(t, a, EXPR_ADD))
    return fired(t, RULE_ADD_CONST_MERGE, add(t, x, add(t, y, c)));
  if (is_const_minus(t, a))
    return fired(t, RULE_ADD_CONST_MINUS, sub(t, add(t, x, c), y));
  if (n.op == EXPR_NEG) return fired(t, RULE_ADD_CONST_NEG, sub(t, c, x));
  if (n.op == EXPR_NOT)
    return fired(t, RULE_ADD_CONST_NOT,
                 sub(t, add(t, c, ones(t, n.width)), x));
  return none;
}

/* Bits at the lower end that are 0 by the shape of the term. */
static unsigned zeros_below(const expr_table *t, expr e) {
  unsigned zeros = 0;
  for (;;) {
    const expr_node *n = at(t, e);
    if (n->op == EXPR_CONCAT) {
      if (!is_zero(t, n->arg[1])) {
        e = n->arg[1];
      } else {
        zeros += width_of(t, n->arg[1]);
        e = n->arg[0];
      }
    } else if (n->op == EXPR_ZEXT) {
      e = n->arg[0];
    } else {
      return zeros;
    }
  }
}

/* Bits that are left when those at the upper end are 0 by shape. */
static unsigned length(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  if (n->op == EXPR_ZEXT) return width_of(t, n->arg[0]);
  if (n->op == EXPR_CONST)
    return wide_length(n->width <= 64 ? &n->imm : table_wide(t, n), n->width);
  return n->width;
}

/* Where no bit is in both, nothing carries. */
static expr add_disjoint(expr_table *t, expr a, expr b) {
  if (zeros_below(t, a) < length(t, b) && zeros_below(t, b) < length(t, a))
    return none;
  return fired(t, RULE_ADD_DISJOINT, expr_or(t, a, b));
}

static expr add_terms(expr_table *t, expr x, expr y) {
  const expr_node n = *at(t, x);
  if (is_op_const(t, x, EXPR_ADD))
    return fired(t, RULE_ADD_CONST_OUT, add(t, add(t, n.arg[0], y), n.arg[1]));
  if (is_const_minus(t, x))
    return fired(t, RULE_ADD_MINUS_OUT,
                 add(t, sub(t, y, n.arg[1]), n.arg[0]));
  if (n.op == EXPR_NEG) return fired(t, RULE_ADD_NEG, sub(t, y, n.arg[0]));
  if (n.op == EXPR_SUB && expr_same(n.arg[1], y))
    return fired(t, RULE_ADD_SUB_SAME, n.arg[0]);
  return none;
}

/* Sums of the same terms are one, whatever the order: the last term by content
 * is outermost.  In long sums only the last few are looked at.  A sum is its outermost
 * term and the others. */
static bool take_term(const expr_table *t, expr sum, expr *term,
                      expr *others) {
  if (!is_op(t, sum, EXPR_ADD)) return false;
  const expr x = arg(t, sum, 0), y = arg(t, sum, 1);
  if (is_op(t, y, EXPR_ADD)) *term = x, *others = y;
  else *term = y, *others = x;
  return !is_op(t, *term, EXPR_ADD);
}

static expr add_sorted(expr_table *t, expr sum, expr y) {
  expr term, others, at = sum;
  if (is_op(t, y, EXPR_ADD)) return none;
  for (unsigned k = 0; take_term(t, at, &term, &others) &&
                       expr_order(t, y, term) <= 0; k++)
    if (k == limits.expr_sum_sorted) return none;
    else at = others;
  if (expr_same(at, sum)) return none;
  take_term(t, sum, &term, &others);
  return expr_same(y, term)
             ? fired(t, RULE_ADD_TWICE, add(t, others, add(t, y, y)))
             : fired(t, RULE_ADD_SORTED, add(t, add(t, others, y), term));
}

expr rewrite_add(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a);
  if (is_zero(t, b)) return fired(t, RULE_ADD_ZERO, a);
  if (width == 1) return fired(t, RULE_ADD_BIT,
                               expr_binary(t, EXPR_XOR, a, b));
  if (is_const(t, b)) {
    const expr r = add_const(t, a, b);
    return r.id ? r : add_disjoint(t, a, b);
  }
  if (expr_same(a, b))
    return fired(t, RULE_ADD_SELF,
                 expr_binary(t, EXPR_SHL, a, expr_const(t, width, 1)));
  if (is_complement(t, a, b))
    return fired(t, RULE_ADD_NOT_SELF, ones(t, width));
  expr r = add_terms(t, a, b);
  if (!r.id) r = add_terms(t, b, a);
  if (!r.id) r = rewrite_add_quotient(t, a, b);
  if (!r.id) r = rewrite_add_quotient(t, b, a);
  if (!r.id) r = add_disjoint(t, a, b);
  if (!r.id) r = add_sorted(t, a, b);
  return r.id ? r : add_sorted(t, b, a);
}

/* x + y minus one of the two, and the other ways round. */
static expr sub_cancel(expr_table *t, expr a, expr b) {
  const expr_node x = *at(t, a), y = *at(t, b);
  for (unsigned i = 0; i < 2; i++) {
    if (x.op == EXPR_ADD && expr_same(x.arg[i], b))
      return fired(t, RULE_SUB_ADD_SAME, x.arg[1 - i]);
    if (y.op == EXPR_ADD && expr_same(y.arg[i], a))
      return fired(t, RULE_SUB_SAME_ADD, neg(t, y.arg[1 - i]));
    if (x.op == EXPR_ADD && y.op == EXPR_ADD)
      for (unsigned j = 0; j < 2; j++)
        if (expr_same(x.arg[i], y.arg[j]))
          return fired(t, RULE_SUB_ADD_ADD,
                       sub(t, x.arg[1 - i], y.arg[1 - j]));
  }
  if (x.op == EXPR_SUB && expr_same(x.arg[0], b))
    return fired(t, RULE_SUB_SUB_SAME, neg(t, x.arg[1]));
  if (y.op == EXPR_SUB && expr_same(y.arg[0], a))
    return fired(t, RULE_SUB_SAME_SUB, y.arg[1]);
  return none;
}

/* Whether y is one of the outer terms of the sum; in long ones only of the last few. */
static bool has_term(const expr_table *t, expr sum, expr y) {
  expr term, others = sum;
  for (unsigned k = 0; k < limits.expr_sum_sorted && take_term(t, sum, &term, &others);
       k++) {
    if (expr_same(term, y)) return true;
    sum = others;
  }
  return expr_same(others, y);
}

/* A term goes before others do: sums of the same terms in any order cancel. */
static expr sub_term(expr_table *t, expr a, expr b) {
  const expr_node x = *at(t, a);
  expr term, others;
  if (take_term(t, a, &term, &others) && has_term(t, others, b))
    return fired(t, RULE_SUB_TERM, add(t, sub(t, others, b), term));
  if (x.op == EXPR_SUB && has_term(t, x.arg[0], b))
    return fired(t, RULE_SUB_TERM_FIRST, sub(t, sub(t, x.arg[0], b), x.arg[1]));
  return none;
}

expr rewrite_sub(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a);
  if (width == 1) return fired(t, RULE_SUB_BIT,
                               expr_binary(t, EXPR_XOR, a, b));
  if (is_const(t, b)) return fired(t, RULE_SUB_CONST, add(t, a, neg(t, b)));
  if (expr_same(a, b)) return fired(t, RULE_SUB_SELF, zero(t, width));
  if (is_zero(t, a)) return fired(t, RULE_SUB_FROM_ZERO, neg(t, b));
  if (is_ones(t, a)) return fired(t, RULE_SUB_FROM_ONES, expr_not(t, b));
  expr r = sub_cancel(t, a, b);
  if (!r.id) r = sub_term(t, a, b);
  if (!r.id) r = rewrite_sub_quotient(t, a, b);
  if (r.id) return r;
  const expr_node x = *at(t, a), y = *at(t, b);
  if (y.op == EXPR_NEG) return fired(t, RULE_SUB_NEG, add(t, a, y.arg[0]));
  if (y.op == EXPR_NOT && is_const(t, a))
    return fired(t, RULE_SUB_CONST_NOT,
                 add(t, y.arg[0], add(t, a, expr_const(t, width, 1))));
  if (is_op_const(t, b, EXPR_ADD))
    return fired(t, RULE_SUB_ADD_CONST,
                 add(t, sub(t, a, y.arg[0]), neg(t, y.arg[1])));
  if (is_const_minus(t, b))
    return fired(t, RULE_SUB_CONST_MINUS,
                 add(t, add(t, a, y.arg[1]), neg(t, y.arg[0])));
  if (is_op_const(t, a, EXPR_ADD))
    return fired(t, RULE_ADD_CONST_SUB,
                 add(t, sub(t, x.arg[0], b), x.arg[1]));
  if (is_const_minus(t, a))
    return fired(t, RULE_CONST_MINUS_SUB,
                 sub(t, x.arg[0], add(t, x.arg[1], b)));
  return none;
}
