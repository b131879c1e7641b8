#include "base/random.h"
#include "solver/float_parts.h"
#include "test/check.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/* Else clang moves arithmetic across fesetround(). */
#ifdef __clang__
#pragma STDC FENV_ACCESS ON
#endif

/*
 * The circuits of float operations.  With numbers for inputs every gate folds,
 * so a circuit is a function that is called.
 *
 * At small formats all operands are tried against an oracle that knows nothing of
 * digits and exponents: a number of the format is an exact multiple of
 * 2^-GRID, and the result is the nearest of all numbers of the format, found by
 * looking at all of them.  At real widths random operands are compared with the
 * host, in all rounding modes that it has; and formulas of literals (not
 * numbers) are asked of a SAT solver in solver_float.c.
 */
typedef __int128 wide;

enum { GRID = 24 };             /* the grid's unit is 2^-GRID */

static const expr_rounding modes[] = {ROUND_NEAREST_EVEN, ROUND_NEAREST_AWAY,
                                      ROUND_UP, ROUND_DOWN, ROUND_ZERO};

static void literals(uint64_t bits, unsigned width, int *out) {
  for (unsigned i = 0; i < width; i++)
    out[i] = bits >> i & 1 ? GATE_TRUE : GATE_FALSE;
}

static uint64_t number_of(const word *w) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < w->width; i++) {
    CHECK(w->bit[i] == GATE_TRUE || w->bit[i] == GATE_FALSE);
    if (w->bit[i] == GATE_TRUE) bits |= UINT64_C(1) << i;
  }
  return bits;
}

/* The oracle --------------------------------------------------------------- */

typedef enum kind { NUMBER, INFINITE, NOTHING } kind;
typedef struct exact { kind kind; bool minus; wide value; } exact;

/* By counting: the bits below the sign number the magnitudes in order. */
static exact value_of(const float_format *f, uint64_t bits) {
  const unsigned width = float_width(f);
  const uint64_t low = bits & bits_mask(f->fraction);
  const uint64_t e = bits >> f->fraction & bits_mask(f->exponent);
  exact x = {NUMBER, bits >> (width - 1) & 1, 0};
  if (e == bits_mask(f->exponent)) {
    x.kind = low ? NOTHING : INFINITE;
    return x;
  }
  /* From one exponent to the next the distance doubles. */
  wide step = (wide) 1 << GRID, all = 0;
  for (uint64_t k = 1; k < float_bias(f) + f->fraction; k++) step /= 2;
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
  float_format f;
  unsigned count;               /* magnitudes, the last of them finite */
  exact of[1 << 9];
} oracle;

/* Magnitudes, and one past the last, as if there were one more exponent. */
static void prepare(oracle *o, unsigned exponent, unsigned fraction) {
  o->f = (float_format) {exponent, fraction, false};
  o->count = (unsigned) (bits_mask(exponent) << fraction);
  for (uint64_t bits = 0; bits < UINT64_C(1) << (1 + exponent + fraction); bits++)
    o->of[bits] = value_of(&o->f, bits);
}

/* The exact value, not zero, rounded.  Past the greatest number the next would
 * be one step further. */
