#include "base/random.h"
#include "expr/soft.h"
#include "solver/blast.h"
#include "test/check.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* Else clang moves arithmetic across fesetround(). */
#ifdef __clang__
#pragma STDC FENV_ACCESS ON
#endif

/*
 * Float operations as terms.  With numbers for inputs every term folds, so an operation
 * is a function that is called.
 *
 * At small formats all operands are tried against an oracle that knows nothing of
 * digits and exponents: a number of the format is an exact multiple of
 * 2^-GRID, and the result is the nearest of all numbers of the format, found by
 * looking at all of them.  At real widths random operands are compared with the
 * host, in all rounding modes that it has; and circuits of the terms with symbols for
 * inputs are set to numbers by a SAT solver.
 */
typedef __int128 wide;

enum { GRID = 24 };             /* the grid's unit is 2^-GRID */

static const expr_rounding modes[] = {ROUND_NEAREST_EVEN, ROUND_NEAREST_AWAY,
                                      ROUND_UP, ROUND_DOWN, ROUND_ZERO};

static expr mode_of(expr_table *t, expr_rounding mode) { return expr_const(t, 3, mode); }

static uint64_t number_of(expr_table *t, expr e) {
  uint64_t bits;
  CHECK(expr_value(t, e, &bits));
  return bits;
}

static int64_t bias_of(const soft_format *f) { return (INT64_C(1) << (f->exponent - 1)) - 1; }

/* The oracle --------------------------------------------------------------- */

typedef enum kind { NUMBER, INFINITE, NOTHING } kind;
typedef struct exact { kind kind; bool minus; wide value; } exact;

/* By counting: the bits below the sign number the magnitudes in order. */
static exact value_of(const soft_format *f, uint64_t bits) {
  const unsigned width = soft_width(*f);
  const uint64_t low = bits & bits_mask(f->fraction);
  const uint64_t e = bits >> f->fraction & bits_mask(f->exponent);
  exact x = {NUMBER, bits >> (width - 1) & 1, 0};
  if (e == bits_mask(f->exponent)) {
    x.kind = low ? NOTHING : INFINITE;
    return x;
  }
  /* From one exponent to the next the distance doubles. */
  wide step = (wide) 1 << GRID, all = 0;
  for (uint64_t k = 1; k < (uint64_t) bias_of(f) + f->fraction; k++) step /= 2;
  CHECK(step);
  for (uint64_t m = 0; m < (e << f->fraction | low); m++) {
    if (m && !(m & bits_mask(f->fraction)) && m >> f->fraction > 1) step *= 2;
    all += step;
  }
  x.value = x.minus ? -all : all;
  return x;
}

/* A rational: numerator over denominator, the latter positive. */
typedef struct ratio { wide over, under; } ratio;

static int compare(ratio a, ratio b) {
  const wide x = a.over * b.under, y = b.over * a.under;
  return (x > y) - (x < y);
}

typedef struct oracle {
  soft_format f;
  unsigned count;               /* magnitudes, the last of them finite */
  exact of[1 << 9];
} oracle;

/* Magnitudes, and one past the last, as if there were one more exponent. */
static void prepare(oracle *o, unsigned exponent, unsigned fraction) {
  o->f = (soft_format) {exponent, fraction};
  o->count = (unsigned) (bits_mask(exponent) << fraction);
  for (uint64_t bits = 0; bits < UINT64_C(1) << (1 + exponent + fraction); bits++)
    o->of[bits] = value_of(&o->f, bits);
}

/* The exact value, not zero, rounded.  Past the greatest number the next would
 * be one step further. */
static uint64_t rounded(const oracle *o, expr_rounding mode, ratio r) {
  const bool minus = r.over < 0;
  const uint64_t sign = (uint64_t) minus << (soft_width(o->f) - 1);
  if (minus) r.over = -r.over;
  const wide last = o->of[o->count - 1].value;
  const wide end = 2 * last - o->of[o->count - 2].value;
  unsigned below = 0;
  while (below + 1 < o->count &&
         compare((ratio) {o->of[below + 1].value, 1}, r) <= 0) below++;
  const wide low = o->of[below].value;
  const wide high = below + 1 == o->count ? end : o->of[below + 1].value;
  if (compare((ratio) {low, 1}, r) == 0) return sign | below;
  bool up = false;
  const int side = compare(r, (ratio) {low + high, 2});
  switch (mode) {
  case ROUND_NEAREST_EVEN: up = side > 0 || (side == 0 && below & 1); break;
  case ROUND_NEAREST_AWAY: up = side >= 0; break;
  case ROUND_UP: up = !minus; break;
  case ROUND_DOWN: up = minus; break;
  case ROUND_ZERO: break;
  }
  return sign | (below + up);   /* one more than the last is infinity */
}

