#include "expr/rewrite.h"

/*
 * ULT and SLT.  Below, `c` is a constant; it ends up on the right.
 */

static const expr none = {0};

static expr one(expr_table *t, unsigned width) {
  return expr_const(t, width, 1);
}

static expr less(expr_table *t, expr_op op, expr a, expr b) {
  return expr_binary(t, op, a, b);
}

/* c < x as not x < c + 1; c is not the largest. */
static expr flip(expr_table *t, expr_op op, expr c, expr x) {
  const expr next = expr_binary(t, EXPR_ADD, c, one(t, width_of(t, c)));
  return expr_not(t, less(t, op, x, next));
}

/* ite(c, k, x) < m: one arm folds. */
static expr less_ite(expr_table *t, expr_op op, expr a, expr m) {
  const expr_node n = *at(t, a);
  if (n.op != EXPR_ITE) return none;
  if (!is_const(t, n.arg[1]) && !is_const(t, n.arg[2])) return none;
  return fired(t, RULE_LESS_ITE,
               expr_ite(t, n.arg[0], less(t, op, n.arg[1], m),
                        less(t, op, n.arg[2], m)));
}

/* Is the constant c the extension of its own low part? */
static bool is_extended(expr_table *t, expr c, unsigned inner, bool is_signed) {
  const expr low = expr_extract(t, c, 0, inner);
  const unsigned width = width_of(t, c);
  return expr_same(c, is_signed ? expr_sext(t, low, width)
                                : expr_zext(t, low, width));
}

/* zext(x) + k < l where x lies within a window of its own width: what isdigit
 * and its like do.  The window is -k <= x < l - k. */
static expr ult_window(expr_table *t, expr a, expr c) {
  const unsigned width = width_of(t, a);
  if (width > 64 || !is_op_const(t, a, EXPR_ADD)) return none;
  const expr ext = arg(t, a, 0), k = arg(t, a, 1);
  if (!is_op(t, ext, EXPR_ZEXT)) return none;
  const expr x = arg(t, ext, 0);
  const unsigned inner = width_of(t, x);
  const uint64_t most = bits_mask(inner), length = at(t, c)->imm;
  const uint64_t start = (0 - at(t, k)->imm) & bits_mask(width);
  if (start > most || length > most || length - 1 > most - start) return none;
  const expr shifted = expr_binary(t, EXPR_ADD, x,
                                   expr_const(t, inner, 0 - start));
  return fired(t, RULE_ULT_WINDOW,
               less(t, EXPR_ULT, shifted, expr_const(t, inner, length)));
}

/* ext(x) + k <s l where neither side comes near the ends of its width. */
static expr slt_shifted(expr_table *t, expr a, expr c) {
  const unsigned width = width_of(t, a);
  if (width > 64 || width < 4 || !is_op_const(t, a, EXPR_ADD)) return none;
  const expr ext = arg(t, a, 0), k = arg(t, a, 1);
  if (!is_op(t, ext, EXPR_ZEXT) && !is_op(t, ext, EXPR_SEXT)) return none;
  if (width_of(t, arg(t, ext, 0)) > width - 2) return none;
  const int64_t quarter = (int64_t) 1 << (width - 2);
  const int64_t by = bits_signed(at(t, k)->imm, width);
  const int64_t bound = bits_signed(at(t, c)->imm, width);
  if (by < -quarter || by >= quarter || bound < -quarter || bound >= quarter)
    return none;
  return fired(t, RULE_SLT_SHIFTED,
               less(t, EXPR_SLT, ext, expr_binary(t, EXPR_SUB, c, k)));
}

