#include "expr/rewrite.h"

#include "expr/float.h"
#include "expr/range.h"

#include <assert.h>

/*
 * Floats that are integers.  Text becomes a number as an integer of its digits
 * that is converted; then programs compare it with limits and convert it back.
 * Where the conversion is exact, all that is integer arithmetic, which the
 * solver answers hundreds of times faster.
 *
 * A float is called whole here if it is certainly the exact value of a signed
 * integer term of at most WHOLE_BITS bits.  It is then neither infinite nor
 * NaN.  The operators keep to nearest even, so that sums of zero are +0.
 */
enum { WHOLE_BITS = 62 };

static const expr none = {0};

/* How many bits the significand of a format has. */
static unsigned digits(unsigned format) {
  return format == 16 ? 11 : format == 32 ? 24 : format == 64 ? 53
         : format == 80 ? 64 : 113;
}

static expr float_of(expr_table *t, expr_op op, unsigned width, expr a) {
  return expr_float(t, op, width, ROUND_NEAREST_EVEN, a, none, none);
}

/* Bits that the unsigned value needs. */
static unsigned length(expr_table *t, expr a) {
  const unsigned width = width_of(t, a);
  if (width > 64) return width;
  const uint64_t high = range_of(t, a).high;
  return high ? 64 - (unsigned) __builtin_clzll(high) : 0;
}

/* Is f a conversion that loses nothing? */
static bool is_exact(expr_table *t, expr f) {
  const expr_node n = *at(t, f);
  if (n.op == EXPR_UTOF) return length(t, n.arg[0]) <= digits(n.width);
  return n.op == EXPR_STOF && width_of(t, n.arg[0]) - 1 <= digits(n.width);
}

/* The integer whose value f is, never -0; {0} if that is not certain. */
static expr whole(expr_table *t, expr f) {
  const expr_node n = *at(t, f);
  if (n.op == EXPR_CONST) {
    const expr k = expr_float(t, EXPR_FTOS, WHOLE_BITS, ROUND_ZERO, f, none,
                              none);
    /* Out of range the conversion gives something, but not its own source. */
    return is_const(t, k) && expr_same(float_of(t, EXPR_STOF, n.width, k), f)
           ? k : none;
  }
  if (!is_exact(t, f)) return none;
  const unsigned width = width_of(t, n.arg[0]);
  if (n.op == EXPR_STOF) return width <= WHOLE_BITS ? n.arg[0] : none;
  const unsigned needed = length(t, n.arg[0]);
  if (needed >= WHOLE_BITS) return none;
  return expr_resize(t, n.arg[0], width < WHOLE_BITS ? width + 1 : WHOLE_BITS,
                     false);
}

/* The float of which f has the opposite sign, if it is written so. */
static expr negated(const expr_table *t, expr f) {
  const expr_node *n = at(t, f);
  return n->op == EXPR_XOR && is_min_signed(t, n->arg[1]) ? n->arg[0] : none;
}

/* As whole, where +0 and -0 are the same. */
static expr whole_or_negated(expr_table *t, expr f) {
  const expr positive = negated(t, f);
  if (!positive.id) return whole(t, f);
  const expr x = whole(t, positive);
  if (!x.id || width_of(t, x) == WHOLE_BITS) return none;
  return expr_unary(t, EXPR_NEG, expr_sext(t, x, width_of(t, x) + 1));
}

static expr negate(expr_table *t, expr f) {
  return expr_binary(t, EXPR_XOR, f, min_signed(t, width_of(t, f)));
}

/* Products and quotients with a constant ------------------------------------ */

/* f(x) * k or f(x) / k with k > 0, rounded.  It is no NaN, and where x grows it does not fall. */
typedef struct scaled {
  expr x, k;                    /* x as whole_or_negated() gives it */
  const expr_node *node;
} scaled;

static bool is_positive(expr_table *t, expr k) {
  const unsigned width = width_of(t, k);
  const expr zero = expr_const(t, 8, 0), nothing = float_of(t, EXPR_STOF, width, zero);
  const expr rest = expr_float(t, EXPR_FSUB, width, ROUND_NEAREST_EVEN, k, k, none);
  return expr_is_true(t, expr_float(t, EXPR_FLT, 1, ROUND_NEAREST_EVEN, nothing, k, none)) &&
         expr_same(rest, nothing);      /* infinity - infinity is NaN */
}

static bool is_scaled(expr_table *t, const expr_node *n, scaled *s) {
  if (n->op != EXPR_FMUL && n->op != EXPR_FDIV) return false;
  const unsigned at_k = n->op == EXPR_FDIV || is_const(t, n->arg[1]);
  s->k = n->arg[at_k];
  s->node = n;
  if (!is_const(t, s->k) || is_const(t, n->arg[1 - at_k])) return false;
  s->x = whole_or_negated(t, n->arg[1 - at_k]);
  return s->x.id && is_positive(t, s->k);
}

