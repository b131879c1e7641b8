#include "expr/rewrite.h"

#include "base/limits.h"
#include "expr/wide.h"

/*
 * Operators that only move bits: CONCAT, EXTRACT, extensions, shifts.
 */

static const expr none = {0};

/* A constant shift amount; the width if it is that or more. */
static unsigned amount(const expr_table *t, expr e) {
  const expr_node *n = at(t, e);
  return wide_amount(n->width <= 64 ? &n->imm : table_wide(t, n), n->width);
}

static expr shift_by_const(expr_table *t, expr_op op, expr a, unsigned k) {
  const unsigned width = width_of(t, a);
  if (k == 0) return fired(t, RULE_SHIFT_ZERO, a);
  if (k == width) {
    if (op == EXPR_ASHR)
      return fired(t, RULE_ASHR_PAST, expr_sext(t, sign_bit(t, a), width));
    return fired(t, RULE_SHIFT_PAST, zero(t, width));
  }
  if (op == EXPR_SHL)
    return fired(t, RULE_SHL_CONST,
                 expr_concat(t, expr_extract(t, a, 0, width - k), zero(t, k)));
  const expr rest = expr_extract(t, a, k, width - k);
  if (op == EXPR_LSHR)
    return fired(t, RULE_LSHR_CONST, expr_zext(t, rest, width));
  return fired(t, RULE_ASHR_CONST, expr_sext(t, rest, width));
}

expr rewrite_shift(expr_table *t, expr_op op, expr a, expr b) {
  if (is_const(t, b)) return shift_by_const(t, op, a, amount(t, b));
  if (is_zero(t, a)) return fired(t, RULE_SHIFT_OF_ZERO, a);
  if (op == EXPR_ASHR && is_ones(t, a)) return fired(t, RULE_ASHR_OF_ONES, a);
  if (width_of(t, a) == 1) {
    if (op == EXPR_ASHR) return fired(t, RULE_ASHR_BIT, a);
    return fired(t, RULE_SHIFT_BIT, expr_and(t, a, expr_not(t, b)));
  }
  return none;
}

expr rewrite_zext(expr_table *t, expr a, unsigned width) {
  if (is_op(t, a, EXPR_ZEXT))
    return fired(t, RULE_ZEXT_ZEXT, expr_zext(t, arg(t, a, 0), width));
  return none;
}

expr rewrite_sext(expr_table *t, expr a, unsigned width) {
  if (is_op(t, a, EXPR_ZEXT))
    return fired(t, RULE_SEXT_ZEXT, expr_zext(t, arg(t, a, 0), width));
  if (is_op(t, a, EXPR_SEXT))
    return fired(t, RULE_SEXT_SEXT, expr_sext(t, arg(t, a, 0), width));
  return none;
}

/* CONCAT ------------------------------------------------------------------ */

/* Two slices of one term that touch, or two constants: one part; or {0}. */
static expr join(expr_table *t, expr high, expr low) {
  if (is_const(t, high) && is_const(t, low))
    return fired(t, RULE_CONCAT_CONST, expr_concat(t, high, low));
  const unsigned above = width_of(t, high), below = width_of(t, low);
  unsigned high_from, low_from;
  const expr x = rewrite_memo_origin(t, high, &high_from);
  const expr y = rewrite_memo_origin(t, low, &low_from);
  if (x.id && expr_same(x, y) && high_from == low_from + below)
    return fired(t, RULE_CONCAT_EXTRACT,
                 expr_extract(t, x, low_from, above + below));
  /* A term's slice above the whole of another's: s[31:8] over s[7:0] where
   * the latter was pushed down and remembered for another term. */
  if (x.id && high_from >= below &&
      expr_same(rewrite_memo_get(t, x, high_from - below, below), low))
    return fired(t, RULE_CONCAT_REMEMBERED,
                 expr_extract(t, x, high_from - below, above + below));
  return none;
}

