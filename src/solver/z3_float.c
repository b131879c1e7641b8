#include "solver/z3_terms.h"

#include <inttypes.h>
#include <stdio.h>

/*
 * Floating point through Z3's own theory.  Where the theory leaves a result
 * open or differs from C (the bits of a NaN, conversions out of range, fmod)
 * it is a free variable: a refutation then holds for every choice, and
 * a model counts only if evaluation confirms it.
 */
static Z3_sort sort_of(Z3_context c, unsigned width) {
  switch (width) {
  case 16: return Z3_mk_fpa_sort(c, 5, 11);
  case 32: return Z3_mk_fpa_sort(c, 8, 24);
  case 64: return Z3_mk_fpa_sort(c, 11, 53);
  case 80: return Z3_mk_fpa_sort(c, 15, 64);
  }
  return Z3_mk_fpa_sort(c, 15, 113);
}

static Z3_ast rounding(Z3_context c, expr_rounding r) {
  switch (r) {
  case ROUND_NEAREST_EVEN: return Z3_mk_fpa_rne(c);
  case ROUND_NEAREST_AWAY: return Z3_mk_fpa_rna(c);
  case ROUND_UP: return Z3_mk_fpa_rtp(c);
  case ROUND_DOWN: return Z3_mk_fpa_rtn(c);
  case ROUND_ZERO: break;
  }
  return Z3_mk_fpa_rtz(c);
}

static Z3_ast number(Z3_context c, unsigned width, uint64_t bits) {
  return Z3_mk_unsigned_int64(c, bits, Z3_mk_bv_sort(c, width));
}

static Z3_ast open_value(const z3_terms *z, const char *what, expr e,
                         unsigned width) {
  char name[32];
  snprintf(name, sizeof name, "%s%" PRIu32, what, e.id);
  return Z3_mk_const(z->context, Z3_mk_string_symbol(z->context, name),
                     Z3_mk_bv_sort(z->context, width));
}

/* x87: bit 63 is the integer bit that other formats leave out.  A denormal
 * that has it counts as of exponent 1, a number that lacks it is invalid. */
static Z3_ast from_x87(Z3_context c, Z3_ast bits) {
  Z3_ast sign = Z3_mk_extract(c, 79, 79, bits);
  Z3_ast exponent = Z3_mk_extract(c, 78, 64, bits);
  Z3_ast fraction = Z3_mk_extract(c, 62, 0, bits);
  Z3_ast has_one = Z3_mk_eq(c, Z3_mk_extract(c, 63, 63, bits), number(c, 1, 1));
  Z3_ast is_low = Z3_mk_eq(c, exponent, number(c, 15, 0));
  Z3_ast both[2] = {is_low, has_one};
  Z3_ast neither[2] = {Z3_mk_not(c, is_low), Z3_mk_not(c, has_one)};
  Z3_ast value = Z3_mk_fpa_fp(c, sign,
                              Z3_mk_ite(c, Z3_mk_and(c, 2, both),
                                        number(c, 15, 1), exponent),
                              fraction);
  return Z3_mk_ite(c, Z3_mk_and(c, 2, neither),
                   Z3_mk_fpa_nan(c, sort_of(c, 80)), value);
}

static Z3_ast as_float(z3_terms *z, expr e) {
  const uint64_t *known = idmap_find(&z->floats, e.id);
  if (known) return (Z3_ast) (uintptr_t) *known;
  const unsigned width = expr_width(z->table, e);
  Z3_ast bits = z3_terms_known(z, e);
  Z3_ast f = width == 80 ? from_x87(z->context, bits)
                         : Z3_mk_fpa_to_fp_bv(z->context, bits,
                                              sort_of(z->context, width));
  *idmap_at(&z->floats, e.id) = (uint64_t) (uintptr_t) f;
  return f;
}

/* The bits of a float that an operator made. */
static Z3_ast to_bits(z3_terms *z, expr e, unsigned width, Z3_ast f) {
  Z3_context c = z->context;
  *idmap_at(&z->floats, e.id) = (uint64_t) (uintptr_t) f;
  const unsigned exponent = width == 16 ? 5 : width == 32 ? 8
                            : width == 64 ? 11 : 15;
  const unsigned fraction = width == 80 ? 63 : width - exponent - 1;
  const unsigned top = exponent + fraction;
  Z3_ast ieee = Z3_mk_fpa_to_ieee_bv(c, f);
  Z3_ast sign = Z3_mk_extract(c, top, top, ieee);
  Z3_ast middle = Z3_mk_extract(c, top - 1, fraction, ieee);
  Z3_ast low = Z3_mk_extract(c, fraction - 1, 0, ieee);
  Z3_ast nan_low = open_value(z, "nan", e, fraction);
  Z3_ast zero = Z3_mk_int(c, 0, Z3_mk_bv_sort(c, fraction));
  Z3_ast is_nan = Z3_mk_fpa_is_nan(c, f);
  nan_low = Z3_mk_ite(c, Z3_mk_eq(c, nan_low, zero), Z3_mk_bvnot(c, zero),
                      nan_low);
  sign = Z3_mk_ite(c, is_nan, open_value(z, "sign", e, 1), sign);
  middle = Z3_mk_ite(c, is_nan,
                     number(c, exponent, (UINT64_C(1) << exponent) - 1),
                     middle);
  low = Z3_mk_ite(c, is_nan, nan_low, low);
  if (width == 80) {
    Z3_ast is_low = Z3_mk_eq(c, middle, number(c, exponent, 0));
    low = Z3_mk_concat(c, Z3_mk_ite(c, is_low, number(c, 1, 0),
                                    number(c, 1, 1)), low);
  }
  return Z3_mk_concat(c, sign, Z3_mk_concat(c, middle, low));
}

