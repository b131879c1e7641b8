#include "expr/rewrite.h"

#include "expr/wide.h"

/*
 * What quotients and remainders are to what they are made of.  None of these rules has a
 * condition: with SMT-LIB's division by zero, x / y * y + x % y is x for each y, signed
 * or not.
 */

static const expr none = {0};

static bool is_division(const expr_table *t, expr e, expr_op op, expr x, expr y) {
  return is_op(t, e, op) && expr_same(arg(t, e, 0), x) && expr_same(arg(t, e, 1), y);
}

/* Is e some x / y * y?  Signed, if *op is SDIV after it. */
static bool is_multiple(const expr_table *t, expr e, expr_op *op, expr *x, expr *y) {
  if (!is_op(t, e, EXPR_MUL)) return false;
  for (unsigned i = 0; i < 2; i++) {
    const expr quotient = arg(t, e, i), factor = arg(t, e, 1 - i);
    if (!is_op(t, quotient, EXPR_UDIV) && !is_op(t, quotient, EXPR_SDIV)) continue;
    if (!expr_same(arg(t, quotient, 1), factor)) continue;
    *op = (expr_op) at(t, quotient)->op;
    *x = arg(t, quotient, 0);
    *y = factor;
    return true;
  }
  return false;
}

static expr_op rest_of(expr_op division) {
  return division == EXPR_SDIV ? EXPR_SREM : EXPR_UREM;
}

static expr is_zero_term(expr_table *t, expr e) {
  return expr_eq(t, e, zero(t, width_of(t, e)));
}

expr rewrite_add_quotient(expr_table *t, expr a, expr b) {
  expr_op op;
  expr x, y;
  if (!is_multiple(t, a, &op, &x, &y) || !is_division(t, b, rest_of(op), x, y))
    return none;
  return fired(t, RULE_ADD_QUOTIENT, x);
}

expr rewrite_sub_quotient(expr_table *t, expr a, expr b) {
  expr_op op;
  expr x, y;
  if (!is_multiple(t, b, &op, &x, &y) || !expr_same(x, a)) return none;
  return fired(t, RULE_SUB_QUOTIENT, expr_binary(t, rest_of(op), x, y));
}

/* x / k = l with numbers: an interval of x. */
static expr eq_quotient_const(expr_table *t, expr a, expr c) {
  const unsigned width = width_of(t, a);
  const expr x = arg(t, a, 0), k = arg(t, a, 1);
  uint64_t divisor, quotient, low, high;
  if (!expr_value(t, k, &divisor) || !divisor || !expr_value(t, c, &quotient))
    return none;
  const uint64_t most = bits_mask(width);
  if (__builtin_mul_overflow(divisor, quotient, &low) || low > most)
    return fired(t, RULE_EQ_UDIV_CONST, expr_false(t));
  const expr from = expr_const(t, width, low);
  if (__builtin_add_overflow(low, divisor - 1, &high) || high > most)
    return fired(t, RULE_EQ_UDIV_CONST,
                 expr_not(t, expr_binary(t, EXPR_ULT, x, from)));
  return fired(t, RULE_EQ_UDIV_CONST,
               expr_binary(t, EXPR_ULT, expr_binary(t, EXPR_SUB, x, from), k));
}

static expr eq_quotient(expr_table *t, expr a, expr b) {
  expr_op op;
  expr x, y;
  if (is_op(t, a, EXPR_UREM) && expr_same(arg(t, a, 0), b)) {
    y = arg(t, a, 1);
    return fired(t, RULE_EQ_UREM_SELF,
                 expr_or(t, is_zero_term(t, y), expr_binary(t, EXPR_ULT, b, y)));
  }
  if (is_multiple(t, a, &op, &x, &y) && expr_same(x, b))
    return fired(t, RULE_EQ_MULTIPLE,
                 is_zero_term(t, expr_binary(t, rest_of(op), x, y)));
  return none;
}

