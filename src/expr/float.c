#include "expr/float.h"

#include "base/bits.h"
#include "base/fatal.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

/*
 * The host computes; `volatile` keeps the compiler from computing first, or
 * from moving an operation across the change of rounding mode.  Conversions
 * go through `widest`, which holds every format below it exactly, so that
 * only the last step rounds.
 */
#if LDBL_MANT_DIG == 113
typedef long double quad;
#define HAS_QUAD 1
#define HAS_QUAD_MATH 1
#define QUAD(FUNCTION) FUNCTION##l
#elif defined __SIZEOF_FLOAT128__
typedef __float128 quad;
#define HAS_QUAD 1
#if defined __HAVE_FLOAT128 && __HAVE_FLOAT128 && !defined __clang__
#define HAS_QUAD_MATH 1
#define QUAD(FUNCTION) FUNCTION##f128
#else
#define HAS_QUAD_MATH 0         /* the type, but no square root of it */
#endif
#else
#define HAS_QUAD 0
#define HAS_QUAD_MATH 0
#endif

#if LDBL_MANT_DIG == 64
#define HAS_X87 1
#else
#define HAS_X87 0
#endif

#ifdef __FLT16_MANT_DIG__
typedef _Float16 half;
#define HAS_HALF 1
#else
#define HAS_HALF 0
#endif

#if HAS_QUAD
typedef quad widest;
enum { WIDEST_DIGITS = 113 };
#else
typedef long double widest;
enum { WIDEST_DIGITS = LDBL_MANT_DIG };
#endif

static bool set_rounding(expr_rounding rounding) {
  switch (rounding) {
  case ROUND_NEAREST_EVEN: return !fesetround(FE_TONEAREST);
  case ROUND_UP: return !fesetround(FE_UPWARD);
  case ROUND_DOWN: return !fesetround(FE_DOWNWARD);
  case ROUND_ZERO: return !fesetround(FE_TOWARDZERO);
  case ROUND_NEAREST_AWAY: return false;        /* no host has it */
  }
  fatal("rounding mode %u is unknown", rounding);
}

/* A format: its type, the bytes its bits take, and functions on it.  The fma
 * of halves needs a type that holds a product and a sum exactly. */
#define FORMAT(NAME, T, BYTES, SQRT, FMA, FMOD, RINT, ROUND, CEIL, FLOOR, \
               TRUNC) \
  static T NAME##_load(const uint64_t *bits) { \
    T x = 0; \
    memcpy(&x, bits, BYTES); \
    return x; \
  } \
  static void NAME##_store(uint64_t *bits, T x) { \
    memset(bits, 0, (BYTES + 7) / 8 * sizeof *bits); \
    memcpy(bits, &x, BYTES); \
  } \
  static T NAME##_integral(T x, expr_rounding rounding) { \
    switch (rounding) { \
    case ROUND_NEAREST_EVEN: return (T) RINT(x); \
    case ROUND_NEAREST_AWAY: return (T) ROUND(x); \
    case ROUND_UP: return (T) CEIL(x); \
    case ROUND_DOWN: return (T) FLOOR(x); \
    case ROUND_ZERO: return (T) TRUNC(x); \
    } \
    return x; \
  } \
  static bool NAME##_arithmetic(expr_op op, expr_rounding rounding, \
                                const uint64_t *a, const uint64_t *b, \
                                const uint64_t *c, uint64_t *result) { \
    const volatile T x = NAME##_load(a), y = b ? NAME##_load(b) : 0, \
                     z = c ? NAME##_load(c) : 0; \
    volatile T r = 0; \
    if (op == EXPR_FROUND) { \
      r = NAME##_integral(x, rounding); \
    } else { \
      const int before = fegetround(); \
      if (!set_rounding(rounding)) return false; \
      if (op == EXPR_FADD) r = (T) (x + y); \
      else if (op == EXPR_FSUB) r = (T) (x - y); \
      else if (op == EXPR_FMUL) r = (T) (x * y); \
      else if (op == EXPR_FDIV) r = (T) (x / y); \
      else if (op == EXPR_FREM) r = (T) FMOD(x, y); \
      else if (op == EXPR_FSQRT) r = (T) SQRT(x); \
      else r = (T) FMA(x, y, z); \
      fesetround(before); \
    } \
    NAME##_store(result, r); \
    return true; \
  } \
  static bool NAME##_compare(expr_op op, const uint64_t *a, \
                             const uint64_t *b) { \
    const volatile T x = NAME##_load(a), y = NAME##_load(b); \
    return op == EXPR_FEQ ? x == y : op == EXPR_FLT ? x < y : x <= y; \
  }

FORMAT(single, float, 4, sqrtf, fmaf, fmodf, rintf, roundf, ceilf, floorf,
       truncf)
FORMAT(twice, double, 8, sqrt, fma, fmod, rint, round, ceil, floor, trunc)
#if HAS_QUAD_MATH
FORMAT(quad, quad, 16, QUAD(sqrt), QUAD(fma), QUAD(fmod), QUAD(rint),
       QUAD(round), QUAD(ceil), QUAD(floor), QUAD(trunc))
#endif
#if HAS_X87
FORMAT(x87, long double, 10, sqrtl, fmal, fmodl, rintl, roundl, ceill, floorl,
       truncl)
#endif
#if HAS_HALF && HAS_QUAD
static quad half_fma(quad x, quad y, quad z) { return x * y + z; }
FORMAT(half, half, 2, sqrtf, half_fma, fmodf, rintf, roundf, ceilf, floorf,
       truncf)
#endif

