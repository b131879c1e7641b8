#include "smt2/reader.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

static unsigned exponent_bits(unsigned width) {
  return width == 16 ? 5 : width == 32 ? 8 : width == 64 ? 11 : 15;
}

sort float_sort(reader *r, uint32_t exponent, uint32_t significand) {
  const uint64_t width = (uint64_t) exponent + significand;
  if ((width != 16 && width != 32 && width != 64 && width != 128) ||
      exponent != exponent_bits((unsigned) width))
    reader_fail(r, "floats of the format %u %u are not known", exponent, significand);
  return (sort) {.kind = SORT_FLOAT, .width = (unsigned) width};
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
  const unsigned e = exponent_bits(s.width), m = s.width - 1 - e;
  const bool is_nan = smt2_is(name, "NaN");
  const bool is_infinite = smt2_is(name, "+oo") || smt2_is(name, "-oo");
  if (!is_nan && !is_infinite && !smt2_is(name, "+zero") && !smt2_is(name, "-zero"))
    reader_fail(r, "an unknown constant");
  const expr zero = expr_const(t, m, 0);
  const expr quiet = expr_concat(t, expr_const(t, 1, 1), expr_const(t, m - 1, 0));
  return of_float(s, joined(t, expr_const(t, 1, name->text[0] == '-'),
                            is_nan || is_infinite ? ones(t, e) : expr_const(t, e, 0),
                            is_nan ? quiet : zero));
}

/* Operators ---------------------------------------------------------------- */

static const expr none = {0};

static expr compare(expr_table *t, expr_op op, expr a, expr b) {
  return expr_float(t, op, 1, ROUND_NEAREST_EVEN, a, b, none);
}

static expr is_number(expr_table *t, expr e) { return compare(t, EXPR_FEQ, e, e); }

/* All NaNs are one value; -0 and 0 are two. */
expr float_same(expr_table *t, expr a, expr b) {
  const expr are_nan = expr_and(t, expr_not(t, is_number(t, a)),
                                expr_not(t, is_number(t, b)));
  return expr_or(t, are_nan, expr_and(t, expr_and(t, is_number(t, a), is_number(t, b)),
                                      expr_eq(t, a, b)));
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

/* A mode that is not known is one of five. */
static expr rounded(expr_table *t, expr mode, expr_op op, unsigned width, expr a, expr b,
                    expr c) {
  uint64_t known;
  if (expr_value(t, mode, &known))
    return expr_float(t, op, width, (expr_rounding) known, a, b, c);
  expr all = expr_float(t, op, width, ROUND_ZERO, a, b, c);
  for (unsigned m = ROUND_ZERO; m-- > 0;)
    all = expr_ite(t, expr_eq(t, mode, expr_const(t, 3, m)),
                   expr_float(t, op, width, (expr_rounding) m, a, b, c), all);
  return all;
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
    if (v[i].sort.width != v->sort.width)
      reader_fail(r, "operands of %s have different sorts", smt2_op_infos[op].text);
  }
}

static value chain(reader *r, smt2_op op, const value *v, uint32_t count) {
  expr_table *t = r->table;
  want_floats(r, op, v, count);
  expr all = expr_true(t);
  for (uint32_t i = 1; i < count; i++) {
    const expr a = v[i - 1].term, b = v[i].term;
    const expr one = op == SMT2_FEQ ? compare(t, EXPR_FEQ, a, b)
                     : op == SMT2_FLT ? compare(t, EXPR_FLT, a, b)
                     : op == SMT2_FLEQ ? compare(t, EXPR_FLE, a, b)
                     : op == SMT2_FGT ? compare(t, EXPR_FLT, b, a)
                                      : compare(t, EXPR_FLE, b, a);
    all = expr_and(t, all, one);
  }
  return of_bool(all);
}

/* Which zero is the least or greatest of two is open, but always the same. */
static value least(reader *r, smt2_op op, const value *v) {
  expr_table *t = r->table;
  want_floats(r, op, v, 2);
  const expr a = v[0].term, b = v[1].term;
  const unsigned format = v->sort.width == 16 ? 0 : v->sort.width == 32 ? 1
                          : v->sort.width == 64 ? 2 : 3;
  expr open[2];
  for (unsigned i = 0; i < 2; i++) {
    expr *e = &r->zeros[op == SMT2_FMAX][i][format];
    if (!e->id)
      *e = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 1, "zero"));
    open[i] = *e;
  }
  const expr are_equal = compare(t, EXPR_FEQ, a, b), sign = sign_of(t, a);
  const expr is_first = expr_ite(
      t, are_equal, expr_ite(t, expr_eq(t, sign, sign_of(t, b)), expr_true(t),
                             expr_ite(t, sign, open[0], open[1])),
      op == SMT2_FMIN ? compare(t, EXPR_FLT, a, b) : compare(t, EXPR_FLT, b, a));
  return of_float(v->sort,
                  expr_ite(t, expr_not(t, is_number(t, a)), b,
                           expr_ite(t, expr_not(t, is_number(t, b)), a,
                                    expr_ite(t, is_first, a, b))));
}