static uint64_t zero_of(const oracle *o, bool minus) {
  return (uint64_t) minus << (soft_width(o->f) - 1);
}

static uint64_t infinity_of(const oracle *o, bool minus) {
  return zero_of(o, minus) | bits_mask(o->f.exponent) << o->f.fraction;
}

/* Results: *nan, or the bits. */
static uint64_t sum_of(const oracle *o, expr_rounding mode, exact x, exact y,
                       bool *nan) {
  *nan = x.kind == NOTHING || y.kind == NOTHING ||
         (x.kind == INFINITE && y.kind == INFINITE && x.minus != y.minus);
  if (*nan) return 0;
  if (x.kind == INFINITE) return infinity_of(o, x.minus);
  if (y.kind == INFINITE) return infinity_of(o, y.minus);
  const wide sum = x.value + y.value;
  if (sum) return rounded(o, mode, (ratio) {sum, 1});
  return zero_of(o, x.minus == y.minus ? x.minus : mode == ROUND_DOWN);
}

static uint64_t product_of(const oracle *o, expr_rounding mode, exact x,
                           exact y, bool *nan) {
  const bool minus = x.minus != y.minus;
  const bool infinite = x.kind == INFINITE || y.kind == INFINITE;
  const bool zero = (x.kind == NUMBER && !x.value) ||
                    (y.kind == NUMBER && !y.value);
  *nan = x.kind == NOTHING || y.kind == NOTHING || (infinite && zero);
  if (*nan) return 0;
  if (infinite) return infinity_of(o, minus);
  if (zero) return zero_of(o, minus);
  return rounded(o, mode, (ratio) {x.value * y.value, (wide) 1 << GRID});
}

static uint64_t fma_of(const oracle *o, expr_rounding mode, exact x, exact y,
                       exact z, bool *nan) {
  const uint64_t p = product_of(o, mode, x, y, nan);
  if (*nan || z.kind == NOTHING) {
    *nan = true;
    return 0;
  }
  const bool minus = x.minus != y.minus;
  const bool infinite = x.kind == INFINITE || y.kind == INFINITE;
  if (infinite) {
    *nan = z.kind == INFINITE && z.minus != minus;
    return p;
  }
  if (z.kind == INFINITE) return infinity_of(o, z.minus);
  const wide sum = x.value * y.value + z.value * ((wide) 1 << GRID);
  if (sum) return rounded(o, mode, (ratio) {sum, (wide) 1 << GRID});
  return zero_of(o, minus == z.minus ? minus : mode == ROUND_DOWN);
}

static uint64_t quotient_of(const oracle *o, expr_rounding mode, exact x,
                            exact y, bool *nan) {
  const bool minus = x.minus != y.minus;
  const bool x_zero = x.kind == NUMBER && !x.value;
  const bool y_zero = y.kind == NUMBER && !y.value;
  *nan = x.kind == NOTHING || y.kind == NOTHING || (x_zero && y_zero) ||
         (x.kind == INFINITE && y.kind == INFINITE);
  if (*nan) return 0;
  if (x.kind == INFINITE || y_zero) return infinity_of(o, minus);
  if (x_zero || y.kind == INFINITE) return zero_of(o, minus);
  const wide over = x.value < 0 ? -x.value : x.value;
  const wide under = y.value < 0 ? -y.value : y.value;
  return rounded(o, mode, (ratio) {(minus ? -over : over) * ((wide) 1 << GRID), under});
}

/* The digit worth one is the grid's 2^GRID. */
static uint64_t integral_of(const oracle *o, expr_rounding mode, exact x,
                            uint64_t bits, bool *nan) {
  *nan = x.kind == NOTHING;
  if (x.kind != NUMBER) return bits;
  const wide unit = (wide) 1 << GRID;
  const wide size = x.minus ? -x.value : x.value;
  const wide low = size / unit, rest = size % unit;
  bool up = false;
  switch (mode) {
  case ROUND_NEAREST_EVEN:
    up = 2 * rest > unit || (2 * rest == unit && low & 1);
    break;
  case ROUND_NEAREST_AWAY: up = 2 * rest >= unit; break;
  case ROUND_UP: up = rest && !x.minus; break;
  case ROUND_DOWN: up = rest && x.minus; break;
  case ROUND_ZERO: break;
  }
  const wide whole = (low + up) * unit;
  if (!whole) return zero_of(o, x.minus);
  return rounded(o, mode, (ratio) {x.minus ? -whole : whole, 1});
}