static uint64_t rounded(const oracle *o, expr_rounding mode, ratio r) {
  const bool minus = r.over < 0;
  const uint64_t sign = (uint64_t) minus << (float_width(&o->f) - 1);
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
  return (uint64_t) minus << (float_width(&o->f) - 1);
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

static void agree(const oracle *o, const float_result *r, uint64_t want,
                  bool nan) {
  CHECK(r->bits.width == float_width(&o->f));
  CHECK(r->nan == (nan ? GATE_TRUE : GATE_FALSE));
  CHECK(nan || number_of(&r->bits) == want);
}

static void two_operands(gates *g, const oracle *o, uint64_t a, uint64_t b) {
  const unsigned width = float_width(&o->f);
  const exact x = o->of[a], y = o->of[b];
  exact minus_y = y;
  minus_y.minus = !y.minus;
  minus_y.value = -y.value;
  int u[64], v[64];
  bool nan;
  literals(a, width, u);
  literals(b, width, v);
  for (unsigned k = 0; k < 5; k++) {
    const expr_rounding mode = modes[k];
    float_result r = float_add(g, &o->f, mode, u, v, false);
    uint64_t want = sum_of(o, mode, x, y, &nan);
    agree(o, &r, want, nan);
    if ((a + b) % 5 == k) {     /* the other sign is what is seen anyway */
      r = float_add(g, &o->f, mode, u, v, true);
      want = sum_of(o, mode, x, minus_y, &nan);
      agree(o, &r, want, nan);
    }
    r = float_multiply(g, &o->f, mode, u, v);
    want = product_of(o, mode, x, y, &nan);
    agree(o, &r, want, nan);
    r = float_divide(g, &o->f, mode, u, v);
    want = quotient_of(o, mode, x, y, &nan);
    agree(o, &r, want, nan);
  }
  const bool ordered = x.kind != NOTHING && y.kind != NOTHING;
  const wide far = (wide) 1 << 120;
  const wide i = x.kind == INFINITE ? (x.minus ? -far : far) : x.value;
  const wide j = y.kind == INFINITE ? (y.minus ? -far : far) : y.value;
  CHECK(float_equal(g, &o->f, u, v) == (ordered && i == j ? 1 : -1));
  CHECK(float_less(g, &o->f, u, v, false) == (ordered && i < j ? 1 : -1));
  CHECK(float_less(g, &o->f, u, v, true) == (ordered && i <= j ? 1 : -1));
  const float_result r = float_remainder(g, &o->f, u, v);
  nan = !ordered || x.kind == INFINITE || (y.kind == NUMBER && !y.value);
  uint64_t want = a;
  if (!nan && y.kind == NUMBER) {
    const wide rest = x.value % y.value;
    want = rest ? rounded(o, ROUND_ZERO, (ratio) {rest, 1})
                : zero_of(o, x.minus);
  }
  agree(o, &r, want, nan);
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

static void to_integers(gates *g, const oracle *o, exact x, const int *u) {
  for (unsigned width = 1; width <= 9; width++)
    for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
      int fits;
      const word w = float_to_integer(g, &o->f, u, width, is_signed, &fits);
      CHECK(w.width == width);
      const wide whole = x.value / ((wide) 1 << GRID);
      const wide most = ((wide) 1 << (width - is_signed)) - 1;
      const wide least = is_signed ? -most - 1 : 0;
      const bool is_inside = x.kind == NUMBER && whole <= most && whole >= least;
      CHECK(fits == (is_inside ? GATE_TRUE : GATE_FALSE));
      if (is_inside)
        CHECK(number_of(&w) == ((uint64_t) whole & bits_mask(width)));
    }
}

static void one_operand(gates *g, const oracle *o, uint64_t a) {
  int u[64];
  bool nan;
  literals(a, float_width(&o->f), u);
  const exact x = o->of[a];
  for (unsigned k = 0; k < 5; k++) {
    float_result r = float_integral(g, &o->f, modes[k], u);
    uint64_t want = integral_of(o, modes[k], x, a, &nan);
    agree(o, &r, want, nan);
    r = float_root(g, &o->f, modes[k], u);
    want = root_of(o, modes[k], x, a, &nan);
    agree(o, &r, want, nan);
  }
  to_integers(g, o, x, u);
}

static void conversions(gates *g, const oracle *from, const oracle *to) {
  for (uint64_t a = 0; a < UINT64_C(1) << float_width(&from->f); a++) {
    int u[64];
    literals(a, float_width(&from->f), u);
    const exact x = from->of[a];
    for (unsigned k = 0; k < 5; k++) {
      const float_result r = float_convert(g, &from->f, &to->f, modes[k], u);
      const uint64_t want =
          x.kind == INFINITE ? infinity_of(to, x.minus)
          : x.kind == NUMBER && x.value
              ? rounded(to, modes[k], (ratio) {x.value, 1})
              : zero_of(to, x.minus);
      agree(to, &r, want, x.kind == NOTHING);
    }
  }
}

static void from_integers(gates *g, const oracle *o) {
  for (unsigned width = 1; width <= 9; width++)
    for (uint64_t n = 0; n < UINT64_C(1) << width; n++)
      for (unsigned k = 0; k < 10; k++) {
        int u[64];
        literals(n, width, u);
        const bool is_signed = k & 1;
        const float_result r = float_of_integer(g, &o->f, modes[k / 2], u, width,
                                                is_signed);
        const wide value = is_signed ? bits_signed(n, width) : (wide) n;
        agree(o, &r, value ? rounded(o, modes[k / 2],
                                     (ratio) {value * ((wide) 1 << GRID), 1}) : 0,
              false);
      }
}

/* All operands at up to 6 bits, every `step`-th pair above. */
static void small_formats_are_exact(gates *g, unsigned step) {
  static const struct { unsigned exponent, fraction; } formats[] = {
    {2, 1}, {2, 2}, {3, 1}, {2, 4}, {3, 3}, {4, 3},
  };
  enum { FORMATS = sizeof formats / sizeof *formats };
  static oracle all[FORMATS];
  for (unsigned i = 0; i < FORMATS; i++)
    prepare(all + i, formats[i].exponent, formats[i].fraction);
  for (unsigned i = 0; i < FORMATS; i++) {
    const oracle *o = all + i;
    const uint64_t count = UINT64_C(1) << float_width(&o->f);
    for (uint64_t a = 0; a < count; a++) {
      one_operand(g, o, a);
      const unsigned by = count > 64 ? step : 1;
      for (uint64_t b = a % by; b < count; b += by) two_operands(g, o, a, b);
    }
    from_integers(g, o);
    for (unsigned j = 0; j < FORMATS; j++) conversions(g, o, all + j);
  }
}

/* All of the smaller formats; of 8 bits, each pair with some third ones. */
static void fused_products_are_exact(gates *g, bool is_thorough) {
  static const struct { unsigned exponent, fraction; } formats[] = {
    {2, 1}, {3, 1}, {2, 2}, {3, 2}, {4, 3},
  };
  static oracle o;
  random_source random = {5};
  for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
    prepare(&o, formats[i].exponent, formats[i].fraction);
    const unsigned width = float_width(&o.f);
    const uint64_t count = UINT64_C(1) << width;
    const bool is_all = width <= (is_thorough ? 6 : 5);
    for (uint64_t a = 0; a < count; a++)
      for (uint64_t b = 0; b < count; b++)
        for (uint64_t k = 0; k < (is_all ? count : 2); k++) {
          const uint64_t c = is_all ? k : random_below(&random, count);
          int u[64], v[64], w[64];
          literals(a, width, u);
          literals(b, width, v);
          literals(c, width, w);
          for (unsigned m = 0; m < 5; m++) {
            if (width >= (is_thorough ? 6 : 5) && (a + b + c) % 5 != m) continue;
            bool nan;
            const uint64_t want =
                fma_of(&o, modes[m], o.of[a], o.of[b], o.of[c], &nan);
            const float_result r = float_fma(g, &o.f, modes[m], u, v, w);
            agree(&o, &r, want, nan);
          }
        }
  }
}

