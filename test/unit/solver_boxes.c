#include "base/limits.h"
#include "base/random.h"
#include "solver/intervals.h"
#include "solver/solver.h"
#include "test/check.h"

#include <math.h>
#include <string.h>

/*
 * Intervals: whatever operands of the intervals give is in the interval of the
 * result, for ordinary and special bounds; then questions about floats, whose
 * answers by boxes are held against those by circuits alone.
 */
#ifdef HOSTILE
enum { ROUNDS = 2000, QUESTIONS = 20 };
#else
enum { ROUNDS = 60000, QUESTIONS = 200 };
#endif

static const double special[] = {
  0, -0.0, 1, -1, 0.1f, -2.5, 1e30f, -1e30f, 0x1p-149, -0x1p-149, 0x1p-126,
  0x1.fffffep127, -0x1.fffffep127, INFINITY, -INFINITY, 16777217, 3, 0x1p-130,
};

static double draw(random_source *r, unsigned width) {
  double d = special[random_below(r, sizeof special / sizeof *special)];
  if (random_below(r, 2)) {
    const uint64_t bits = random_next(r);
    float f;
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    if (width == 32 || random_below(r, 2)) d = f;
    if (isnan(d)) d = 7;
  }
  return width == 32 ? (float) d : d;
}

static interval draw_interval(random_source *r, unsigned width) {
  const double a = draw(r, width), b = draw(r, width);
  interval i = {a < b ? a : b, a < b ? b : a, random_below(r, 8) == 0};
  if (random_below(r, 3) == 0)          /* short */
    i.high = interval_next(width, interval_next(width, i.low, true), true);
  if (random_below(r, 16) == 0) i = (interval) {1, 0, true};
  return i;
}

/* One of its values: a bound, between them, or NaN. */
static double member(random_source *r, unsigned width, interval i) {
  if (!interval_is_number(i) || (i.nan && random_below(r, 4) == 0)) return NAN;
  double x = random_below(r, 2) ? i.low : i.high;
  if (random_below(r, 3) == 0) {
    const double y = draw(r, width);
    if (i.low <= y && y <= i.high) x = y;
  } else if (random_below(r, 3) == 0) {
    x = interval_middle(width, i);
  }
  return x == 0 && random_below(r, 2) ? -x : x;
}

static bool has(interval i, double x) {
  return isnan(x) ? i.nan : i.low <= x && x <= i.high;
}

static double rounded(unsigned width, double x) {
  return width == 32 ? (float) x : x;
}

