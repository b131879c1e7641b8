#include "expr/rewrite.h"

/*
 * MUL and the divisions.
 */

static const expr none = {0};

static expr mul(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_MUL, a, b);
}

static expr neg(expr_table *t, expr a) { return expr_unary(t, EXPR_NEG, a); }

static expr mul_const(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  unsigned k;
  if (is_zero(t, c)) return fired(t, RULE_MUL_ZERO, c);
  if (is_one(t, c)) return fired(t, RULE_MUL_ONE, a);
  if (is_ones(t, c)) return fired(t, RULE_MUL_ONES, neg(t, a));
  if (is_power_of_two(t, c, &k))
    return fired(t, RULE_MUL_POWER,
                 expr_binary(t, EXPR_SHL, a, expr_const(t, n.width, k)));
  if (is_op_const(t, a, EXPR_MUL))
    return fired(t, RULE_MUL_CONST_MERGE,
                 mul(t, n.arg[0], mul(t, n.arg[1], c)));
  if (is_op_const(t, a, EXPR_ADD))
    return fired(t, RULE_MUL_ADD_CONST,
                 expr_binary(t, EXPR_ADD, mul(t, n.arg[0], c),
                             mul(t, n.arg[1], c)));
  if (n.op == EXPR_NEG)
    return fired(t, RULE_MUL_NEG_CONST, mul(t, n.arg[0], neg(t, c)));
  return none;
}

static expr mul_terms(expr_table *t, expr x, expr y) {
  const expr_node n = *at(t, x);
  if (is_op_const(t, x, EXPR_MUL))
    return fired(t, RULE_MUL_CONST_OUT, mul(t, mul(t, n.arg[0], y), n.arg[1]));
  if (n.op == EXPR_NEG)
    return fired(t, RULE_MUL_NEG, neg(t, mul(t, n.arg[0], y)));
  return none;
}

/* A product with 0 or 1 is a choice. */
static expr mul_bit(expr_table *t, expr x, expr y) {
  if (!is_op(t, x, EXPR_ZEXT) || width_of(t, arg(t, x, 0)) != 1) return none;
  return fired(t, RULE_MUL_ZEXT_BIT,
               expr_ite(t, arg(t, x, 0), y, zero(t, width_of(t, y))));
}

expr rewrite_mul(expr_table *t, expr a, expr b) {
  expr r;
  if (width_of(t, a) == 1) return fired(t, RULE_MUL_BIT, expr_and(t, a, b));
  if (is_const(t, b)) {
    if ((r = mul_const(t, a, b)).id) return r;
    return mul_bit(t, a, b);
  }
  if ((r = mul_terms(t, a, b)).id) return r;
  if ((r = mul_terms(t, b, a)).id) return r;
  if ((r = mul_bit(t, a, b)).id) return r;
  return mul_bit(t, b, a);
}

/* Both operands are zero-extended, or one is and the other is a constant that
 * fits: the operator on the narrow ones, extended.  {0} if not so. */
static expr narrow(expr_table *t, expr_op op, expr a, expr b) {
  const unsigned width = width_of(t, a);
  if (!is_op(t, a, EXPR_ZEXT)) return none;
  const expr x = arg(t, a, 0);
  const unsigned inner = width_of(t, x);
  if (is_const(t, b)) {
    if (!is_zero(t, expr_extract(t, b, inner, width - inner))) return none;
  } else if (op == EXPR_UDIV || !is_op(t, b, EXPR_ZEXT) ||
             width_of(t, arg(t, b, 0)) != inner) {
    return none;        /* a quotient by zero is not zero-extended */
  }
  const expr y = expr_extract(t, b, 0, inner);
  return expr_zext(t, expr_binary(t, op, x, y), width);
}

/* A constant above anything the zero-extended term can be. */
static bool exceeds(expr_table *t, expr c, expr a) {
  if (!is_const(t, c) || !is_op(t, a, EXPR_ZEXT)) return false;
  const unsigned inner = width_of(t, arg(t, a, 0));
  return !is_zero(t, expr_extract(t, c, inner, width_of(t, a) - inner));
}

expr rewrite_udiv(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a);
  unsigned k;
  if (is_zero(t, b)) return fired(t, RULE_UDIV_ZERO, ones(t, width));
  if (width == 1)
    return fired(t, RULE_UDIV_BIT, expr_or(t, a, expr_not(t, b)));
  if (is_power_of_two(t, b, &k))
    return fired(t, RULE_UDIV_POWER,
                 expr_binary(t, EXPR_LSHR, a, expr_const(t, width, k)));
  if (expr_same(a, b))
    return fired(t, RULE_UDIV_SELF,
                 expr_ite(t, expr_eq(t, a, zero(t, width)), ones(t, width),
                          expr_const(t, width, 1)));
  if (is_zero(t, a))
    return fired(t, RULE_UDIV_OF_ZERO,
                 expr_sext(t, expr_eq(t, b, a), width));
  if (exceeds(t, b, a)) return fired(t, RULE_UDIV_LARGE, zero(t, width));
  const expr r = narrow(t, EXPR_UDIV, a, b);
  return r.id ? fired(t, RULE_UDIV_ZEXT, r) : none;
}