expr rewrite_eq_quotient(expr_table *t, expr a, expr b) {
  if (is_op(t, a, EXPR_UDIV) && is_zero(t, b))
    return fired(t, RULE_EQ_UDIV_ZERO,
                 expr_binary(t, EXPR_ULT, arg(t, a, 0), arg(t, a, 1)));
  if (is_op(t, a, EXPR_UDIV) && is_const(t, b)) {
    const expr r = eq_quotient_const(t, a, b);
    if (r.id) return r;
  }
  const expr r = eq_quotient(t, a, b);
  return r.id ? r : eq_quotient(t, b, a);
}

/* x / k < l with numbers. */
static expr ult_quotient_const(expr_table *t, expr a, expr c) {
  const unsigned width = width_of(t, a);
  uint64_t divisor, bound, product;
  if (!expr_value(t, arg(t, a, 1), &divisor) || !divisor || !expr_value(t, c, &bound))
    return none;
  if (__builtin_mul_overflow(divisor, bound, &product) || product > bits_mask(width))
    return fired(t, RULE_ULT_UDIV_CONST, expr_true(t));
  return fired(t, RULE_ULT_UDIV_CONST,
               expr_binary(t, EXPR_ULT, arg(t, a, 0), expr_const(t, width, product)));
}

expr rewrite_ult_quotient(expr_table *t, expr a, expr b) {
  const expr_node n = *at(t, b);
  expr_op op;
  expr x, y;
  if (is_op(t, a, EXPR_UDIV) && is_const(t, b)) return ult_quotient_const(t, a, b);
  if (is_op(t, a, EXPR_UREM) && expr_same(arg(t, a, 1), b))
    return fired(t, RULE_UREM_ULT, expr_not(t, is_zero_term(t, b)));
  if (n.op == EXPR_UREM && expr_same(n.arg[0], a))
    return fired(t, RULE_ULT_UREM, expr_false(t));
  if (n.op == EXPR_UREM && expr_same(n.arg[1], a))
    return fired(t, RULE_ULT_UREM_BY,
                 expr_and(t, is_zero_term(t, a), expr_not(t, is_zero_term(t, n.arg[0]))));
  if (n.op == EXPR_UDIV && expr_same(n.arg[0], a))
    return fired(t, RULE_ULT_UDIV,
                 expr_and(t, is_zero_term(t, n.arg[1]),
                          expr_ne(t, a, ones(t, n.width))));
  if (is_multiple(t, b, &op, &x, &y) && op == EXPR_UDIV && expr_same(x, a))
    return fired(t, RULE_ULT_MULTIPLE, expr_false(t));
  return none;
}

/* So many bits, the last of which is the sign, are the whole value. */
static unsigned signed_length(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  if (n->op == EXPR_SEXT) return width_of(t, n->arg[0]);
  if (n->op == EXPR_ZEXT) return width_of(t, n->arg[0]) + 1;
  if (n->op != EXPR_CONST) return n->width;
  const uint64_t *limbs = n->width <= 64 ? &n->imm : table_wide(t, n);
  unsigned length = n->width;
  const bool sign = wide_bit(limbs, length - 1);
  while (length > 1 && wide_bit(limbs, length - 2) == sign) length--;
  return length;
}

/* At least 2: there -1 is not 1. */
static unsigned common_length(const expr_table *t, expr a, expr b) {
  const unsigned x = signed_length(t, a), y = signed_length(t, b);
  const unsigned longer = x > y ? x : y;
  return longer < 2 ? 2 : longer;
}

expr rewrite_sdiv_narrow(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a), length = common_length(t, a, b);
  if (length >= width) return none;
  const expr x = expr_extract(t, a, 0, length), y = expr_extract(t, b, 0, length);
  const expr is_past = expr_and(t, expr_eq(t, x, min_signed(t, length)),
                                expr_eq(t, y, ones(t, length)));
  const expr quotient = expr_sext(t, expr_binary(t, EXPR_SDIV, x, y), width);
  return fired(t, RULE_SDIV_SEXT,
               expr_ite(t, is_past, expr_zext(t, min_signed(t, length), width),
                        quotient));
}

expr rewrite_srem_narrow(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a), length = common_length(t, a, b);
  if (length >= width) return none;
  const expr x = expr_extract(t, a, 0, length), y = expr_extract(t, b, 0, length);
  return fired(t, RULE_SREM_SEXT,
               expr_sext(t, expr_binary(t, EXPR_SREM, x, y), width));
}