static void agree(expr_table *t, const oracle *o, const soft_result *r, uint64_t want,
                  bool nan) {
  CHECK(expr_width(t, r->bits) == soft_width(o->f));
  CHECK(number_of(t, r->nan) == nan);
  CHECK(nan || number_of(t, r->bits) == want);
}

static void two_operands(expr_table *t, const oracle *o, uint64_t a, uint64_t b) {
  const unsigned width = soft_width(o->f);
  const exact x = o->of[a], y = o->of[b];
  exact minus_y = y;
  minus_y.minus = !y.minus;
  minus_y.value = -y.value;
  bool nan;
  const expr u = expr_const(t, width, a);
  const expr v = expr_const(t, width, b);
  for (unsigned k = 0; k < 5; k++) {
    const expr_rounding mode = modes[k];
    soft_result r = soft_add(t, o->f, mode_of(t, mode), u, v, false);
    uint64_t want = sum_of(o, mode, x, y, &nan);
    agree(t, o, &r, want, nan);
    if ((a + b) % 5 == k) {     /* the other sign is what is seen anyway */
      r = soft_add(t, o->f, mode_of(t, mode), u, v, true);
      want = sum_of(o, mode, x, minus_y, &nan);
      agree(t, o, &r, want, nan);
    }
    r = soft_multiply(t, o->f, mode_of(t, mode), u, v);
    want = product_of(o, mode, x, y, &nan);
    agree(t, o, &r, want, nan);
    r = soft_divide(t, o->f, mode_of(t, mode), u, v);
    want = quotient_of(o, mode, x, y, &nan);
    agree(t, o, &r, want, nan);
  }
  const bool ordered = x.kind != NOTHING && y.kind != NOTHING;
  const wide far = (wide) 1 << 120;
  const wide i = x.kind == INFINITE ? (x.minus ? -far : far) : x.value;
  const wide j = y.kind == INFINITE ? (y.minus ? -far : far) : y.value;
  CHECK(number_of(t, soft_equal(t, o->f, u, v)) == (ordered && i == j));
  CHECK(number_of(t, soft_less(t, o->f, u, v, false)) == (ordered && i < j));
  CHECK(number_of(t, soft_less(t, o->f, u, v, true)) == (ordered && i <= j));
  const soft_result r = soft_remainder(t, o->f, u, v);
  nan = !ordered || x.kind == INFINITE || (y.kind == NUMBER && !y.value);
  uint64_t want = a;
  if (!nan && y.kind == NUMBER) {
    const wide rest = x.value % y.value;
    want = rest ? rounded(o, ROUND_ZERO, (ratio) {rest, 1})
                : zero_of(o, x.minus);
  }
  agree(t, o, &r, want, nan);
}

/* The root is between two numbers by their squares. */
static uint64_t root_of(const oracle *o, expr_rounding mode, exact x,
                        uint64_t bits, bool *nan) {
  *nan = x.kind == NOTHING || (x.minus && (x.kind == INFINITE || x.value));
  if (*nan || x.kind == INFINITE || !x.value) return bits;
  const wide square = x.value * ((wide) 1 << GRID);
  unsigned below = 0;
  while (below + 1 < o->count &&
         o->of[below + 1].value * o->of[below + 1].value <= square) below++;
  const wide low = o->of[below].value;
  if (low * low == square) return below;
  CHECK(below + 1 < o->count);
  const wide twice = low + o->of[below + 1].value;
  const wide far = 4 * square - twice * twice;
  bool up = false;
  switch (mode) {
  case ROUND_NEAREST_EVEN: up = far > 0 || (far == 0 && below & 1); break;
  case ROUND_NEAREST_AWAY: up = far >= 0; break;
  case ROUND_UP: up = true; break;
  case ROUND_DOWN: case ROUND_ZERO: break;
  }
  return below + up;
}