/* The same with literals that a solver sets: what folding leaves out. */
static void literals_are_as_numbers(bool is_thorough) {
  static oracle o;
  prepare(&o, 3, 2);
  const unsigned width = float_width(&o.f);
  for (unsigned m = 0; m < 5; m++) {
    const expr_rounding mode = modes[m];
    gates g, fold;
    gates_init(&g, &sat_light, NULL);
    gates_init(&fold, &sat_light, NULL);
    int x[6], y[6], z[6], u[6], v[6], w[6];
    for (unsigned i = 0; i < width; i++) {
      x[i] = gates_fresh(&g);
      y[i] = gates_fresh(&g);
      z[i] = gates_fresh(&g);
    }
    int fits, fitted;
    const float_result made[] = {
      float_add(&g, &o.f, mode, x, y, false), float_add(&g, &o.f, mode, x, y, true),
      float_multiply(&g, &o.f, mode, x, y), float_divide(&g, &o.f, mode, x, y),
      float_fma(&g, &o.f, mode, x, y, z), float_remainder(&g, &o.f, x, y),
      float_root(&g, &o.f, mode, x), float_integral(&g, &o.f, mode, x),
      {float_less(&g, &o.f, x, y, m & 1), word_number(0, 0)},
      {float_equal(&g, &o.f, x, y), word_number(0, 0)},
      float_of_integer(&g, &o.f, mode, x, width, m & 1),
      {GATE_FALSE, float_to_integer(&g, &o.f, x, 4, m & 1, &fits)},
    };
    for (uint64_t a = 0; a < 1u << width; a++)
      for (uint64_t b = 0; b < 1u << width; b++) {
        if (!is_thorough && (a + b) % 5 != m) continue;
        const uint64_t c = (a * 7 + b * 13) % (1u << width);
        literals(a, width, u);
        literals(b, width, v);
        literals(c, width, w);
        const float_result known[] = {
          float_add(&fold, &o.f, mode, u, v, false),
          float_add(&fold, &o.f, mode, u, v, true),
          float_multiply(&fold, &o.f, mode, u, v),
          float_divide(&fold, &o.f, mode, u, v),
          float_fma(&fold, &o.f, mode, u, v, w),
          float_remainder(&fold, &o.f, u, v), float_root(&fold, &o.f, mode, u),
          float_integral(&fold, &o.f, mode, u),
          {float_less(&fold, &o.f, u, v, m & 1), word_number(0, 0)},
          {float_equal(&fold, &o.f, u, v), word_number(0, 0)},
          float_of_integer(&fold, &o.f, mode, u, width, m & 1),
          {GATE_FALSE, float_to_integer(&fold, &o.f, u, 4, m & 1, &fitted)},
        };
        for (unsigned i = 0; i < width; i++) {
          g.api->assume(g.sat, u[i] * x[i]);
          g.api->assume(g.sat, v[i] * y[i]);
          g.api->assume(g.sat, w[i] * z[i]);
        }
        CHECK(g.api->solve(g.sat, (sat_limits) {0, 0}) == SAT_YES);
        CHECK(g.api->value(g.sat, fits) == (fitted == GATE_TRUE));
        for (unsigned i = 0; i < sizeof made / sizeof *made; i++) {
          CHECK(g.api->value(g.sat, made[i].nan) == (known[i].nan == GATE_TRUE));
          if (known[i].nan == GATE_TRUE) continue;
          for (unsigned k = 0; k < made[i].bits.width; k++)
            CHECK(g.api->value(g.sat, made[i].bits.bit[k]) ==
                  (known[i].bits.bit[k] == GATE_TRUE));
        }
      }
    gates_release(&g);
    gates_release(&fold);
  }
}