static void results_are_inside(void) {
  random_source r = {11};
  static const expr_rounding modes[] = {ROUND_NEAREST_EVEN, ROUND_NEAREST_AWAY,
                                        ROUND_UP, ROUND_DOWN, ROUND_ZERO};
  for (unsigned i = 0; i < ROUNDS; i++) {
    const unsigned w = i & 1 ? 32 : 64;
    const interval a = draw_interval(&r, w), b = draw_interval(&r, w);
    const interval c = draw_interval(&r, w);
    for (unsigned k = 0; k < 8; k++) {
      const volatile double x = member(&r, w, a), y = member(&r, w, b);
      const volatile double z = member(&r, w, c);
      const volatile float fx = (float) x, fy = (float) y, fz = (float) z;
      CHECK(has(a, x) && has(b, y));
      CHECK(has(interval_add(w, a, b), w == 32 ? fx + fy : x + y));
      CHECK(has(interval_subtract(w, a, b), w == 32 ? fx - fy : x - y));
      CHECK(has(interval_multiply(w, a, b, false), w == 32 ? fx * fy : x * y));
      CHECK(has(interval_multiply(w, a, a, true), w == 32 ? fx * fx : x * x));
      CHECK(has(interval_divide(w, a, b, false), w == 32 ? fx / fy : x / y));
      CHECK(has(interval_divide(w, a, a, true), w == 32 ? fx / fx : x / x));
      CHECK(has(interval_fma(w, a, b, c),
                w == 32 ? fmaf(fx, fy, fz) : fma(x, y, z)));
      CHECK(has(interval_root(w, a), w == 32 ? sqrtf(fx) : sqrt(x)));
      CHECK(has(interval_remainder(a, b), w == 32 ? fmodf(fx, fy) : fmod(x, y)));
      CHECK(has(interval_convert(32, a), (float) x));
      CHECK(has(interval_negated(a), -x) && has(interval_absolute(a), fabs(x)));
      CHECK(has(interval_join(a, b), x) && has(interval_join(a, b), y));
      if (has(b, x)) CHECK(has(interval_meet(a, b), x));
      const double whole[] = {rint(x), round(x), ceil(x), floor(x), trunc(x)};
      for (unsigned m = 0; m < 5; m++)
        CHECK(has(interval_integral(modes[m], a), whole[m]));
      const int less = interval_less(a, b, false), most = interval_less(a, b, true);
      const int same = interval_equal(a, b);
      CHECK(less < 0 || less == (x < y));
      CHECK(most < 0 || most == (x <= y));
      CHECK(same < 0 || same == (x == y));
      const int64_t n = (int64_t) random_next(&r) >> random_below(&r, 63);
      const int64_t more = n + (int64_t) random_below(&r, 1000);
      const int64_t between = n + (int64_t) random_below(&r, (uint64_t) (more - n) + 1);
      if (n < INT64_MAX - 1000)
        CHECK(has(interval_of_integers(w, (double) n, (double) more),
                  w == 32 ? (float) between : (double) between));
    }
    if (!interval_is_number(a)) continue;
    const double m = interval_middle(w, a);
    CHECK(a.low <= m && m <= a.high && m == rounded(w, m));
    CHECK(a.low == a.high || m < a.high);
    if (m < a.high) CHECK(interval_next(w, m, true) <= a.high);
  }
}

/* Random conditions over two singles: polynomials within bounds. */
static expr random_term(random_source *r, expr_table *t, const expr *x,
                        unsigned depth) {
  static const float numbers[] = {0, 1, -1, 0.5f, 0.1f, 3, 1e10f, 1e-3f};
  const expr none = {0};
  uint32_t bits;
  if (!depth || random_below(r, 5) == 0) {
    if (random_below(r, 3)) return x[random_below(r, 2)];
    const float f = numbers[random_below(r, 8)];
    memcpy(&bits, &f, sizeof bits);
    return expr_const(t, 32, bits);
  }
  static const expr_op ops[] = {EXPR_FADD, EXPR_FSUB, EXPR_FADD, EXPR_FSUB,
                                EXPR_FROUND, EXPR_FMUL};
  const expr_op op = ops[random_below(r, 6)];
  const expr a = random_term(r, t, x, depth - 1);
  if (op == EXPR_FROUND)
    return expr_float(t, op, 32, (expr_rounding) random_below(r, 5), a, none, none);
  return expr_float(t, op, 32, ROUND_NEAREST_EVEN, a,
                    random_term(r, t, x, depth - 1), none);
}

static expr random_condition(random_source *r, expr_table *t, const expr *x,
                             unsigned depth) {
  static const expr_op ops[] = {EXPR_FLT, EXPR_FLE, EXPR_FEQ};
  const expr none = {0};
  const expr a = random_term(r, t, x, depth), b = random_term(r, t, x, depth - 1);
  const expr c = expr_float(t, ops[random_below(r, 3)], 1, ROUND_NEAREST_EVEN, a, b,
                            none);
  if (depth > 1 && random_below(r, 3) == 0)
    return expr_or(t, c, random_condition(r, t, x, depth - 1));
  return random_below(r, 3) ? c : expr_not(t, c);
}

