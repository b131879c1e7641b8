#include "base/random.h"
#include "expr/eval.h"
#include "expr/float.h"
#include "test/check.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

/*
 * The evaluation of float operators on bits against the same operation in
 * plain C on values, for ordinary and for special operands.
 */
enum { ROUNDS = 20000 };

static const int modes[] = {
  [ROUND_NEAREST_EVEN] = FE_TONEAREST, [ROUND_UP] = FE_UPWARD,
  [ROUND_DOWN] = FE_DOWNWARD, [ROUND_ZERO] = FE_TOWARDZERO,
};
static const expr_rounding roundings[] = {ROUND_NEAREST_EVEN, ROUND_UP,
                                          ROUND_DOWN, ROUND_ZERO};

static double draw_double(random_source *r) {
  static const double special[] = {0.0, -0.0, 1.0, -1.5, 0.1, 1e300, 1e-300,
                                   INFINITY, -INFINITY, NAN, 5e-324, 2.5};
  if (random_below(r, 4) == 0) return special[random_below(r, 12)];
  const uint64_t bits = random_next(r);
  double d;
  memcpy(&d, &bits, sizeof d);
  return random_below(r, 2) ? d : (double) (int64_t) bits / 3e9;
}

static uint64_t bits_of(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static uint64_t bits_of_float(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

static double apply(expr_op op, volatile double x, volatile double y,
                    volatile double z) {
  switch (op) {
  case EXPR_FADD: return x + y;
  case EXPR_FSUB: return x - y;
  case EXPR_FMUL: return x * y;
  case EXPR_FDIV: return x / y;
  case EXPR_FREM: return fmod(x, y);
  case EXPR_FSQRT: return sqrt(x);
  default: return fma(x, y, z);
  }
}

static float apply_float(expr_op op, volatile float x, volatile float y,
                         volatile float z) {
  switch (op) {
  case EXPR_FADD: return x + y;
  case EXPR_FSUB: return x - y;
  case EXPR_FMUL: return x * y;
  case EXPR_FDIV: return x / y;
  case EXPR_FREM: return fmodf(x, y);
  case EXPR_FSQRT: return sqrtf(x);
  default: return fmaf(x, y, z);
  }
}

static void arithmetic_is_the_hosts(void) {
  static const expr_op ops[] = {EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV,
                                EXPR_FREM, EXPR_FSQRT, EXPR_FFMA};
  random_source r = {1};
  for (unsigned i = 0; i < ROUNDS; i++) {
    const double x = draw_double(&r), y = draw_double(&r), z = draw_double(&r);
    const expr_op op = ops[random_below(&r, 7)];
    const expr_rounding mode = roundings[random_below(&r, 4)];
    const uint64_t a = bits_of(x), b = bits_of(y), c = bits_of(z);
    uint64_t got = 0;
    CHECK(float_evaluate(op, 64, 64, mode, &a, &b, &c, &got));
    fesetround(modes[mode]);
    const volatile double want = apply(op, x, y, z);
    fesetround(FE_TONEAREST);
    CHECK(isnan(want) ? (got & ~(UINT64_C(1) << 63)) > bits_of(INFINITY)
                      : got == bits_of(want));
    const float fx = (float) x, fy = (float) y, fz = (float) z;
    const uint64_t fa = bits_of_float(fx), fb = bits_of_float(fy),
                   fc = bits_of_float(fz);
    CHECK(float_evaluate(op, 32, 32, mode, &fa, &fb, &fc, &got));
    fesetround(modes[mode]);
    const volatile float narrow = apply_float(op, fx, fy, fz);
    fesetround(FE_TONEAREST);
    CHECK(isnan(narrow) ? (got & 0x7fffffff) > 0x7f800000
                        : got == bits_of_float(narrow));
  }
  CHECK(fegetround() == FE_TONEAREST);
}

static void comparisons_know_nan(void) {
  random_source r = {2};
  for (unsigned i = 0; i < ROUNDS; i++) {
    const double x = draw_double(&r);
    const double y = random_below(&r, 4) ? draw_double(&r) : x;
    const uint64_t a = bits_of(x), b = bits_of(y);
    uint64_t eq, lt, le;
    CHECK(float_evaluate(EXPR_FEQ, 1, 64, 0, &a, &b, NULL, &eq));
    CHECK(float_evaluate(EXPR_FLT, 1, 64, 0, &a, &b, NULL, &lt));
    CHECK(float_evaluate(EXPR_FLE, 1, 64, 0, &a, &b, NULL, &le));
    CHECK(eq == (x == y) && lt == (x < y) && le == (x <= y));
  }
}

static void conversions_are_the_hosts(void) {
  random_source r = {3};
  for (unsigned i = 0; i < ROUNDS; i++) {
    const double x = draw_double(&r);
    const uint64_t a = bits_of(x), n = random_next(&r) >> random_below(&r, 64);
    const expr_rounding mode = roundings[random_below(&r, 4)];
    uint64_t got = 0;
    CHECK(float_evaluate(EXPR_FTOF, 32, 64, mode, &a, NULL, NULL, &got));
    fesetround(modes[mode]);
    const volatile float narrow = (float) x;
    const volatile double of_signed = (double) (int64_t) n;
    /* By way of a type that holds n: clang's code for x86 is right to nearest only. */
    const volatile long double exact = n;
    const volatile double of_unsigned = (double) exact;
    const volatile float small = (float) (int32_t) n;
    fesetround(FE_TONEAREST);
    if (!isnan(x)) CHECK(got == bits_of_float(narrow));
    CHECK(float_evaluate(EXPR_STOF, 64, 64, mode, &n, NULL, NULL, &got));
    CHECK(got == bits_of(of_signed));
    CHECK(float_evaluate(EXPR_UTOF, 64, 64, mode, &n, NULL, NULL, &got));
    CHECK(got == bits_of(of_unsigned));
    const uint64_t word = n & UINT32_MAX;
    CHECK(float_evaluate(EXPR_STOF, 32, 32, mode, &word, NULL, NULL, &got));
    CHECK(got == bits_of_float(small));
    const uint64_t f = bits_of_float((float) x);
    CHECK(float_evaluate(EXPR_FTOF, 64, 32, mode, &f, NULL, NULL, &got));
    if (!isnan(x)) CHECK(got == bits_of((double) (float) x));
    if (fabs(x) < 9e18) {
      CHECK(float_evaluate(EXPR_FTOS, 64, 64, 0, &a, NULL, NULL, &got));
      CHECK(got == (uint64_t) (int64_t) x);
    }
    if (fabs(x) < 2e9) {
      CHECK(float_evaluate(EXPR_FTOS, 32, 64, 0, &a, NULL, NULL, &got));
      CHECK(got == (uint32_t) (int32_t) x);
    }
    if (x >= 0 && x < 1.8e19) {
      CHECK(float_evaluate(EXPR_FTOU, 64, 64, 0, &a, NULL, NULL, &got));
      CHECK(got == (uint64_t) x);
    }
  }
}

static void long_integers_round_once(void) {
  random_source r = {4};
  for (unsigned i = 0; i < ROUNDS; i++) {
    unsigned __int128 n = (unsigned __int128) random_next(&r) << 64;
    n |= random_next(&r) & random_next(&r);
    n = n >> random_below(&r, 128) << random_below(&r, 64);
    const uint64_t a[2] = {(uint64_t) n, (uint64_t) (n >> 64)};
    uint64_t got;
    CHECK(float_evaluate(EXPR_STOF, 64, 128, 0, a, NULL, NULL, &got));
    CHECK(got == bits_of((double) (__int128) n));
    CHECK(float_evaluate(EXPR_UTOF, 64, 128, 0, a, NULL, NULL, &got));
    CHECK(got == bits_of((double) n));
    CHECK(float_evaluate(EXPR_STOF, 32, 128, 0, a, NULL, NULL, &got));
    CHECK(got == bits_of_float((float) (__int128) n));
  }
}

static void rounding_to_integral_knows_five_modes(void) {
  static const struct { expr_rounding mode; double x, want; } cases[] = {
    {ROUND_NEAREST_EVEN, 2.5, 2}, {ROUND_NEAREST_AWAY, 2.5, 3},
    {ROUND_UP, 2.1, 3},           {ROUND_DOWN, -2.1, -3},
    {ROUND_ZERO, -2.9, -2},       {ROUND_NEAREST_EVEN, 3.5, 4},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    const uint64_t a = bits_of(cases[i].x);
    uint64_t got;
    CHECK(float_evaluate(EXPR_FROUND, 64, 64, cases[i].mode, &a, NULL, NULL,
                         &got));
    CHECK(got == bits_of(cases[i].want));
  }
}

/* Every half through float and back; sums against the sum in float, which
 * rounds twice without harm. */
static void halves_survive_a_round_trip(void) {
  uint64_t one = 0x3c00, third = 0x3555, got;
  if (!float_evaluate(EXPR_FADD, 16, 16, 0, &one, &third, NULL, &got)) return;
  CHECK(got == 0x3d55);         /* 1.333 */
  for (uint64_t h = 0; h < 0x7c00; h += 7) {
    uint64_t f, back;
    CHECK(float_evaluate(EXPR_FTOF, 32, 16, 0, &h, NULL, NULL, &f));
    CHECK(float_evaluate(EXPR_FTOF, 16, 32, 0, &f, NULL, NULL, &back));
    CHECK(back == h);
  }
}

static void long_formats_work_where_the_host_has_them(void) {
  const uint64_t seven = 7, two = 2;
  static const unsigned formats[] = {80, 128};
  for (unsigned i = 0; i < 2; i++) {
    const unsigned w = formats[i];
    uint64_t a[2], b[2], q[2], d;
    if (!float_evaluate(EXPR_STOF, w, 32, 0, &seven, NULL, NULL, a)) continue;
    CHECK(float_evaluate(EXPR_STOF, w, 32, 0, &two, NULL, NULL, b));
    CHECK(float_evaluate(EXPR_FDIV, w, w, 0, a, b, NULL, q));
    CHECK(float_evaluate(EXPR_FTOF, 64, w, 0, q, NULL, NULL, &d));
    CHECK(d == bits_of(3.5));
    CHECK(float_evaluate(EXPR_FREM, w, w, 0, a, b, NULL, q));
    CHECK(float_evaluate(EXPR_FTOS, 64, w, 0, q, NULL, NULL, &d));
    CHECK(d == 1);
  }
}

static void constants_fold_and_terms_evaluate(void) {
  expr_table *t = expr_table_new();
  const expr none = {0};
  const uint32_t s = expr_new_symbol(t, SYMBOL_INPUT, 64, "x");
  const expr half = expr_const(t, 64, bits_of(0.5)), x = expr_symbol(t, s);
  const expr sum = expr_float(t, EXPR_FADD, 64, 0, half, half, none);
  CHECK(expr_same(sum, expr_const(t, 64, bits_of(1.0))));
  const expr product = expr_float(t, EXPR_FMUL, 64, 0, x, half, none);
  const expr is_small = expr_float(t, EXPR_FLT, 1, 0, product, sum, none);
  CHECK(expr_width(t, is_small) == 1 && !expr_is_const(t, is_small));
  evaluator *v = evaluator_new(t);
  evaluator_assign(v, s, bits_of(1.75));
  CHECK(evaluator_value(v, product) == bits_of(0.875));
  CHECK(evaluator_value(v, is_small) == 1 && evaluator_is_exact(v));
  evaluator_assign(v, s, bits_of(NAN));
  CHECK(evaluator_value(v, is_small) == 0);
  evaluator_free(v);
  expr_table_free(t);
}

int main(void) {
  arithmetic_is_the_hosts();
  comparisons_know_nan();
  conversions_are_the_hosts();
  long_integers_round_once();
  rounding_to_integral_knows_five_modes();
  halves_survive_a_round_trip();
  long_formats_work_where_the_host_has_them();
  constants_fold_and_terms_evaluate();
}