static void to_integers(expr_table *t, const oracle *o, exact x, expr u) {
  for (unsigned width = 1; width <= 9; width++)
    for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
      expr fits;
      const expr w = soft_to_integer(t, o->f, mode_of(t, ROUND_ZERO), u, width, is_signed, &fits);
      CHECK(expr_width(t, w) == width);
      const wide whole = x.value / ((wide) 1 << GRID);
      const wide most = ((wide) 1 << (width - is_signed)) - 1;
      const wide least = is_signed ? -most - 1 : 0;
      const bool is_inside = x.kind == NUMBER && whole <= most && whole >= least;
      CHECK(number_of(t, fits) == is_inside);
      if (is_inside)
        CHECK(number_of(t, w) == ((uint64_t) whole & bits_mask(width)));
    }
}

static void one_operand(expr_table *t, const oracle *o, uint64_t a) {
  bool nan;
  const expr u = expr_const(t, soft_width(o->f), a);
  const exact x = o->of[a];
  for (unsigned k = 0; k < 5; k++) {
    soft_result r = soft_integral(t, o->f, mode_of(t, modes[k]), u);
    uint64_t want = integral_of(o, modes[k], x, a, &nan);
    agree(t, o, &r, want, nan);
    r = soft_root(t, o->f, mode_of(t, modes[k]), u);
    want = root_of(o, modes[k], x, a, &nan);
    agree(t, o, &r, want, nan);
  }
  to_integers(t, o, x, u);
}

static void conversions(expr_table *t, const oracle *from, const oracle *to) {
  for (uint64_t a = 0; a < UINT64_C(1) << soft_width(from->f); a++) {
    const expr u = expr_const(t, soft_width(from->f), a);
    const exact x = from->of[a];
    for (unsigned k = 0; k < 5; k++) {
      const soft_result r = soft_convert(t, from->f, to->f, mode_of(t, modes[k]), u);
      const uint64_t want =
          x.kind == INFINITE ? infinity_of(to, x.minus)
          : x.kind == NUMBER && x.value
              ? rounded(to, modes[k], (ratio) {x.value, 1})
              : zero_of(to, x.minus);
      agree(t, to, &r, want, x.kind == NOTHING);
    }
  }
}

static void from_integers(expr_table *t, const oracle *o) {
  for (unsigned width = 1; width <= 9; width++)
    for (uint64_t n = 0; n < UINT64_C(1) << width; n++)
      for (unsigned k = 0; k < 10; k++) {
        const expr u = expr_const(t, width, n);
        const bool is_signed = k & 1;
        const soft_result r = soft_of_integer(t, o->f, mode_of(t, modes[k / 2]), u,
                                                is_signed);
        const wide value = is_signed ? bits_signed(n, width) : (wide) n;
        agree(t, o, &r, value ? rounded(o, modes[k / 2],
                                     (ratio) {value * ((wide) 1 << GRID), 1}) : 0,
              false);
      }
}

/* All operands at up to 6 bits, every `step`-th pair above. */
static void small_formats_are_exact(expr_table *t, unsigned step) {
  static const struct { unsigned exponent, fraction; } formats[] = {
    {2, 1}, {2, 2}, {3, 1}, {2, 4}, {3, 3}, {4, 3},
  };
  enum { FORMATS = sizeof formats / sizeof *formats };
  static oracle all[FORMATS];
  for (unsigned i = 0; i < FORMATS; i++)
    prepare(all + i, formats[i].exponent, formats[i].fraction);
  for (unsigned i = 0; i < FORMATS; i++) {
    const oracle *o = all + i;
    const uint64_t count = UINT64_C(1) << soft_width(o->f);
    for (uint64_t a = 0; a < count; a++) {
      one_operand(t, o, a);
      const unsigned by = count > 64 ? step : 1;
      for (uint64_t b = a % by; b < count; b += by) two_operands(t, o, a, b);
    }
    from_integers(t, o);
    for (unsigned j = 0; j < FORMATS; j++) conversions(t, o, all + j);
  }
}