static void answers_agree(void) {
  random_source r = {12};
  unsigned decided = 0;
  for (unsigned i = 0; i < QUESTIONS; i++) {
    expr_table *t = expr_table_new();
    const expr x[2] = {
      expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x")),
      expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "y"))};
    expr all[3];
    const uint32_t count = 1 + (uint32_t) random_below(&r, 3);
    for (uint32_t k = 0; k < count; k++)
      all[k] = random_condition(&r, t, x, 2);
    solver_options with = solver_defaults, without = solver_defaults;
    with.sat = with.z3 = false;
    without.boxes = without.z3 = false;
    with.max_conflicts = without.max_conflicts = 3000;
    solver *s = solver_new(t, &with), *o = solver_new(t, &without);
    const answer a = solver_check(s, all, count), b = solver_check(o, all, count);
    CHECK(a == ANSWER_UNKNOWN || b == ANSWER_UNKNOWN || a == b);
    if (a != ANSWER_UNKNOWN) decided++;
    solver_free(s);
    solver_free(o);
    expr_table_free(t);
  }
  CHECK(decided > QUESTIONS / 2);
}

/* x in [0, 1): 1 + x/2 - x*x/8 is below 1.4, and not always below 1.3. */
static void a_polynomial_is_bounded(void) {
  expr_table *t = expr_table_new();
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x"));
  const expr none = {0};
#define NUMBER(BITS) expr_const(t, 32, BITS)
#define OP(NAME, A, B) \
  expr_float(t, EXPR_##NAME, 32, ROUND_NEAREST_EVEN, A, B, none)
#define LESS(A, B) expr_float(t, EXPR_FLT, 1, ROUND_NEAREST_EVEN, A, B, none)
  const expr y = OP(FSUB, OP(FADD, NUMBER(0x3f800000), OP(FMUL, NUMBER(0x3f000000), x)),
                    OP(FMUL, OP(FMUL, NUMBER(0x3e000000), x), x));
  expr all[] = {
    expr_float(t, EXPR_FLE, 1, ROUND_NEAREST_EVEN, NUMBER(0), x, none),
    LESS(x, NUMBER(0x3f800000)), expr_not(t, LESS(y, NUMBER(0x3fb33333))),
  };
  solver_options o = solver_defaults;
  o.sat = o.z3 = false;
  solver *s = solver_new(t, &o);
  CHECK(solver_check(s, all, 3) == ANSWER_UNSAT);
  all[2] = expr_not(t, LESS(y, NUMBER(0x3fa66666)));
  CHECK(solver_check(s, all, 3) == ANSWER_SAT);
  CHECK(solver_get_stats(s)->by_box == 2);
  solver_free(s);
  expr_table_free(t);
}

/* x and `x op mask` are both from low to high.  That is impossible where the mask changes just
 * the sign, and possible with another mask or with one that is an input. */
static void just_signs_are_changed(void) {
  static const struct {
    expr_op op;
    uint32_t mask;                      /* 0: an input */
    uint32_t low, high;
    bool is_possible;
  } rows[] = {
    {EXPR_XOR, 0x80000000, 0x3f800000, 0x40000000, false},      /* 1 and 2 */
    {EXPR_XOR, 0x00400000, 0x3f800000, 0x40000000, true},
    {EXPR_XOR, 0, 0x3f800000, 0x40000000, true},
    {EXPR_AND, 0, 0xc0000000, 0xbf800000, true},        /* -2 and -1 */
  };
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    expr_table *t = expr_table_new();
    const expr none = {0}, low = NUMBER(rows[i].low), high = NUMBER(rows[i].high);
    const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x"));
    const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "y"));
    const expr mask = rows[i].mask ? NUMBER(rows[i].mask) : y;
    const expr changed = expr_binary(t, rows[i].op, x, mask);
    const expr all[] = {LESS(low, x), LESS(x, high), LESS(low, changed), LESS(changed, high)};
    solver_options o = solver_defaults;
    o.sat = o.z3 = false;
    solver *s = solver_new(t, &o);
    const answer a = solver_check(s, all, 4);
    CHECK(rows[i].is_possible ? a != ANSWER_UNSAT : a == ANSWER_UNSAT);
    solver_free(s);
    expr_table_free(t);
  }
}

int main(void) {
  limits.solver_box_rounds = 1;
  results_are_inside();
  a_polynomial_is_bounded();
  just_signs_are_changed();
  answers_agree();
  return 0;
}