static expr ult_const(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  const expr x = n.arg[0];
  if (is_zero(t, c)) return fired(t, RULE_ULT_ZERO, expr_false(t));
  if (is_one(t, c))
    return fired(t, RULE_ULT_ONE, expr_eq(t, a, zero(t, n.width)));
  if (is_ones(t, c)) return fired(t, RULE_ULT_ONES, expr_ne(t, a, c));
  if (is_min_signed(t, c))
    return fired(t, RULE_ULT_MIN_SIGNED, expr_not(t, sign_bit(t, a)));
  if (n.op == EXPR_ZEXT) {
    const unsigned inner = width_of(t, x);
    if (!is_extended(t, c, inner, false))
      return fired(t, RULE_ULT_ZEXT_LARGE, expr_true(t));
    return fired(t, RULE_ULT_ZEXT_CONST,
                 less(t, EXPR_ULT, x, expr_extract(t, c, 0, inner)));
  }
  if (n.op == EXPR_SEXT && is_extended(t, c, width_of(t, x), true))
    return fired(t, RULE_ULT_SEXT_CONST,
                 less(t, EXPR_ULT, x, expr_extract(t, c, 0, width_of(t, x))));
  if (n.op == EXPR_NOT)
    return fired(t, RULE_ULT_NOT_CONST, less(t, EXPR_ULT, expr_not(t, c), x));
  if (n.op == EXPR_CONCAT) {
    const unsigned seam = width_of(t, n.arg[1]);
    if (is_zero(t, expr_extract(t, c, 0, seam)))
      return fired(t, RULE_ULT_CONCAT_CONST,
                   less(t, EXPR_ULT, x,
                        expr_extract(t, c, seam, n.width - seam)));
    if (is_const(t, x)) {       /* the upper part alone may decide */
      const expr high = expr_extract(t, c, seam, n.width - seam);
      if (!expr_same(high, x))
        return fired(t, RULE_ULT_CONCAT_HIGH, less(t, EXPR_ULT, x, high));
      return fired(t, RULE_ULT_CONCAT_LOW,
                   less(t, EXPR_ULT, n.arg[1], expr_extract(t, c, 0, seam)));
    }
  }
  const expr r = ult_window(t, a, c);
  return r.id ? r : less_ite(t, EXPR_ULT, a, c);
}

/* Both extended from the same width in the same way. */
static bool extended_alike(const expr_table *t, expr_op op, expr a, expr b) {
  return is_op(t, a, op) && is_op(t, b, op) &&
         width_of(t, arg(t, a, 0)) == width_of(t, arg(t, b, 0));
}

/* Zero-extended from different widths: the longer inner width is enough.  {0}
 * if not so. */
static expr narrow_zext(expr_table *t, expr a, expr b) {
  if (!is_op(t, a, EXPR_ZEXT) || !is_op(t, b, EXPR_ZEXT)) return none;
  const expr x = arg(t, a, 0), y = arg(t, b, 0);
  const unsigned v = width_of(t, x), w = width_of(t, y);
  const unsigned enough = v > w ? v : w;
  return less(t, EXPR_ULT, expr_zext(t, x, enough), expr_zext(t, y, enough));
}

expr rewrite_ult(expr_table *t, expr a, expr b) {
  if (expr_same(a, b)) return fired(t, RULE_ULT_SELF, expr_false(t));
  if (width_of(t, a) == 1)
    return fired(t, RULE_ULT_BIT, expr_and(t, expr_not(t, a), b));
  expr r = rewrite_ult_quotient(t, a, b);
  if (r.id) return r;
  if (is_const(t, b)) return ult_const(t, a, b);
  if (is_ones(t, a)) return fired(t, RULE_ONES_ULT, expr_false(t));
  if (is_const(t, a))
    return fired(t, RULE_CONST_ULT, flip(t, EXPR_ULT, a, b));
  r = narrow_zext(t, a, b);
  if (r.id) return fired(t, RULE_ULT_ZEXT, r);
  const expr_node x = *at(t, a), y = *at(t, b);
  if (extended_alike(t, EXPR_SEXT, a, b))
    return fired(t, RULE_ULT_SEXT, less(t, EXPR_ULT, x.arg[0], y.arg[0]));
  if (x.op == EXPR_NOT && y.op == EXPR_NOT)
    return fired(t, RULE_ULT_NOT, less(t, EXPR_ULT, y.arg[0], x.arg[0]));
  if (x.op == EXPR_CONCAT && y.op == EXPR_CONCAT) {
    if (expr_same(x.arg[0], y.arg[0]))
      return fired(t, RULE_ULT_CONCAT_SAME_HIGH,
                   less(t, EXPR_ULT, x.arg[1], y.arg[1]));
    if (expr_same(x.arg[1], y.arg[1]))
      return fired(t, RULE_ULT_CONCAT_SAME_LOW,
                   less(t, EXPR_ULT, x.arg[0], y.arg[0]));
  }
  return none;
}