/* All of the smaller formats; of 8 bits, each pair with some third ones. */
static void fused_products_are_exact(expr_table *t, bool is_thorough) {
  static const struct { unsigned exponent, fraction; } formats[] = {
    {2, 1}, {3, 1}, {2, 2}, {3, 2}, {4, 3},
  };
  static oracle o;
  random_source random = {5};
  for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
    prepare(&o, formats[i].exponent, formats[i].fraction);
    const unsigned width = soft_width(o.f);
    const uint64_t count = UINT64_C(1) << width;
    const bool is_all = width <= (is_thorough ? 6 : 5);
    for (uint64_t a = 0; a < count; a++)
      for (uint64_t b = 0; b < count; b++)
        for (uint64_t k = 0; k < (is_all ? count : 2); k++) {
          const uint64_t c = is_all ? k : random_below(&random, count);
          const expr u = expr_const(t, width, a);
          const expr v = expr_const(t, width, b);
          const expr w = expr_const(t, width, c);
          for (unsigned m = 0; m < 5; m++) {
            if (width >= (is_thorough ? 6 : 5) && (a + b + c) % 5 != m) continue;
            bool nan;
            const uint64_t want =
                fma_of(&o, modes[m], o.of[a], o.of[b], o.of[c], &nan);
            const soft_result r = soft_fma(t, o.f, mode_of(t, modes[m]), u, v, w);
            agree(t, &o, &r, want, nan);
          }
        }
  }
}

/* All operations as one term, in the order in which they are compared. */
static void build(expr_table *t, soft_format f, expr mode, const expr x[3], bool or_equal,
                  expr out[12]) {
  expr fits, whole = soft_to_integer(t, f, mode_of(t, ROUND_ZERO), x[0], 4, or_equal, &fits);
  const soft_result results[] = {
    soft_add(t, f, mode, x[0], x[1], false), soft_add(t, f, mode, x[0], x[1], true),
    soft_multiply(t, f, mode, x[0], x[1]), soft_divide(t, f, mode, x[0], x[1]),
    soft_fma(t, f, mode, x[0], x[1], x[2]), soft_remainder(t, f, x[0], x[1]),
    soft_root(t, f, mode, x[0]), soft_integral(t, f, mode, x[0]),
    soft_of_integer(t, f, mode, x[0], or_equal), {expr_not(t, fits), whole},
  };
  for (unsigned i = 0; i < 10; i++)
    out[i] = expr_concat(t, results[i].nan,
                         expr_ite(t, results[i].nan,
                                  expr_const(t, expr_width(t, results[i].bits), 0),
                                  results[i].bits));
  out[10] = soft_less(t, f, x[0], x[1], or_equal);
  out[11] = soft_equal(t, f, x[0], x[1]);
}

/* Circuits of terms over symbols that a solver sets, as the blaster has them made. */
static void symbols_are_as_numbers(bool is_thorough) {
  const soft_format f = {3, 2};
  const unsigned width = soft_width(f);
  for (unsigned m = 0; m < 5; m++) {
    expr_table *t = expr_table_new();
    const expr mode = mode_of(t, modes[m]);
    blaster b;
    blaster_init(&b, t, &sat_light, NULL);
    expr x[3], made[12], known[12];
    for (unsigned i = 0; i < 3; i++)
      x[i] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width, "x"));
    expr_set_plain(t, m & 1);
    build(t, f, mode, x, m & 1, made);
    expr_set_plain(t, false);
    for (unsigned i = 0; i < 12; i++) CHECK(blaster_add(&b, made[i], 0));
    for (unsigned i = 0; i < 3; i++) CHECK(blaster_add(&b, x[i], 0));
    for (uint64_t u = 0; u < 1u << width; u++)
      for (uint64_t v = 0; v < 1u << width; v++) {
        if (!is_thorough && (u + v) % 5 != m) continue;
        const uint64_t numbers[3] = {u, v, (u * 7 + v * 13) % (1u << width)};
        expr y[3];
        for (unsigned i = 0; i < 3; i++) {
          y[i] = expr_const(t, width, numbers[i]);
          for (unsigned k = 0; k < width; k++)
            b.gates.api->assume(b.gates.sat, (numbers[i] >> k & 1 ? 1 : -1) *
                                                 blaster_bits(&b, x[i])[k]);
        }
        build(t, f, mode, y, m & 1, known);
        for (unsigned i = 0; i < 12; i++)
          for (unsigned k = 0; k < expr_width(t, made[i]); k++)
            b.gates.api->focus(b.gates.sat, blaster_bits(&b, made[i])[k]);
        CHECK(b.gates.api->solve(b.gates.sat, (sat_limits) {0, 0}) == SAT_YES);
        for (unsigned i = 0; i < 12; i++)
          for (unsigned k = 0; k < expr_width(t, made[i]); k++)
            CHECK(b.gates.api->value(b.gates.sat, blaster_bits(&b, made[i])[k]) ==
                  (number_of(t, known[i]) >> k & 1));
      }
    blaster_release(&b);
    expr_table_free(t);
  }
}

