#include "expr/soft.h"
#include "smt2/reader.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* The formats of machines have operators of their own. */
static unsigned exponent_bits(unsigned width) {
  return width == 16 ? 5 : width == 32 ? 8 : width == 64 ? 11 : width == 128 ? 15 : 0;
}

static bool is_native(sort s) { return exponent_bits(s.width) == s.exponent; }

static soft_format format_of(sort s) {
  return (soft_format) {s.exponent, s.width - 1 - s.exponent};
}

sort float_sort(reader *r, uint32_t exponent, uint32_t significand) {
  if (exponent < 2 || significand < 2 || exponent > SOFT_MOST_EXPONENT ||
      significand > SOFT_MOST_WIDTH - exponent)
    reader_fail(r, "floats of the format %u %u are not known", exponent, significand);
  return (sort) {.kind = SORT_FLOAT, .width = exponent + significand,
                 .exponent = exponent};
}

static value of_float(sort s, expr e) { return (value) {.sort = s, .term = e}; }

static value of_bool(expr e) {
  return (value) {.sort = {.kind = SORT_BOOL}, .term = e};
}

static expr ones(expr_table *t, unsigned width) {
  return expr_unary(t, EXPR_NOT, expr_const(t, width, 0));
}

static expr joined(expr_table *t, expr sign, expr exponent, expr significand) {
  return expr_concat(t, sign, expr_concat(t, exponent, significand));
}

value float_special(reader *r, const smt2_token *name, sort s) {
  expr_table *t = r->table;
  const unsigned e = s.exponent, m = s.width - 1 - e;
  const bool is_nan = smt2_is(name, "NaN");
  const bool is_infinite = smt2_is(name, "+oo") || smt2_is(name, "-oo");
  if (!is_nan && !is_infinite && !smt2_is(name, "+zero") && !smt2_is(name, "-zero"))
    reader_fail(r, "an unknown constant");
  const expr sign = expr_const(t, 1, name->text[0] == '-');
  return of_float(s, is_nan ? soft_nan(t, format_of(s))
                     : is_infinite ? soft_infinity(t, format_of(s), sign)
                                   : joined(t, sign, expr_const(t, e, 0),
                                            expr_const(t, m, 0)));
}

/* Operators ---------------------------------------------------------------- */

static const expr none = {0};

/* EXPR_FEQ, EXPR_FLT, EXPR_FLE */
static expr compare(expr_table *t, sort s, expr_op op, expr a, expr b) {
  if (is_native(s)) return expr_float(t, op, 1, ROUND_NEAREST_EVEN, a, b, none);
  return op == EXPR_FEQ ? soft_equal(t, format_of(s), a, b)
                        : soft_less(t, format_of(s), a, b, op == EXPR_FLE);
}

static expr is_number(expr_table *t, sort s, expr e) {
  return is_native(s) ? compare(t, s, EXPR_FEQ, e, e)
                      : soft_is_number(t, format_of(s), e);
}

/* All NaNs are one value; -0 and 0 are two. */
expr float_same(expr_table *t, sort s, expr a, expr b) {
  const expr p = is_number(t, s, a), q = is_number(t, s, b);
  const expr are_nan = expr_and(t, expr_not(t, p), expr_not(t, q));
  return expr_or(t, are_nan, expr_and(t, expr_and(t, p, q), expr_eq(t, a, b)));
}

expr float_canonical(expr_table *t, sort s, expr e) {
  return expr_ite(t, is_number(t, s, e), e, soft_nan(t, format_of(s)));
}

static expr magnitude(expr_table *t, expr e) {
  return expr_extract(t, e, 0, expr_width(t, e) - 1);
}

static expr sign_of(expr_table *t, expr e) {
  return expr_extract(t, e, expr_width(t, e) - 1, 1);
}

static expr with_sign(expr_table *t, expr sign, expr e) {
  return expr_concat(t, sign, magnitude(t, e));
}

/* The host has no operators that round to nearest and away from zero, so that no model
 * with them is ever confirmed; and a mode that is not known would take all five. */
static bool has_host_mode(expr_table *t, expr mode) {
  uint64_t known;
  return expr_value(t, mode, &known) && known != ROUND_NEAREST_AWAY;
}

static expr native(expr_table *t, expr mode, expr_op op, unsigned width, expr a, expr b,
                   expr c) {
  uint64_t known = 0;
  expr_value(t, mode, &known);
  return expr_float(t, op, width, (expr_rounding) known, a, b, c);
}