/* Real widths, against the host -------------------------------------------- */

static const int host_modes[] = {
  [ROUND_NEAREST_EVEN] = FE_TONEAREST, [ROUND_UP] = FE_UPWARD,
  [ROUND_DOWN] = FE_DOWNWARD, [ROUND_ZERO] = FE_TOWARDZERO,
};

/* Ordinary, near each other, subnormal, at the ends, special. */
static uint64_t draw(random_source *r, const float_format *f, uint64_t other) {
  const unsigned width = float_width(f);
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
    const uint64_t e = float_bias(f) + random_below(r, 80) - 40;
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
  static void NAME##_agree(const float_result *r, T want) { \
    CHECK(r->nan == (isnan(want) ? GATE_TRUE : GATE_FALSE)); \
    CHECK(isnan(want) || number_of(&r->bits) == NAME##_bits(want)); \
  } \
  static void NAME##_is_the_hosts(gates *g, const float_format *f, \
                                  unsigned rounds) { \
    random_source random = {7}; \
    const unsigned width = float_width(f); \
    for (unsigned i = 0; i < rounds; i++) { \
      const uint64_t a = draw(&random, f, random_next(&random)); \
      const uint64_t b = draw(&random, f, a), c = draw(&random, f, b); \
      const volatile T x = NAME##_of(a), y = NAME##_of(b), z = NAME##_of(c); \
      int u[64], v[64], w[64]; \
      literals(a, width, u); \
      literals(b, width, v); \
      literals(c, width, w); \
      CHECK(float_equal(g, f, u, v) == (x == y ? 1 : -1)); \
      CHECK(float_less(g, f, u, v, false) == (x < y ? 1 : -1)); \
      CHECK(float_less(g, f, u, v, true) == (x <= y ? 1 : -1)); \
      for (unsigned k = 0; k < 5; k++) { \
        const expr_rounding m = modes[k]; \
        float_result r = float_integral(g, f, m, u); \
        NAME##_agree(&r, m == ROUND_NEAREST_EVEN ? RINT(x) \
                         : m == ROUND_NEAREST_AWAY ? ROUND(x) \
                         : m == ROUND_UP ? CEIL(x) \
                         : m == ROUND_DOWN ? FLOOR(x) : TRUNC(x)); \
        if (m == ROUND_NEAREST_AWAY) continue; \
        fesetround(host_modes[m]); \
        const volatile T sum = x + y, less = x - y, product = x * y; \
        const volatile T quotient = x / y, fused = FMA(x, y, z); \
        const volatile T root = SQRT(x); \
        fesetround(FE_TONEAREST); \
        r = float_add(g, f, m, u, v, false); \
        NAME##_agree(&r, sum); \
        r = float_add(g, f, m, u, v, true); \
        NAME##_agree(&r, less); \
        r = float_multiply(g, f, m, u, v); \
        NAME##_agree(&r, product); \
        r = float_divide(g, f, m, u, v); \
        NAME##_agree(&r, quotient); \
        r = float_fma(g, f, m, u, v, w); \
        NAME##_agree(&r, fused); \
        r = float_root(g, f, m, u); \
        NAME##_agree(&r, root); \
      } \
      if (i % 16 == 0) { \
        const float_result r = float_remainder(g, f, u, v); \
        NAME##_agree(&r, FMOD(x, y)); \
      } \
    } \
  }