/* Real widths, against the host -------------------------------------------- */

static const int host_modes[] = {
  [ROUND_NEAREST_EVEN] = FE_TONEAREST, [ROUND_UP] = FE_UPWARD,
  [ROUND_DOWN] = FE_DOWNWARD, [ROUND_ZERO] = FE_TOWARDZERO,
};

/* Ordinary, near each other, subnormal, at the ends, special. */
static uint64_t draw(random_source *r, const soft_format *f, uint64_t other) {
  const unsigned width = soft_width(*f);
  const uint64_t mask = bits_mask(width);
  switch (random_below(r, 8)) {
  case 0: return (other + random_below(r, 5) - 2) & mask;
  case 1: return (other ^ UINT64_C(1) << random_below(r, width)) & mask;
  case 2: return random_below(r, 2) << (width - 1) |
                 (random_next(r) & bits_mask(f->fraction) &
                  ((UINT64_C(1) << random_below(r, f->fraction + 1)) - 1));
  case 3: return random_below(r, 2) << (width - 1) |
                 ((bits_mask(f->exponent) << f->fraction) -
                  random_below(r, 3));
  case 4: {                     /* around 1 */
    const uint64_t e = (uint64_t) bias_of(f) + random_below(r, 80) - 40;
    return random_below(r, 2) << (width - 1) |
           (e & bits_mask(f->exponent)) << f->fraction |
           (random_next(r) & random_next(r) & bits_mask(f->fraction));
  }
  }
  return random_next(r) & mask;
}

#define HOST(NAME, T, BITS, SQRT, FMA, FMOD, RINT, ROUND, CEIL, FLOOR, TRUNC) \
  static T NAME##_of(uint64_t bits) { \
    const BITS b = (BITS) bits; \
    T x; \
    memcpy(&x, &b, sizeof x); \
    return x; \
  } \
  static uint64_t NAME##_bits(T x) { \
    BITS b; \
    memcpy(&b, &x, sizeof b); \
    return b; \
  } \
  static void NAME##_agree(expr_table *t, const soft_result *r, T want) { \
    CHECK(number_of(t, r->nan) == !!isnan(want)); \
    CHECK(isnan(want) || number_of(t, r->bits) == NAME##_bits(want)); \
  } \
  static void NAME##_is_the_hosts(expr_table *t, const soft_format *f, \
                                  unsigned rounds) { \
    random_source random = {7}; \
    const unsigned width = soft_width(*f); \
    for (unsigned i = 0; i < rounds; i++) { \
      const uint64_t a = draw(&random, f, random_next(&random)); \
      const uint64_t b = draw(&random, f, a), c = draw(&random, f, b); \
      const volatile T x = NAME##_of(a), y = NAME##_of(b), z = NAME##_of(c); \
      const expr u = expr_const(t, width, a); \
      const expr v = expr_const(t, width, b); \
      const expr w = expr_const(t, width, c); \
      CHECK(number_of(t, soft_equal(t, *f, u, v)) == (x == y)); \
      CHECK(number_of(t, soft_less(t, *f, u, v, false)) == (x < y)); \
      CHECK(number_of(t, soft_less(t, *f, u, v, true)) == (x <= y)); \
      for (unsigned k = 0; k < 5; k++) { \
        const expr_rounding m = modes[k]; \
        soft_result r = soft_integral(t, *f, mode_of(t, m), u); \
        NAME##_agree(t, &r, m == ROUND_NEAREST_EVEN ? RINT(x) \
                         : m == ROUND_NEAREST_AWAY ? ROUND(x) \
                         : m == ROUND_UP ? CEIL(x) \
                         : m == ROUND_DOWN ? FLOOR(x) : TRUNC(x)); \
        if (m == ROUND_NEAREST_AWAY) continue; \
        fesetround(host_modes[m]); \
        const volatile T sum = x + y, less = x - y, product = x * y; \
        const volatile T quotient = x / y, fused = FMA(x, y, z); \
        const volatile T root = SQRT(x); \
        fesetround(FE_TONEAREST); \
        r = soft_add(t, *f, mode_of(t, m), u, v, false); \
        NAME##_agree(t, &r, sum); \
        r = soft_add(t, *f, mode_of(t, m), u, v, true); \
        NAME##_agree(t, &r, less); \
        r = soft_multiply(t, *f, mode_of(t, m), u, v); \
        NAME##_agree(t, &r, product); \
        r = soft_divide(t, *f, mode_of(t, m), u, v); \
        NAME##_agree(t, &r, quotient); \
        r = soft_fma(t, *f, mode_of(t, m), u, v, w); \
        NAME##_agree(t, &r, fused); \
        r = soft_root(t, *f, mode_of(t, m), u); \
        NAME##_agree(t, &r, root); \
      } \
      if (i % 16 == 0) { \
        const soft_result r = soft_remainder(t, *f, u, v); \
        NAME##_agree(t, &r, FMOD(x, y)); \
      } \
    } \
  }