/* IEEE's remainder, of the nearest quotient, by fmod: r = fmod(|x|, 2 |y|) has the even
 * quotient, and y is taken off at most twice.  Sums and differences are exact, or too
 * large as the number that is compared is. */
static value remainder_of(reader *r, const value *v) {
  expr_table *t = r->table;
  want_floats(r, SMT2_FREM, v, 2);
  const unsigned width = v->sort.width;
  const expr plus = expr_const(t, 1, 0);
  const expr x = with_sign(t, plus, v[0].term), y = with_sign(t, plus, v[1].term);
  const expr infinite = float_special(r, &(smt2_token) {SMT2_SYMBOL, "+oo", 3, 0, 0},
                                      v->sort).term;
  const expr twice = expr_float(t, EXPR_FADD, width, ROUND_NEAREST_EVEN, y, y, none);
  const expr is_large = expr_and(t, expr_eq(t, twice, infinite),
                                 expr_and(t, compare(t, EXPR_FLT, y, infinite),
                                          compare(t, EXPR_FLT, x, infinite)));
  expr rest = expr_ite(t, is_large, x,
                       expr_float(t, EXPR_FREM, width, ROUND_NEAREST_EVEN, x, twice, none));
  expr is_more = compare(t, EXPR_FLT, y, infinite);
  for (unsigned i = 0; i < 2; i++) {
    const expr sum = expr_float(t, EXPR_FADD, width, ROUND_NEAREST_EVEN, rest, rest, none);
    const expr less = expr_float(t, EXPR_FSUB, width, ROUND_NEAREST_EVEN, rest, y, none);
    is_more = expr_and(t, is_more, i ? compare(t, EXPR_FLE, y, sum)
                                     : compare(t, EXPR_FLT, y, sum));
    rest = expr_ite(t, is_more, less, rest);
  }
  const expr sign = expr_binary(t, EXPR_XOR, sign_of(t, rest), sign_of(t, v->term));
  return of_float(v->sort, with_sign(t, sign, rest));
}

static value classify(reader *r, smt2_op op, const value *v) {
  expr_table *t = r->table;
  want_kind(r, op, v, SORT_FLOAT);
  const unsigned e = exponent_bits(v->sort.width), m = v->sort.width - 1 - e;
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
  case SMT2_FNAN: return of_bool(expr_not(t, is_number(t, v->term)));
  case SMT2_FNEGATIVE: return of_bool(expr_and(t, is_number(t, v->term), sign));
  }
  return of_bool(expr_and(t, is_number(t, v->term), expr_not(t, sign)));
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
  if (s.width == LONG_BITS) {
    if (v->is_rounded) reader_fail(r, "a number that is not exact in 128 bits");
    return of_float(s, v->term);
  }
  if (s.width == 128) reader_fail(r, "numbers in 128 bits are not known here");
  return of_float(s, rounded(r->table, mode, EXPR_FTOF, s.width, v->term, none, none));
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
  if (op == SMT2_TOFPU) want_kind(r, op, v + 1, SORT_BITS);
  if (v[1].sort.kind == SORT_REAL) return from_real(r, s, mode, v + 1);
  if (v[1].sort.kind == SORT_FLOAT)
    return v[1].sort.width == s.width
               ? v[1] : of_float(s, rounded(t, mode, EXPR_FTOF, s.width, e, none, none));
  want_kind(r, op, v + 1, SORT_BITS);
  if (v[1].sort.width > 128) reader_fail(r, "floats of more than 128 bits");
  return of_float(s, rounded(t, mode, op == SMT2_TOFPU ? EXPR_UTOF : EXPR_STOF, s.width, e,
                             none, none));
}

/* The conversion itself is towards zero. */
static value to_bits(reader *r, smt2_op op, unsigned width, const value *v) {
  want_kind(r, op, v, SORT_ROUNDING);
  want_kind(r, op, v + 1, SORT_FLOAT);
  if (!width || width > 128) reader_fail(r, "integers of %u bits of floats", width);
  uint64_t mode;
  const bool is_towards_zero = expr_value(r->table, v->term, &mode) && mode == ROUND_ZERO;
  const expr whole = is_towards_zero ? v[1].term : rounded(r->table, v->term, EXPR_FROUND, v[1].sort.width, v[1].term,
                             none, none);
  const expr e = expr_float(r->table, op == SMT2_TOSBV ? EXPR_FTOS : EXPR_FTOU, width,
                            ROUND_ZERO, whole, none, none);
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
                    rounded(t, v->term, ops[op], v[1].sort.width, v[1].term,
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