/* Is `is_left ? value OP c : c OP value` true where x has the value m?  False, too: the host
 * cannot say. */
static bool evaluate(const expr_table *t, const scaled *s, expr_op op, bool is_left,
                     const uint64_t *c, int64_t m, bool *is_true) {
  const unsigned width = s->node->width;
  const expr_rounding mode = (expr_rounding) s->node->imm;
  const uint64_t from = (uint64_t) m;
  uint64_t f[2] = {0}, k[2], value[2] = {0}, result = 0;
  expr_limbs(t, s->k, k);
  if (!float_evaluate(EXPR_STOF, width, 64, ROUND_NEAREST_EVEN, &from, NULL, NULL, f) ||
      !float_evaluate((expr_op) s->node->op, width, width, mode, f, k, NULL, value) ||
      !float_evaluate(op, 1, width, mode, is_left ? value : c, is_left ? c : value, NULL,
                      &result))
    return false;
  *is_true = result;
  return true;
}

/* Such a value compared with a constant is x compared with the one number where the answer
 * changes. */
static expr compare_scaled(expr_table *t, const expr_node *n) {
  const bool is_left = is_const(t, n->arg[1]);
  const expr k = n->arg[is_left];
  const expr_node side = *at(t, n->arg[!is_left]);
  scaled s;
  if (!is_const(t, k) || !is_scaled(t, &side, &s)) return none;
  if (n->op == EXPR_FEQ) {
    const expr f = n->arg[!is_left];
    return expr_binary(
        t, EXPR_AND,
        expr_float(t, EXPR_FLE, 1, (expr_rounding) n->imm, f, k, none),
        expr_float(t, EXPR_FLE, 1, (expr_rounding) n->imm, k, f, none));
  }
  const unsigned bits = width_of(t, s.x);
  assert(bits >= 1 && bits <= WHOLE_BITS);
  int64_t low = -(INT64_C(1) << (bits - 1)), high = (INT64_C(1) << (bits - 1)) - 1;
  uint64_t c[2];
  bool first, last, here;
  expr_limbs(t, k, c);
  if (!evaluate(t, &s, (expr_op) n->op, is_left, c, low, &first) ||
      !evaluate(t, &s, (expr_op) n->op, is_left, c, high, &last))
    return none;
  if (first == last)
    return fired(t, RULE_FCMP_SCALED, first ? expr_true(t) : expr_false(t));
  while (high - low > 1) {      /* `first` at low, `last` at high */
    const int64_t middle = low + (high - low) / 2;
    if (!evaluate(t, &s, (expr_op) n->op, is_left, c, middle, &here)) return none;
    if (here == first) low = middle;
    else high = middle;
  }
  const expr limit = expr_const(t, bits, (uint64_t) high & bits_mask(bits));
  return fired(t, RULE_FCMP_SCALED,
               last ? expr_binary(t, EXPR_SLE, limit, s.x)
                    : expr_binary(t, EXPR_SLT, s.x, limit));
}

/* The integer part of f(x) / k, as 64 bits.  Between x / k and an integer lies 1 / k at least,
 * and rounding moves it by less as long as x has less bits than a significand. */
static expr quotient(expr_table *t, expr f) {
  const expr_node n = *at(t, f);
  scaled s;
  if (n.op != EXPR_FDIV || n.imm != ROUND_NEAREST_EVEN || !is_scaled(t, &n, &s)) return none;
  const expr k = whole(t, s.k), positive = negated(t, n.arg[0]);
  const expr_node from = *at(t, positive.id ? positive : n.arg[0]);
  if (!k.id || (from.op == EXPR_STOF && width_of(t, from.arg[0]) > digits(n.width)))
    return none;
  return expr_binary(t, EXPR_SDIV, expr_sext(t, s.x, 64), expr_sext(t, k, 64));
}

/* Between formats and rounding --------------------------------------------- */