/* The bit of which a term is nothing but copies; {0} if it is not. */
static expr copied_bit(const expr_table *t, expr e) {
  if (width_of(t, e) == 1) return e;
  const expr_node *n = at(t, e);
  return n->op == EXPR_SEXT && width_of(t, n->arg[0]) == 1 ? n->arg[0] : none;
}

static expr concat_sign(expr_table *t, expr high, expr low) {
  const unsigned width = width_of(t, high) + width_of(t, low);
  const expr bit = copied_bit(t, high);
  if (!bit.id || is_const(t, bit)) return none;
  const expr below = copied_bit(t, low);
  if (expr_same(bit, below))
    return fired(t, RULE_CONCAT_COPIES, expr_sext(t, bit, width));
  if (is_op(t, low, EXPR_CONCAT)) {
    const expr middle = arg(t, low, 0), rest = arg(t, low, 1);
    if (expr_same(copied_bit(t, middle), bit)) {
      const unsigned copies = width_of(t, high) + width_of(t, middle);
      return fired(t, RULE_CONCAT_COPIES_REST,
                   expr_concat(t, expr_sext(t, bit, copies), rest));
    }
  }
  if (is_op(t, high, EXPR_SEXT) && expr_same(bit, sign_bit(t, low)))
    return fired(t, RULE_CONCAT_SEXT, expr_sext(t, low, width));
  return none;
}

expr rewrite_concat(expr_table *t, expr high, expr low) {
  const unsigned width = width_of(t, high) + width_of(t, low);
  if (is_zero(t, high)) return fired(t, RULE_CONCAT_ZERO,
                                     expr_zext(t, low, width));
  if (is_op(t, high, EXPR_ZEXT))
    return fired(t, RULE_CONCAT_ZEXT,
                 expr_zext(t, expr_concat(t, arg(t, high, 0), low), width));
  if (is_op(t, high, EXPR_CONCAT)) {
    const expr top = arg(t, high, 0), middle = arg(t, high, 1);
    return fired(t, RULE_CONCAT_RIGHT,
                 expr_concat(t, top, expr_concat(t, middle, low)));
  }
  expr r = join(t, high, low);
  if (r.id) return r;
  if (is_op(t, low, EXPR_CONCAT)) {
    const expr rest = arg(t, low, 1);
    r = join(t, high, arg(t, low, 0));
    if (r.id) return fired(t, RULE_CONCAT_JOIN, expr_concat(t, r, rest));
  }
  const expr_node x = *at(t, high), y = *at(t, low);
  if (x.op == EXPR_ITE && y.op == EXPR_ITE && expr_same(x.arg[0], y.arg[0]))
    return fired(t, RULE_CONCAT_ITE,
                 expr_ite(t, x.arg[0], expr_concat(t, x.arg[1], y.arg[1]),
                          expr_concat(t, x.arg[2], y.arg[2])));
  return concat_sign(t, high, low);
}

/* EXTRACT ----------------------------------------------------------------- */

static expr extract_concat(expr_table *t, expr a, unsigned low,
                           unsigned width) {
  const expr x = arg(t, a, 0), y = arg(t, a, 1);
  const unsigned seam = width_of(t, y);
  if (low + width <= seam)
    return fired(t, RULE_EXTRACT_CONCAT_LOW, expr_extract(t, y, low, width));
  if (low >= seam)
    return fired(t, RULE_EXTRACT_CONCAT_HIGH,
                 expr_extract(t, x, low - seam, width));
  const expr high = expr_extract(t, x, 0, low + width - seam);
  return fired(t, RULE_EXTRACT_CONCAT_BOTH,
               expr_concat(t, high, expr_extract(t, y, low, seam - low)));
}