/* Of operands of the sort of the result. */
static expr operate(reader *r, sort s, expr mode, expr_op op, expr a, expr b, expr c) {
  expr_table *t = r->table;
  const soft_format f = format_of(s);
  if (is_native(s) && (has_host_mode(t, mode) || op == EXPR_FREM))
    return native(t, mode, op, s.width, a, b, c);
  if (op == EXPR_FREM && s.exponent > SOFT_MOST_REM)
    reader_fail(r, "fp.rem of the format %u %u is not known", s.exponent,
                s.width - s.exponent);
  return soft_value(t, f, op == EXPR_FADD    ? soft_add(t, f, mode, a, b, false)
                          : op == EXPR_FSUB  ? soft_add(t, f, mode, a, b, true)
                          : op == EXPR_FMUL  ? soft_multiply(t, f, mode, a, b)
                          : op == EXPR_FDIV  ? soft_divide(t, f, mode, a, b)
                          : op == EXPR_FFMA  ? soft_fma(t, f, mode, a, b, c)
                          : op == EXPR_FSQRT ? soft_root(t, f, mode, a)
                          : op == EXPR_FROUND ? soft_integral(t, f, mode, a)
                                              : soft_remainder(t, f, a, b));
}

static void want_kind(reader *r, smt2_op op, const value *v, sort_kind kind) {
  if (v->sort.kind != kind)
    reader_fail(r, "%s wants %s", smt2_op_infos[op].text,
                kind == SORT_FLOAT ? "a float" : kind == SORT_BITS ? "a bit-vector"
                                                                   : "a rounding mode");
}

static void want_floats(reader *r, smt2_op op, const value *v, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    want_kind(r, op, v + i, SORT_FLOAT);
    if (!sort_same(v[i].sort, v->sort))
      reader_fail(r, "operands of %s have different sorts", smt2_op_infos[op].text);
  }
}

static value chain(reader *r, smt2_op op, const value *v, uint32_t count) {
  expr_table *t = r->table;
  want_floats(r, op, v, count);
  expr all = expr_true(t);
  for (uint32_t i = 1; i < count; i++) {
    const expr a = v[i - 1].term, b = v[i].term;
    const expr one = op == SMT2_FEQ ? compare(t, v->sort, EXPR_FEQ, a, b)
                     : op == SMT2_FLT ? compare(t, v->sort, EXPR_FLT, a, b)
                     : op == SMT2_FLEQ ? compare(t, v->sort, EXPR_FLE, a, b)
                     : op == SMT2_FGT ? compare(t, v->sort, EXPR_FLT, b, a)
                                      : compare(t, v->sort, EXPR_FLE, b, a);
    all = expr_and(t, all, one);
  }
  return of_bool(all);
}

/* Which zero is the least or greatest of two is open, but always the same. */
static value least(reader *r, smt2_op op, const value *v) {
  expr_table *t = r->table;
  want_floats(r, op, v, 2);
  const expr a = v[0].term, b = v[1].term;
  const uint64_t format = (uint64_t) v->sort.exponent << 16 | v->sort.width;
  expr open[2];
  for (unsigned i = 0; i < 2; i++) {
    uint64_t *e = idmap_at(&r->zeros, format << 2 | i << 1 | (op == SMT2_FMAX));
    if (!*e) *e = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 1, "zero")).id;
    open[i] = (expr) {(uint32_t) *e};
  }
  const sort s = v->sort;
  const expr are_equal = compare(t, s, EXPR_FEQ, a, b), sign = sign_of(t, a);
  const expr is_first = expr_ite(
      t, are_equal, expr_ite(t, expr_eq(t, sign, sign_of(t, b)), expr_true(t),
                             expr_ite(t, sign, open[0], open[1])),
      op == SMT2_FMIN ? compare(t, s, EXPR_FLT, a, b) : compare(t, s, EXPR_FLT, b, a));
  return of_float(s,
                  expr_ite(t, expr_not(t, is_number(t, s, a)), b,
                           expr_ite(t, expr_not(t, is_number(t, s, b)), a,
                                    expr_ite(t, is_first, a, b))));
}

/* IEEE's remainder, of the nearest quotient, by fmod: r = fmod(|x|, 2 |y|) has the even
 * quotient, and y is taken off at most twice.  Sums and differences are exact, or too
 * large as the number that is compared is. */