static bool arithmetic(expr_op op, unsigned width, expr_rounding rounding,
                       const uint64_t *a, const uint64_t *b,
                       const uint64_t *c, uint64_t *result) {
  switch (width) {
#if HAS_HALF && HAS_QUAD
  case 16: return half_arithmetic(op, rounding, a, b, c, result);
#endif
  case 32: return single_arithmetic(op, rounding, a, b, c, result);
  case 64: return twice_arithmetic(op, rounding, a, b, c, result);
#if HAS_X87
  case 80: return x87_arithmetic(op, rounding, a, b, c, result);
#endif
#if HAS_QUAD_MATH
  case 128: return quad_arithmetic(op, rounding, a, b, c, result);
#endif
  default: return false;
  }
}

static bool compare(expr_op op, unsigned format, const uint64_t *a,
                    const uint64_t *b, uint64_t *result) {
  switch (format) {
#if HAS_HALF && HAS_QUAD
  case 16: result[0] = half_compare(op, a, b); return true;
#endif
  case 32: result[0] = single_compare(op, a, b); return true;
  case 64: result[0] = twice_compare(op, a, b); return true;
#if HAS_X87
  case 80: result[0] = x87_compare(op, a, b); return true;
#endif
#if HAS_QUAD_MATH
  case 128: result[0] = quad_compare(op, a, b); return true;
#endif
  default: return false;
  }
}

/* Conversions ------------------------------------------------------------- */

static bool load(unsigned format, const uint64_t *a, widest *x) {
  switch (format) {
#if HAS_HALF && HAS_QUAD
  case 16: *x = half_load(a); return true;
#endif
  case 32: *x = single_load(a); return true;
  case 64: *x = twice_load(a); return true;
#if HAS_X87
  case 80: *x = x87_load(a); return true;
#endif
#if HAS_QUAD_MATH
  case 128: *x = quad_load(a); return true;
#endif
  default: return false;
  }
}

static bool store(unsigned format, expr_rounding rounding, widest value,
                  uint64_t *result) {
  const volatile widest x = value;
  const int before = fegetround();
  if (!set_rounding(rounding)) return false;
  bool known = true;
  switch (format) {
#if HAS_HALF && HAS_QUAD
  case 16: { volatile half r = (half) x; half_store(result, r); break; }
#endif
  case 32: { volatile float r = (float) x; single_store(result, r); break; }
  case 64: { volatile double r = (double) x; twice_store(result, r); break; }
#if HAS_X87
  case 80: {
    volatile long double r = (long double) x;
    x87_store(result, r);
    break;
  }
#endif
#if HAS_QUAD_MATH
  case 128: quad_store(result, x); break;
#endif
  default: known = false;
  }
  fesetround(before);
  return known;
}

/* From float to integer, as the host's instruction for the next larger of its
 * own integers does it, also for values out of range, which C leaves open. */
__attribute__((no_sanitize("float-cast-overflow")))
static bool to_integer(bool is_signed, unsigned width, widest value,
                       uint64_t *result) {
  if (width > 128) return false;
  const volatile widest x = value;
  if (width > 64) {
    const unsigned __int128 r =
        is_signed ? (unsigned __int128) (__int128) x : (unsigned __int128) x;
    result[0] = (uint64_t) r;
    result[1] = (uint64_t) (r >> 64) & bits_mask(width - 64);
  } else if (width > 32) {
    result[0] = (is_signed ? (uint64_t) (int64_t) x : (uint64_t) x) &
                bits_mask(width);
  } else {
    result[0] = (is_signed ? (uint32_t) (int32_t) x : (uint32_t) x) &
                bits_mask(width);
  }
  return true;
}

/* An integer longer than `widest` keeps as many bits as fit; what is lost sets
 * the lowest of them, so that rounding to a shorter format comes out right.
 * Only a format as long as `widest` itself cannot be served so. */
static bool from_integer(bool is_signed, unsigned from, unsigned format,
                         expr_rounding rounding, const uint64_t *a,
                         uint64_t *result) {
  if (from > 128) return false;
  unsigned __int128 magnitude = a[0];
  if (from > 64) magnitude |= (unsigned __int128) a[1] << 64;
  const bool negative = is_signed && magnitude >> (from - 1) & 1;
  if (negative)
    magnitude = ((unsigned __int128) 1 << (from - 1) << 1) - magnitude;
  unsigned lost = 0;
  while (magnitude >> lost >> (WIDEST_DIGITS - 1) >> 1) lost++;
  const unsigned __int128 unit = (unsigned __int128) 1 << lost;
  const bool inexact = magnitude & (unit - 1);
  if (inexact && format >= 80 && (format == 128 || !HAS_QUAD)) return false;
  const widest x = (widest) (magnitude / unit | inexact) * (widest) unit;
  return store(format, rounding, negative ? -x : x, result);
}

bool float_evaluate(expr_op op, unsigned width, unsigned operand_width,
                    expr_rounding rounding, const uint64_t *a,
                    const uint64_t *b, const uint64_t *c, uint64_t *result) {
  if (!(EXPR_FADD <= op && op <= EXPR_UTOF))
    fatal("%s is no float operator", expr_op_text(op));
  if (op <= EXPR_FROUND)
    return arithmetic(op, width, rounding, a, b, c, result);
  if (op <= EXPR_FLE) return compare(op, operand_width, a, b, result);
  if (op == EXPR_STOF || op == EXPR_UTOF)
    return from_integer(op == EXPR_STOF, operand_width, width, rounding, a,
                        result);
  widest x;
  if (!load(operand_width, a, &x)) return false;
  return op == EXPR_FTOF ? store(width, rounding, x, result)
                         : to_integer(op == EXPR_FTOS, width, x, result);
}