static expr slt_const(expr_table *t, expr a, expr c) {
  const expr_node n = *at(t, a);
  const expr x = n.arg[0];
  if (is_min_signed(t, c)) return fired(t, RULE_SLT_MIN, expr_false(t));
  if (is_max_signed(t, c)) return fired(t, RULE_SLT_MAX, expr_ne(t, a, c));
  if (is_zero(t, c)) return fired(t, RULE_SLT_ZERO, sign_bit(t, a));
  const expr least = min_signed(t, n.width);
  if (expr_same(c, expr_binary(t, EXPR_ADD, least, one(t, n.width))))
    return fired(t, RULE_SLT_NEXT_MIN, expr_eq(t, a, least));
  if (n.op == EXPR_ZEXT) {
    if (is_negative(t, c))
      return fired(t, RULE_SLT_ZEXT_NEGATIVE, expr_false(t));
    return fired(t, RULE_SLT_ZEXT_CONST, less(t, EXPR_ULT, a, c));
  }
  if (n.op == EXPR_SEXT) {
    const unsigned inner = width_of(t, x);
    if (is_extended(t, c, inner, true))
      return fired(t, RULE_SLT_SEXT_CONST,
                   less(t, EXPR_SLT, x, expr_extract(t, c, 0, inner)));
    return fired(t, RULE_SLT_SEXT_FAR,
                 is_negative(t, c) ? expr_false(t) : expr_true(t));
  }
  if (n.op == EXPR_NOT)
    return fired(t, RULE_SLT_NOT_CONST, less(t, EXPR_SLT, expr_not(t, c), x));
  const expr r = slt_shifted(t, a, c);
  return r.id ? r : less_ite(t, EXPR_SLT, a, c);
}

/* Addends that cannot overflow together: MOST_ADDENDS of them, each extended
 * by EXTENSION bits.  False: there are others. */
enum { MOST_ADDENDS = 8, EXTENSION = 4 };

static bool addends(const expr_table *t, expr e, expr *out, unsigned *count) {
  if (is_op(t, e, EXPR_ADD))
    return addends(t, arg(t, e, 0), out, count) &&
           addends(t, arg(t, e, 1), out, count);
  if ((!is_op(t, e, EXPR_SEXT) && !is_op(t, e, EXPR_ZEXT)) ||
      width_of(t, arg(t, e, 0)) + EXTENSION > width_of(t, e) ||
      *count == MOST_ADDENDS)
    return false;
  out[(*count)++] = e;
  return true;
}

static expr sum_of(expr_table *t, const expr *e, unsigned count,
                   unsigned width) {
  expr sum = zero(t, width);
  for (unsigned k = 0; k < count; k++)
    sum = k ? expr_binary(t, EXPR_ADD, sum, e[k]) : e[k];
  return sum;
}

/* Takes what both sides have from both. */
static expr slt_sums(expr_table *t, expr a, expr b) {
  expr x[MOST_ADDENDS], y[MOST_ADDENDS];
  unsigned n = 0, m = 0, same = 0;
  if (!is_op(t, a, EXPR_ADD) && !is_op(t, b, EXPR_ADD)) return none;
  if (!addends(t, a, x, &n) || !addends(t, b, y, &m)) return none;
  for (unsigned i = 0; i < n; i++)
    for (unsigned k = 0; k < m; k++)
      if (expr_same(x[i], y[k])) {
        n--;
        m--;
        for (unsigned j = i; j < n; j++) x[j] = x[j + 1];
        for (unsigned j = k; j < m; j++) y[j] = y[j + 1];
        same++;
        i--;
        break;
      }
  if (!same) return none;
  const unsigned width = width_of(t, a);
  return fired(t, RULE_SLT_SUMS,
               less(t, EXPR_SLT, sum_of(t, x, n, width),
                    sum_of(t, y, m, width)));
}

expr rewrite_slt(expr_table *t, expr a, expr b) {
  if (expr_same(a, b)) return fired(t, RULE_SLT_SELF, expr_false(t));
  if (width_of(t, a) == 1)
    return fired(t, RULE_SLT_BIT, expr_and(t, a, expr_not(t, b)));
  if (is_const(t, b)) return slt_const(t, a, b);
  if (is_max_signed(t, a)) return fired(t, RULE_MAX_SLT, expr_false(t));
  if (is_const(t, a))
    return fired(t, RULE_CONST_SLT, flip(t, EXPR_SLT, a, b));
  expr r = narrow_zext(t, a, b);
  if (r.id) return fired(t, RULE_SLT_ZEXT, r);
  const expr_node x = *at(t, a), y = *at(t, b);
  if (extended_alike(t, EXPR_SEXT, a, b))
    return fired(t, RULE_SLT_SEXT, less(t, EXPR_SLT, x.arg[0], y.arg[0]));
  if (x.op == EXPR_NOT && y.op == EXPR_NOT)
    return fired(t, RULE_SLT_NOT, less(t, EXPR_SLT, y.arg[0], x.arg[0]));
  return slt_sums(t, a, b);
}