static expr other_format(expr_table *t, const expr_node *n) {
  const expr f = n->arg[0], positive = negated(t, f);
  const expr_node wide = *at(t, f);
  if (wide.op == EXPR_FTOF && width_of(t, wide.arg[0]) == n->width && n->width < wide.width) {
    const expr x = wide.arg[0];
    const expr_node inner = *at(t, x);
    scaled s;
    const bool is_number =        /* a constant in a format that the host lacks, or as above */
        is_scaled(t, &inner, &s) ||
        (is_const(t, x) &&
         expr_is_true(t, expr_float(t, EXPR_FEQ, 1, ROUND_NEAREST_EVEN, x, x, none)));
    if (is_number) return fired(t, RULE_FTOF_BACK, x);
  }
  if (is_exact(t, f)) {
    const expr_node from = *at(t, f);
    return fired(t, RULE_FTOF_EXACT,
                 expr_float(t, (expr_op) from.op, n->width,
                            (expr_rounding) n->imm, from.arg[0], none, none));
  }
  if (positive.id && n->imm == ROUND_NEAREST_EVEN && is_exact(t, positive))
    return fired(t, RULE_FTOF_NEGATED,
                 negate(t, float_of(t, EXPR_FTOF, n->width, positive)));
  return none;
}

static expr to_integer(expr_table *t, const expr_node *n) {
  expr x = whole_or_negated(t, n->arg[0]);
  if (!x.id && n->imm == ROUND_ZERO) x = quotient(t, n->arg[0]);
  if (!x.id || n->width > 64) return none;
  const bool is_signed = n->op == EXPR_FTOS;
  x = expr_sext(t, x, 64);
  if (n->width == 64 && is_signed)
    return fired(t, RULE_FTOS_WHOLE, x);
  /* Out of range, hosts agree with themselves only on their own sizes. */
  if (n->width != 32 || !is_signed) return none;
  const unsigned from = width_of(t, n->arg[0]);
  const expr most = expr_const(t, 64, INT32_MAX);
  const expr least = expr_const(t, 64, (uint64_t) INT32_MIN);
  const expr above = expr_float(
      t, EXPR_FTOS, 32, ROUND_ZERO,
      float_of(t, EXPR_STOF, from, expr_const(t, 64, UINT64_C(1) << 40)),
      none, none);
  const expr below = expr_float(
      t, EXPR_FTOS, 32, ROUND_ZERO,
      float_of(t, EXPR_STOF, from, expr_const(t, 64, -(UINT64_C(1) << 40))),
      none, none);
  if (!is_const(t, above) || !is_const(t, below)) return none;
  return fired(
      t, RULE_FTOS_WHOLE,
      expr_ite(t, expr_binary(t, EXPR_SLT, most, x), above,
               expr_ite(t, expr_binary(t, EXPR_SLT, x, least), below,
                        expr_extract(t, x, 0, 32))));
}

/* Arithmetic --------------------------------------------------------------- */

/* f(x) * k where no product is rounded; {0} if that is not certain. */
static expr whole_product(expr_table *t, expr f, expr k) {
  const expr_node n = *at(t, f);
  if (!is_exact(t, f) || !is_positive(t, k)) return none;
  const expr by = whole(t, k), x = n.arg[0];
  if (!by.id) return none;
  if (is_one(t, by)) return f;
  const unsigned bits = (n.op == EXPR_UTOF ? length(t, x) : width_of(t, x) - 1) + length(t, by);
  if (bits > digits(n.width) || bits >= WHOLE_BITS) return none;
  return float_of(t, EXPR_STOF, n.width,
                  expr_binary(t, EXPR_MUL, expr_resize(t, x, bits + 1, n.op == EXPR_STOF),
                              expr_resize(t, by, bits + 1, true)));
}

static expr product(expr_table *t, const expr_node *n) {
  for (unsigned i = 0; i < 2; i++) {
    const expr k = n->arg[i], f = n->arg[1 - i], positive = negated(t, f);
    if (!is_const(t, k)) continue;
    const expr by = whole(t, k);
    if (by.id && is_ones(t, by) && is_exact(t, f))
      return fired(t, RULE_FMUL_MINUS_ONE, negate(t, f));
    const expr all = whole_product(t, positive.id ? positive : f, k);
    if (all.id) return fired(t, RULE_FMUL_WHOLE, positive.id ? negate(t, all) : all);
  }
  return none;
}

static expr sum(expr_table *t, const expr_node *n) {
  const expr x = whole(t, n->arg[0]), y = whole(t, n->arg[1]);
  if (!x.id || !y.id || n->imm != ROUND_NEAREST_EVEN) return none;
  unsigned width = width_of(t, x) > width_of(t, y) ? width_of(t, x)
                                                   : width_of(t, y);
  /* A constant is written with all its bits; it seldom needs them. */
  if (is_const(t, n->arg[0]) || is_const(t, n->arg[1])) {
    const expr k = is_const(t, n->arg[0]) ? x : y, other = k.id == x.id ? y : x;
    const unsigned kept = width_of(t, other);
    if (expr_same(expr_sext(t, expr_resize(t, k, kept, true), WHOLE_BITS), k))
      width = kept;
  }
  if (width >= WHOLE_BITS || width > digits(n->width)) return none;
  const expr whole_sum = expr_binary(
      t, n->op == EXPR_FADD ? EXPR_ADD : EXPR_SUB,
      expr_resize(t, x, width + 1, true), expr_resize(t, y, width + 1, true));
  return fired(t, RULE_FADD_WHOLE,
               float_of(t, EXPR_STOF, n->width, whole_sum));
}