/* Towards zero; left open when the integral part does not fit. */
static Z3_ast to_integer(z3_terms *z, expr e, const expr_node *n) {
  Z3_context c = z->context;
  const bool is_signed = n->op == EXPR_FTOS;
  Z3_ast f = as_float(z, n->arg[0]), zero_ward = Z3_mk_fpa_rtz(c);
  Z3_sort sort = sort_of(c, expr_width(z->table, n->arg[0]));
  Z3_ast whole = Z3_mk_fpa_round_to_integral(c, zero_ward, f);
  const unsigned width = n->width, magnitude = width - is_signed;
  Z3_sort wide = Z3_mk_bv_sort(c, width + 1);
  Z3_ast power = Z3_mk_bvshl(c, Z3_mk_int(c, 1, wide),
                             Z3_mk_unsigned_int(c, magnitude, wide));
  Z3_ast bound = Z3_mk_fpa_to_fp_unsigned(c, Z3_mk_fpa_rne(c), power, sort);
  Z3_ast least = is_signed ? Z3_mk_fpa_neg(c, bound)
                           : Z3_mk_fpa_zero(c, sort, false);
  Z3_ast fits[3] = {Z3_mk_fpa_lt(c, whole, bound),
                    Z3_mk_fpa_geq(c, whole, least),
                    Z3_mk_not(c, Z3_mk_fpa_is_infinite(c, f))};
  Z3_ast value = is_signed ? Z3_mk_fpa_to_sbv(c, zero_ward, f, width)
                           : Z3_mk_fpa_to_ubv(c, zero_ward, f, width);
  return Z3_mk_ite(c, Z3_mk_and(c, 3, fits), value,
                   open_value(z, "out", e, width));
}

Z3_ast z3_float_bits(z3_terms *z, expr e, const expr_node *n) {
  Z3_context c = z->context;
  Z3_ast round = rounding(c, (expr_rounding) n->imm);
  const bool from_integer = n->op == EXPR_STOF || n->op == EXPR_UTOF;
  const unsigned arity = expr_arity((expr_op) n->op);
  Z3_ast x = from_integer ? z3_terms_known(z, n->arg[0])
                          : as_float(z, n->arg[0]);
  Z3_ast y = arity > 1 ? as_float(z, n->arg[1]) : NULL;
  Z3_ast w = arity > 2 ? as_float(z, n->arg[2]) : NULL;
  Z3_sort sort = sort_of(c, n->width);
  Z3_ast f = NULL;
  switch ((int) n->op) {
  case EXPR_FEQ: return z3_terms_of_bool(z, Z3_mk_fpa_eq(c, x, y));
  case EXPR_FLT: return z3_terms_of_bool(z, Z3_mk_fpa_lt(c, x, y));
  case EXPR_FLE: return z3_terms_of_bool(z, Z3_mk_fpa_leq(c, x, y));
  case EXPR_FTOS: case EXPR_FTOU: return to_integer(z, e, n);
  case EXPR_FREM:
    z->is_exact = false;
    return open_value(z, "fmod", e, n->width);
  case EXPR_FADD: f = Z3_mk_fpa_add(c, round, x, y); break;
  case EXPR_FSUB: f = Z3_mk_fpa_sub(c, round, x, y); break;
  case EXPR_FMUL: f = Z3_mk_fpa_mul(c, round, x, y); break;
  case EXPR_FDIV: f = Z3_mk_fpa_div(c, round, x, y); break;
  case EXPR_FFMA: f = Z3_mk_fpa_fma(c, round, x, y, w); break;
  case EXPR_FSQRT: f = Z3_mk_fpa_sqrt(c, round, x); break;
  case EXPR_FROUND: f = Z3_mk_fpa_round_to_integral(c, round, x); break;
  case EXPR_FTOF: f = Z3_mk_fpa_to_fp_float(c, round, x, sort); break;
  case EXPR_STOF: f = Z3_mk_fpa_to_fp_signed(c, round, x, sort); break;
  case EXPR_UTOF: f = Z3_mk_fpa_to_fp_unsigned(c, round, x, sort); break;
  }
  return to_bits(z, e, n->width, f);
}