HOST(single, float, uint32_t, sqrtf, fmaf, fmodf, rintf, roundf, ceilf, floorf,
     truncf)
HOST(twice, double, uint64_t, sqrt, fma, fmod, rint, round, ceil, floor, trunc)

static void conversions_are_the_hosts(gates *g, unsigned rounds) {
  const float_format s = {8, 23, false}, d = {11, 52, false};
  random_source random = {9};
  for (unsigned i = 0; i < rounds; i++) {
    const uint64_t a = draw(&random, &d, random_next(&random));
    const uint64_t b = draw(&random, &s, a & UINT32_MAX);
    const uint64_t n = random_next(&random) >> random_below(&random, 64);
    const volatile double x = twice_of(a);
    const volatile float y = single_of(b);
    int u[64], v[64], w[64];
    literals(a, 64, u);
    literals(b, 32, v);
    literals(n, 64, w);
    float_result r = float_convert(g, &s, &d, ROUND_NEAREST_EVEN, v);
    twice_agree(&r, (double) y);
    for (unsigned k = 0; k < 5; k++) {
      const expr_rounding m = modes[k];
      if (m == ROUND_NEAREST_AWAY) continue;
      fesetround(host_modes[m]);
      const volatile float narrow = (float) x;
      const volatile double p = (double) (int64_t) n, q = (double) n;
      const volatile float t = (float) (int64_t) n, h = (float) (uint32_t) n;
      fesetround(FE_TONEAREST);
      r = float_convert(g, &d, &s, m, u);
      single_agree(&r, narrow);
      r = float_of_integer(g, &d, m, w, 64, true);
      twice_agree(&r, p);
      r = float_of_integer(g, &d, m, w, 64, false);
      twice_agree(&r, q);
      r = float_of_integer(g, &s, m, w, 64, true);
      single_agree(&r, t);
      r = float_of_integer(g, &s, m, w, 32, false);
      single_agree(&r, h);
    }
    int fits;
    word whole = float_to_integer(g, &d, u, 32, true, &fits);
    CHECK(fits == (x > -2147483649.0 && x < 2147483648.0 ? 1 : -1));
    if (fits == 1) CHECK(number_of(&whole) == (uint32_t) (int32_t) x);
    whole = float_to_integer(g, &d, u, 64, false, &fits);
    CHECK(fits == (x > -1.0 && x < 0x1p64 ? 1 : -1));
    if (fits == 1) CHECK(number_of(&whole) == (uint64_t) x);
    whole = float_to_integer(g, &s, v, 64, true, &fits);
    CHECK(fits == (y >= -0x1p63f && y < 0x1p63f ? 1 : -1));
    if (fits == 1) CHECK(number_of(&whole) == (uint64_t) (int64_t) y);
  }
}

/* With an argument everything: half a minute. */
int main(int argc, char **argv) {
  (void) argv;
  gates g;
  gates_init(&g, &sat_light, NULL);
#ifdef HOSTILE
  const unsigned rounds = 20;
#else
  const unsigned rounds = argc > 1 ? 700 : 70;
#endif
  small_formats_are_exact(&g, argc > 1 ? 1 : 7);
  fused_products_are_exact(&g, argc > 1);
  literals_are_as_numbers(argc > 1);
  single_is_the_hosts(&g, &(float_format) {8, 23, false}, rounds);
  twice_is_the_hosts(&g, &(float_format) {11, 52, false}, rounds);
  conversions_are_the_hosts(&g, rounds);
  CHECK(g.variables == 1);      /* everything folded */
  gates_release(&g);
  return 0;
}