static value remainder_of(reader *r, const value *v) {
  expr_table *t = r->table;
  want_floats(r, SMT2_FREM, v, 2);
  const sort s = v->sort;
  const expr plus = expr_const(t, 1, 0), even = expr_const(t, 3, ROUND_NEAREST_EVEN);
  const expr x = with_sign(t, plus, v[0].term), y = with_sign(t, plus, v[1].term);
  const expr infinite = soft_infinity(t, format_of(s), plus);
  const expr twice = operate(r, s, even, EXPR_FADD, y, y, none);
  const expr is_large = expr_and(t, expr_eq(t, twice, infinite),
                                 expr_and(t, compare(t, s, EXPR_FLT, y, infinite),
                                          compare(t, s, EXPR_FLT, x, infinite)));
  expr rest = expr_ite(t, is_large, x, operate(r, s, even, EXPR_FREM, x, twice, none));
  expr is_more = compare(t, s, EXPR_FLT, y, infinite);
  for (unsigned i = 0; i < 2; i++) {
    const expr sum = operate(r, s, even, EXPR_FADD, rest, rest, none);
    const expr less = operate(r, s, even, EXPR_FSUB, rest, y, none);
    is_more = expr_and(t, is_more, compare(t, s, i ? EXPR_FLE : EXPR_FLT, y, sum));
    rest = expr_ite(t, is_more, less, rest);
  }
  const expr sign = expr_binary(t, EXPR_XOR, sign_of(t, rest), sign_of(t, v->term));
  return of_float(s, with_sign(t, sign, rest));
}

static value classify(reader *r, smt2_op op, const value *v) {
  expr_table *t = r->table;
  want_kind(r, op, v, SORT_FLOAT);
  const unsigned e = v->sort.exponent, m = v->sort.width - 1 - e;
  const expr exponent = expr_extract(t, v->term, m, e);
  const expr significand = expr_extract(t, v->term, 0, m);
  const expr is_least = expr_eq(t, exponent, expr_const(t, e, 0));
  const expr is_most = expr_eq(t, exponent, ones(t, e));
  const expr is_empty = expr_eq(t, significand, expr_const(t, m, 0));
  const expr sign = sign_of(t, v->term);
  switch ((int) op) {
  case SMT2_FNORMAL:
    return of_bool(expr_and(t, expr_not(t, is_least), expr_not(t, is_most)));
  case SMT2_FSUBNORMAL: return of_bool(expr_and(t, is_least, expr_not(t, is_empty)));
  case SMT2_FZERO: return of_bool(expr_and(t, is_least, is_empty));
  case SMT2_FINF: return of_bool(expr_and(t, is_most, is_empty));
  case SMT2_FNAN: return of_bool(expr_not(t, is_number(t, v->sort, v->term)));
  case SMT2_FNEGATIVE: return of_bool(expr_and(t, is_number(t, v->sort, v->term), sign));
  }
  return of_bool(expr_and(t, is_number(t, v->sort, v->term), expr_not(t, sign)));
}

static value assemble(reader *r, const value *v) {
  for (unsigned i = 0; i < 3; i++) want_kind(r, SMT2_FP, v + i, SORT_BITS);
  if (v->sort.width != 1) reader_fail(r, "a sign of %u bits", v->sort.width);
  const sort s = float_sort(r, v[1].sort.width, v[2].sort.width + 1);
  return of_float(s, joined(r->table, v[0].term, v[1].term, v[2].term));
}

/* Numbers ------------------------------------------------------------------ */

/* A number is kept as a long double that is rounded to odd, in the host's format: it
 * rounds to any shorter one as the number itself does. */
enum { LONG_BITS = LDBL_MANT_DIG == 64 ? 80 : 128 };

static value of_real(reader *r, long double down, long double up) {
  uint64_t low[2] = {0};
  long double odd = down;
  memcpy(low, &odd, LONG_BITS / 8);
  if (down != up && !(low[0] & 1)) odd = up;
  memcpy(low, &odd, LONG_BITS / 8);
  return (value) {.sort = {.kind = SORT_REAL}, .is_rounded = down != up,
                  .term = expr_wide(r->table, LONG_BITS, low)};
}

value real_constant(reader *r, const smt2_token *token) {
  char text[1024];
  if (LDBL_MANT_DIG != 64 && LDBL_MANT_DIG != 113)
    reader_fail(r, "this machine has no long double for numbers");
  if (token->length >= sizeof text) reader_fail(r, "a number of too many digits");
  memcpy(text, token->text, token->length);
  text[token->length] = 0;
  const int mode = fegetround();
  fesetround(FE_DOWNWARD);
  const long double down = strtold(text, NULL);
  fesetround(FE_UPWARD);
  const long double up = strtold(text, NULL);
  fesetround(mode);
  return of_real(r, down, up);
}