static expr extract_zext(expr_table *t, expr a, unsigned low,
                         unsigned width) {
  const expr x = arg(t, a, 0);
  const unsigned inner = width_of(t, x);
  if (low + width <= inner)
    return fired(t, RULE_EXTRACT_ZEXT_LOW, expr_extract(t, x, low, width));
  if (low >= inner) return fired(t, RULE_EXTRACT_ZEXT_HIGH, zero(t, width));
  return fired(t, RULE_EXTRACT_ZEXT_BOTH,
               expr_zext(t, expr_extract(t, x, low, inner - low), width));
}

static expr extract_sext(expr_table *t, expr a, unsigned low,
                         unsigned width) {
  const expr x = arg(t, a, 0);
  const unsigned inner = width_of(t, x);
  if (low + width <= inner)
    return fired(t, RULE_EXTRACT_SEXT_LOW, expr_extract(t, x, low, width));
  if (low >= inner)
    return fired(t, RULE_EXTRACT_SEXT_HIGH,
                 expr_sext(t, sign_bit(t, x), width));
  return fired(t, RULE_EXTRACT_SEXT_BOTH,
               expr_sext(t, expr_extract(t, x, low, inner - low), width));
}

/* A bit of a sum depends only on the bits below it. */
static expr extract_sum(expr_table *t, expr a, unsigned low, unsigned width) {
  const expr_node n = *at(t, a);
  const unsigned needed = low + width;
  if (needed == n.width) return none;
  const expr x = expr_extract(t, n.arg[0], 0, needed);
  expr sum;
  if (n.op == EXPR_NEG)
    sum = expr_unary(t, EXPR_NEG, x);
  else
    sum = expr_binary(t, (expr_op) n.op, x,
                      expr_extract(t, n.arg[1], 0, needed));
  return low ? fired(t, RULE_EXTRACT_SUM_NARROW,
                     expr_extract(t, sum, low, width))
             : fired(t, RULE_EXTRACT_SUM, sum);
}

/* Most of a wide term: a chain of them (digits of a quotient, each of a rest that is moved
 * by one) would be made anew below each. */
static bool is_most(const expr_node *n, unsigned width) {
  return n->width > limits.expr_narrow_bits && 2 * width > n->width;
}

static expr push_extract(expr_table *t, expr a, unsigned low,
                         unsigned width) {
  const expr_node n = *at(t, a);
  const expr x = n.arg[0], y = n.arg[1], z = n.arg[2];
  if (n.op == EXPR_NOT)
    return fired(t, RULE_EXTRACT_NOT,
                 expr_not(t, expr_extract(t, x, low, width)));
  if (n.op == EXPR_AND || n.op == EXPR_OR || n.op == EXPR_XOR)
    return fired(t, RULE_EXTRACT_BITS,
                 expr_binary(t, (expr_op) n.op,
                             expr_extract(t, x, low, width),
                             expr_extract(t, y, low, width)));
  if (n.op == EXPR_NEG || n.op == EXPR_ADD || n.op == EXPR_SUB ||
      n.op == EXPR_MUL)
    return is_most(&n, low + width) ? none : extract_sum(t, a, low, width);
  if (n.op == EXPR_ITE && !is_most(&n, width))
    return fired(t, RULE_EXTRACT_ITE,
                 expr_ite(t, x, expr_extract(t, y, low, width),
                          expr_extract(t, z, low, width)));
  return none;
}

expr rewrite_extract(expr_table *t, expr a, unsigned low, unsigned width) {
  const expr_node n = *at(t, a);
  if (n.op == EXPR_EXTRACT)
    return fired(t, RULE_EXTRACT_EXTRACT,
                 expr_extract(t, n.arg[0], (unsigned) n.imm + low, width));
  if (n.op == EXPR_CONCAT) return extract_concat(t, a, low, width);
  if (n.op == EXPR_ZEXT) return extract_zext(t, a, low, width);
  if (n.op == EXPR_SEXT) return extract_sext(t, a, low, width);
  const expr known = rewrite_memo_get(t, a, low, width);
  if (known.id) return known;
  const expr r = push_extract(t, a, low, width);
  if (r.id) rewrite_memo_put(t, a, low, width, r);
  return r;
}