/* Comparisons -------------------------------------------------------------- */

/* The constant rounded to an integer that fits, as 64 bits; past what a whole
 * float can be it is the nearest such bound.  {0} if NaN. */
static expr limit(expr_table *t, expr k, expr_rounding mode) {
  const unsigned width = width_of(t, k);
  const uint64_t bound = UINT64_C(1) << WHOLE_BITS;
  const expr most = float_of(t, EXPR_STOF, width, expr_const(t, 64, bound));
  const expr least = float_of(t, EXPR_STOF, width, expr_const(t, 64, -bound));
  if (!expr_is_true(t, expr_float(t, EXPR_FEQ, 1, mode, k, k, none)))
    return none;
  if (expr_is_true(t, expr_float(t, EXPR_FLT, 1, mode, most, k, none)))
    return expr_const(t, 64, bound);
  if (expr_is_true(t, expr_float(t, EXPR_FLT, 1, mode, k, least, none)))
    return expr_const(t, 64, -bound);
  const expr rounded = expr_float(t, EXPR_FROUND, width, mode, k, none, none);
  const expr result = expr_float(t, EXPR_FTOS, 64, ROUND_ZERO, rounded, none,
                                 none);
  return is_const(t, result) ? result : none;
}

static expr compare(expr_table *t, const expr_node *n) {
  const expr a = n->arg[0], b = n->arg[1];
  if (width_of(t, a) == 16) return none;        /* 2^WHOLE_BITS is infinite */
  expr x = is_const(t, a) ? none : whole_or_negated(t, a);
  expr y = is_const(t, b) ? none : whole_or_negated(t, b);
  if (!x.id && !is_const(t, a)) return none;
  if (!y.id && !is_const(t, b)) return none;
  const bool is_less = n->op == EXPR_FLT;
  if (n->op == EXPR_FEQ) {
    const expr k = is_const(t, a) ? a : b;
    if (is_const(t, k) &&
        !expr_same(limit(t, k, ROUND_UP), limit(t, k, ROUND_DOWN)))
      return fired(t, RULE_FCMP_WHOLE, expr_false(t));
  }
  /* x < k is x < ceil(k), k <= x is ceil(k) <= x; the others take the floor. */
  if (!x.id) x = limit(t, a, is_less ? ROUND_DOWN : ROUND_UP);
  if (!y.id) y = limit(t, b, is_less ? ROUND_UP : ROUND_DOWN);
  if (!x.id || !y.id) return none;
  const expr_op op = n->op == EXPR_FEQ ? EXPR_EQ : is_less ? EXPR_SLT
                     : EXPR_SLE;
  return fired(t, RULE_FCMP_WHOLE,
               expr_binary(t, op, expr_resize(t, x, 64, true),
                           expr_resize(t, y, 64, true)));
}

expr rewrite_eq_float(expr_table *t, expr f, expr k) {
  if (!is_const(t, k) || !is_exact(t, f)) return none;
  const expr x = whole(t, f);
  const expr nearest = expr_float(t, EXPR_FTOS, WHOLE_BITS, ROUND_ZERO, k,
                                  none, none);
  if (!x.id || !is_const(t, nearest)) return none;
  const expr y = whole(t, k);
  return fired(t, RULE_EQ_WHOLE,
               y.id ? expr_eq(t, expr_resize(t, x, WHOLE_BITS, true), y)
                    : expr_false(t));
}

expr rewrite_float(expr_table *t, const expr_node *n) {
  switch ((int) n->op) {
  case EXPR_FTOF: return other_format(t, n);
  case EXPR_FTOS: return to_integer(t, n);
  case EXPR_FMUL: return product(t, n);
  case EXPR_FFMA: {             /* a product that loses nothing */
    const expr exact = product(t, n);
    return exact.id ? expr_float(t, EXPR_FADD, n->width,
                                 (expr_rounding) n->imm, exact, n->arg[2],
                                 none)
                    : none;
  }
  case EXPR_FADD: case EXPR_FSUB: return sum(t, n);
  case EXPR_FEQ: case EXPR_FLT: case EXPR_FLE: {
    const expr plain = compare(t, n);
    return plain.id ? plain : compare_scaled(t, n);
  }
  case EXPR_FROUND:
    return is_exact(t, n->arg[0]) ? fired(t, RULE_FROUND_WHOLE, n->arg[0])
                                  : none;
  }
  return none;
}