static long double real_value(reader *r, const value *v) {
  if (v->sort.kind != SORT_REAL) reader_fail(r, "a number expected");
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  long double x = 0;
  expr_limbs(r->table, v->term, limbs);
  memcpy(&x, limbs, LONG_BITS / 8);
  return x;
}

value real_apply(reader *r, smt2_op op, const value *v) {
  const volatile long double a = real_value(r, v);
  if (op == SMT2_RNEG && a == 0) return *v;      /* numbers have one zero */
  if (op == SMT2_RNEG) {
    value negated = of_real(r, -a, -a);
    negated.is_rounded = v->is_rounded;
    return negated;
  }
  const volatile long double b = real_value(r, v + 1);
  if (v[0].is_rounded || v[1].is_rounded || b == 0)
    reader_fail(r, "a quotient of numbers that are not exact");
  const int mode = fegetround();
  fesetround(FE_DOWNWARD);
  const volatile long double down = a / b;
  fesetround(FE_UPWARD);
  const volatile long double up = a / b;
  fesetround(mode);
  return of_real(r, down, up);
}

/* Conversions -------------------------------------------------------------- */

static value from_real(reader *r, sort s, expr mode, const value *v) {
  expr_table *t = r->table;
  enum { FRACTION = LDBL_MANT_DIG - 1 };
  if (s.width == LONG_BITS && is_native(s) && !v->is_rounded) return of_float(s, v->term);
  if (v->is_rounded && (s.exponent > 15 || s.width - s.exponent > FRACTION - 1))
    reader_fail(r, "a number that is not exact in %u bits", s.width);
  if (is_native(s) && s.width < LONG_BITS && has_host_mode(t, mode))
    return of_float(s, native(t, mode, EXPR_FTOF, s.width, v->term, none, none));
  /* x87 writes the leading one down. */
  const expr plain = expr_concat(t, expr_extract(t, v->term, LONG_BITS - 16, 16),
                                 expr_extract(t, v->term, 0, FRACTION));
  return of_float(s, soft_value(t, format_of(s),
                                soft_convert(t, (soft_format) {15, FRACTION}, format_of(s),
                                             mode, plain)));
}

static value to_float(reader *r, smt2_op op, const uint32_t index[2], const value *v,
                      uint32_t count) {
  expr_table *t = r->table;
  const sort s = float_sort(r, index[0], index[1]);
  if (count == 1) {
    want_kind(r, op, v, SORT_BITS);
    if (v->sort.width != s.width) reader_fail(r, "a float of %u bits", v->sort.width);
    return of_float(s, v->term);
  }
  want_kind(r, op, v, SORT_ROUNDING);
  const expr mode = v[0].term, e = v[1].term;
  const sort from = v[1].sort;
  if (op == SMT2_TOFPU) want_kind(r, op, v + 1, SORT_BITS);
  if (from.kind == SORT_REAL) return from_real(r, s, mode, v + 1);
  if (from.kind == SORT_FLOAT) {
    if (sort_same(s, from)) return v[1];
    return of_float(s, is_native(s) && is_native(from) && has_host_mode(t, mode)
                           ? native(t, mode, EXPR_FTOF, s.width, e, none, none)
                           : soft_value(t, format_of(s),
                                        soft_convert(t, format_of(from), format_of(s), mode,
                                                     e)));
  }
  want_kind(r, op, v + 1, SORT_BITS);
  if (from.width > EXPR_MAX_WIDTH / 4) reader_fail(r, "a float of %u bits", from.width);
  if (!is_native(s) || from.width > 128 || !has_host_mode(t, mode))
    return of_float(s, soft_of_integer(t, format_of(s), mode, e, op == SMT2_TOFP).bits);
  return of_float(s, native(t, mode, op == SMT2_TOFPU ? EXPR_UTOF : EXPR_STOF, s.width, e,
                            none, none));
}

/* What does not fit is any value, the same for the same operands. */
static expr open_integer(reader *r, smt2_op op, unsigned width, const value *v) {
  const uint64_t key = (uint64_t) v[1].sort.exponent << 48 |
                       (uint64_t) v[1].sort.width << 32 | (uint64_t) width << 1 |
                       (op == SMT2_TOSBV);
  uint64_t *known = idmap_at(&r->open_integers, key);
  const array_shape shape = {.count = 1, .index = {{3 + v[1].sort.width, 0}},
                             .value = {width, 0}};
  if (!*known) *known = array_variable(&r->arrays, &shape).id;
  r->array_uses++;
  return array_read_at(&r->arrays, (array) {(uint32_t) *known},
                       expr_concat(r->table, v->term, sort_canonical(r->table, v + 1)));
}