expr rewrite_urem(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a);
  unsigned k;
  if (is_zero(t, b)) return fired(t, RULE_UREM_ZERO, a);
  if (width == 1)
    return fired(t, RULE_UREM_BIT, expr_and(t, a, expr_not(t, b)));
  if (is_one(t, b)) return fired(t, RULE_UREM_ONE, zero(t, width));
  if (is_power_of_two(t, b, &k))
    return fired(t, RULE_UREM_POWER,
                 expr_zext(t, expr_extract(t, a, 0, k), width));
  if (expr_same(a, b)) return fired(t, RULE_UREM_SELF, zero(t, width));
  if (is_zero(t, a)) return fired(t, RULE_UREM_OF_ZERO, a);
  if (exceeds(t, b, a)) return fired(t, RULE_UREM_LARGE, a);
  const expr r = narrow(t, EXPR_UREM, a, b);
  return r.id ? fired(t, RULE_UREM_ZEXT, r) : none;
}

/* A constant or ZEXT whose sign bit is 0. */
static bool is_nonnegative(const expr_table *t, expr e) {
  return is_const(t, e) ? !is_negative(t, e) : is_op(t, e, EXPR_ZEXT);
}

/* What is added to a negative dividend so that the shift rounds to zero:
 * 2^k - 1 if a < 0, else 0. */
static expr bias(expr_table *t, expr a, unsigned k) {
  return expr_zext(t, expr_sext(t, sign_bit(t, a), k), width_of(t, a));
}

expr rewrite_sdiv(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a);
  unsigned k;
  if (is_zero(t, b))
    return fired(t, RULE_SDIV_ZERO,
                 expr_ite(t, sign_bit(t, a), expr_const(t, width, 1),
                          ones(t, width)));
  if (width == 1)       /* 0/0 = -1, -1/0 = 1 = -1, 0/-1 = 0, -1/-1 = -1 */
    return fired(t, RULE_SDIV_BIT, expr_or(t, a, expr_not(t, b)));
  if (is_one(t, b)) return fired(t, RULE_SDIV_ONE, a);
  if (is_nonnegative(t, a) && is_nonnegative(t, b))
    return fired(t, RULE_SDIV_UDIV, expr_binary(t, EXPR_UDIV, a, b));
  if (is_negative(t, b) && !is_min_signed(t, b))
    return fired(t, RULE_SDIV_NEG,
                 neg(t, expr_binary(t, EXPR_SDIV, a, neg(t, b))));
  if (is_min_signed(t, b))
    return fired(t, RULE_SDIV_MIN,
                 expr_zext(t, expr_eq(t, a, b), width));
  if (is_power_of_two(t, b, &k)) {
    const expr sum = expr_binary(t, EXPR_ADD, a, bias(t, a, k));
    return fired(t, RULE_SDIV_POWER,
                 expr_binary(t, EXPR_ASHR, sum, expr_const(t, width, k)));
  }
  return rewrite_sdiv_narrow(t, a, b);
}

expr rewrite_srem(expr_table *t, expr a, expr b) {
  const unsigned width = width_of(t, a);
  unsigned k;
  if (is_zero(t, b)) return fired(t, RULE_SREM_ZERO, a);
  if (width == 1)
    return fired(t, RULE_SREM_BIT, expr_and(t, a, expr_not(t, b)));
  if (is_one(t, b)) return fired(t, RULE_SREM_ONE, zero(t, width));
  if (is_min_signed(t, b))
    return fired(t, RULE_SREM_MIN,
                 expr_ite(t, expr_eq(t, a, b), zero(t, width), a));
  if (is_negative(t, b))
    return fired(t, RULE_SREM_NEG, expr_binary(t, EXPR_SREM, a, neg(t, b)));
  if (expr_same(a, b)) return fired(t, RULE_SREM_SELF, zero(t, width));
  if (is_nonnegative(t, a) && is_nonnegative(t, b))
    return fired(t, RULE_SREM_UREM, expr_binary(t, EXPR_UREM, a, b));
  if (is_power_of_two(t, b, &k)) {
    const expr add = bias(t, a, k);
    const expr sum = expr_binary(t, EXPR_ADD, a, add);
    const expr low = expr_zext(t, expr_extract(t, sum, 0, k), width);
    return fired(t, RULE_SREM_POWER, expr_binary(t, EXPR_SUB, low, add));
  }
  return rewrite_srem_narrow(t, a, b);
}