HOST(single, float, uint32_t, sqrtf, fmaf, fmodf, rintf, roundf, ceilf, floorf,
     truncf)
HOST(twice, double, uint64_t, sqrt, fma, fmod, rint, round, ceil, floor, trunc)

static void conversions_are_the_hosts(expr_table *t, unsigned rounds) {
  const soft_format s = {8, 23}, d = {11, 52};
  random_source random = {9};
  for (unsigned i = 0; i < rounds; i++) {
    const uint64_t a = draw(&random, &d, random_next(&random));
    const uint64_t b = draw(&random, &s, a & UINT32_MAX);
    const uint64_t n = random_next(&random) >> random_below(&random, 64);
    const volatile double x = twice_of(a);
    const volatile float y = single_of(b);
    const expr u = expr_const(t, 64, a);
    const expr v = expr_const(t, 32, b);
    const expr w = expr_const(t, 64, n);
    soft_result r = soft_convert(t, s, d, mode_of(t, ROUND_NEAREST_EVEN), v);
    twice_agree(t, &r, (double) y);
    for (unsigned k = 0; k < 5; k++) {
      const expr_rounding m = modes[k];
      if (m == ROUND_NEAREST_AWAY) continue;
      fesetround(host_modes[m]);
      const volatile float narrow = (float) x;
      const volatile double p = (double) (int64_t) n, q = (double) n;
      const volatile float o = (float) (int64_t) n, h = (float) (uint32_t) n;
      fesetround(FE_TONEAREST);
      r = soft_convert(t, d, s, mode_of(t, m), u);
      single_agree(t, &r, narrow);
      r = soft_of_integer(t, d, mode_of(t, m), w, true);
      twice_agree(t, &r, p);
      r = soft_of_integer(t, d, mode_of(t, m), w, false);
      twice_agree(t, &r, q);
      r = soft_of_integer(t, s, mode_of(t, m), w, true);
      single_agree(t, &r, o);
      r = soft_of_integer(t, s, mode_of(t, m), expr_extract(t, w, 0, 32), false);
      single_agree(t, &r, h);
    }
    expr fits;
    expr whole = soft_to_integer(t, d, mode_of(t, ROUND_ZERO), u, 32, true, &fits);
    CHECK(number_of(t, fits) == (x > -2147483649.0 && x < 2147483648.0));
    if (number_of(t, fits)) CHECK(number_of(t, whole) == (uint32_t) (int32_t) x);
    whole = soft_to_integer(t, d, mode_of(t, ROUND_ZERO), u, 64, false, &fits);
    CHECK(number_of(t, fits) == (x > -1.0 && x < 0x1p64));
    if (number_of(t, fits)) CHECK(number_of(t, whole) == (uint64_t) x);
    whole = soft_to_integer(t, s, mode_of(t, ROUND_ZERO), v, 64, true, &fits);
    CHECK(number_of(t, fits) == (y >= -0x1p63f && y < 0x1p63f));
    if (number_of(t, fits)) CHECK(number_of(t, whole) == (uint64_t) (int64_t) y);
  }
}

/* With an argument everything: half a minute. */
int main(int argc, char **argv) {
  (void) argv;
  expr_table *t = expr_table_new();
#ifdef HOSTILE
  const unsigned rounds = 20;
#else
  const unsigned rounds = argc > 1 ? 700 : 70;
#endif
  small_formats_are_exact(t, argc > 1 ? 1 : 7);
  fused_products_are_exact(t, argc > 1);
  symbols_are_as_numbers(argc > 1);
  single_is_the_hosts(t, &(soft_format) {8, 23}, rounds);
  twice_is_the_hosts(t, &(soft_format) {11, 52}, rounds);
  conversions_are_the_hosts(t, rounds);
  expr_table_free(t);
  return 0;
}