/* 2^power, or infinity. */
static expr power_of_two(expr_table *t, sort s, unsigned power) {
  const soft_format f = format_of(s);
  const uint64_t bias = bits_mask(f.exponent - 1);
  const expr sign = expr_const(t, 1, 0);
  if (power > bias) return soft_infinity(t, f, sign);
  return joined(t, sign, expr_const(t, f.exponent, bias + power),
                expr_const(t, f.fraction, 0));
}

/* The whole number is one of the integers. */
static expr fits_native(expr_table *t, sort s, expr whole, unsigned width,
                        bool is_signed) {
  const expr end = power_of_two(t, s, is_signed ? width - 1 : width);
  const expr least = is_signed ? with_sign(t, expr_const(t, 1, 1), end)
                               : expr_const(t, s.width, 0);
  const expr infinite = soft_infinity(t, format_of(s), expr_const(t, 1, 1));
  return expr_and(t, compare(t, s, EXPR_FLT, infinite, whole),
                  expr_and(t, compare(t, s, EXPR_FLE, least, whole),
                           compare(t, s, EXPR_FLT, whole, end)));
}

/* The native conversion itself is towards zero.  Under quantifiers there are no arrays:
 * what does not fit stays open there, and a model is not confirmed. */
static value to_bits(reader *r, smt2_op op, unsigned width, const value *v) {
  expr_table *t = r->table;
  const bool is_signed = op == SMT2_TOSBV;
  want_kind(r, op, v, SORT_ROUNDING);
  want_kind(r, op, v + 1, SORT_FLOAT);
  const sort s = v[1].sort;
  if (!width || width > EXPR_MAX_WIDTH / 4)
    reader_fail(r, "integers of %u bits of floats", width);
  expr e, fits;
  if (!is_native(s) || width > 128 || !has_host_mode(t, v->term)) {
    e = soft_to_integer(t, format_of(s), v->term, v[1].term, width, is_signed, &fits);
  } else {
    uint64_t mode;
    const bool is_towards_zero = expr_value(t, v->term, &mode) && mode == ROUND_ZERO;
    const expr whole = native(t, v->term, EXPR_FROUND, s.width, v[1].term, none, none);
    e = expr_float(t, is_signed ? EXPR_FTOS : EXPR_FTOU, width, ROUND_ZERO,
                   is_towards_zero ? v[1].term : whole, none, none);
    if (r->quantified) return (value) {.sort = {.kind = SORT_BITS, .width = width},
                                       .term = e};
    fits = fits_native(t, s, whole, width, is_signed);
  }
  e = expr_ite(t, fits, e, open_integer(r, op, width, v));
  return (value) {.sort = {.kind = SORT_BITS, .width = width}, .term = e};
}

value float_apply(reader *r, smt2_op op, const uint32_t index[2], const value *v,
                  uint32_t count) {
  expr_table *t = r->table;
  static const expr_op ops[SMT2_OPS] = {
    [SMT2_FADD] = EXPR_FADD, [SMT2_FSUB] = EXPR_FSUB, [SMT2_FMUL] = EXPR_FMUL,
    [SMT2_FDIV] = EXPR_FDIV, [SMT2_FFMA] = EXPR_FFMA, [SMT2_FSQRT] = EXPR_FSQRT,
    [SMT2_FRTI] = EXPR_FROUND,
  };
  if (ops[op]) {
    want_kind(r, op, v, SORT_ROUNDING);
    want_floats(r, op, v + 1, count - 1);
    return of_float(v[1].sort,
                    operate(r, v[1].sort, v->term, ops[op], v[1].term,
                            count > 2 ? v[2].term : none, count > 3 ? v[3].term : none));
  }
  switch ((int) op) {
  case SMT2_FP: return assemble(r, v);
  case SMT2_FABS: case SMT2_FNEG:
    want_kind(r, op, v, SORT_FLOAT);
    return of_float(v->sort, with_sign(t, op == SMT2_FABS
                                              ? expr_const(t, 1, 0)
                                              : expr_not(t, sign_of(t, v->term)), v->term));
  case SMT2_FREM: return remainder_of(r, v);
  case SMT2_FMIN: case SMT2_FMAX: return least(r, op, v);
  case SMT2_FEQ: case SMT2_FLT: case SMT2_FLEQ: case SMT2_FGT: case SMT2_FGEQ:
    return chain(r, op, v, count);
  case SMT2_TOFP: case SMT2_TOFPU: return to_float(r, op, index, v, count);
  case SMT2_TOUBV: case SMT2_TOSBV: return to_bits(r, op, index[0], v);
  }
  return classify(r, op, v);
}
