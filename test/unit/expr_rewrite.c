#include "base/random.h"
#include "expr/eval.h"
#include "expr/rules.h"
#include "test/check.h"
#include "test/unit/expr_reference.h"

#include <stdio.h>
#include <stdlib.h>

/*
 * Random terms at small widths, rewritten as they are built, against their
 * values in plain C over all assignments; and every rule must have fired.
 */
#ifdef HOSTILE
enum { ROUNDS = 300, TERMS = 80, MAX_EXHAUSTED = 2 };
#else
enum { ROUNDS = 20000, TERMS = 120, MAX_EXHAUSTED = 4 };
#endif
enum { MAX_WIDTH = 8, MAX_ASSIGNMENTS = 1 << 8, SYMBOLS = 4 };

static uint64_t total[RULE_COUNT];

static void count_rules(const expr_table *t) {
  for (unsigned r = 0; r < RULE_COUNT; r++)
    total[r] += expr_rule_count(t, (expr_rule) r);
}

/* Steps that pure chance makes too rarely, given that the next term has this
 * position: the slice below a slice and both put together; two choices by one
 * condition compared; two uses of one operand.  The first to be
 * done is the last. */
static unsigned plan_after(random_source *r, const reference_step *s,
                           const unsigned *width, unsigned next,
                           reference_step plan[2]) {
  if (s->op == EXPR_EXTRACT && s->imm) {
    plan[1] = *s;
    plan[1].width = 1 + (unsigned) random_below(r, s->imm);
    plan[1].imm = s->imm - plan[1].width;
    plan[0] = (reference_step) {.op = EXPR_CONCAT, .arg = {next, next + 1},
                                .width = s->width + plan[1].width,
                                .from = s->width};
    return 2;
  }
  if (s->op == EXPR_ITE) {
    plan[1] = *s;
    for (unsigned i = 1; i < 3; i++)
      for (unsigned tries = 0; tries < 10; tries++) {
        const unsigned other = (unsigned) random_below(r, next);
        if (width[other] == s->width) plan[1].arg[i] = other;
      }
    plan[0] = (reference_step) {.op = EXPR_EQ, .arg = {next, next + 1},
                                .width = 1, .from = s->width};
    return 2;
  }
  if (s->width == s->from && expr_arity(s->op) == 2 && random_below(r, 2)) {
    static const expr_op over[] = {EXPR_SUB, EXPR_EQ, EXPR_ADD, EXPR_XOR,
                                   EXPR_AND, EXPR_ULT, EXPR_SLT};
    const expr_op op = over[random_below(r, 7)];
    plan[1] = *s;
    for (unsigned tries = 0; tries < 10; tries++) {
      const unsigned other = (unsigned) random_below(r, next);
      if (width[other] == s->width) plan[1].arg[1] = other;
    }
    plan[0] = (reference_step) {.op = op, .arg = {next, next + 1},
                                .width = op == EXPR_EQ || op == EXPR_ULT ||
                                                 op == EXPR_SLT
                                             ? 1 : s->width,
                                .from = s->width};
    return 2;
  }
  return 0;
}

static void random_terms_keep_their_values(uint64_t seed) {
  static expr term[TERMS];
  static unsigned width[TERMS];
  static uint64_t want[TERMS][MAX_ASSIGNMENTS];
  static reference_step steps[TERMS];
  random_source r = {seed};
  expr_table *t = expr_table_new();
  const unsigned w = 1 + (unsigned) (seed % 3);
  const unsigned widths[SYMBOLS] = {w, w, 1, 1};
  const unsigned bits = 2 * w + 2;
  reference_step plan[2];
  unsigned count = 0, planned = 0;
  for (unsigned s = 0; s < SYMBOLS; s++) {
    width[count] = widths[s];
    const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, width[count], "s");
    unsigned low = 0;
    for (unsigned i = 0; i < s; i++) low += widths[i];
    for (unsigned a = 0; a < 1u << bits; a++)
      want[count][a] = a >> low & reference_mask(width[count]);
    term[count++] = expr_symbol(t, symbol);
  }
  while (count < TERMS) {
    if (!planned && random_below(&r, 4) == 0) { /* often a special value */
      width[count] = 1 + (unsigned) random_below(&r, random_below(&r, 2)
                                                         ? MAX_WIDTH : w);
      const uint64_t top = UINT64_C(1) << (width[count] - 1);
      const uint64_t special[] = {0, 1, UINT64_MAX, top, top - 1, top + 1,
                                  random_next(&r), random_next(&r)};
      const uint64_t value =
          special[random_below(&r, 8)] & reference_mask(width[count]);
      term[count] = expr_const(t, width[count], value);
      for (unsigned a = 0; a < 1u << bits; a++) want[count][a] = value;
      count++;
      continue;
    }
    reference_step *s = steps + count;
    if (planned) *s = plan[--planned];
    else if (!reference_draw(&r, width, count, MAX_WIDTH, s)) continue;
    else planned = plan_after(&r, s, width, count, plan);
    for (unsigned a = 0; a < 1u << bits; a++)
      want[count][a] = reference_apply(s->op, s->width, s->from, s->imm,
                                       want[s->arg[0]][a], want[s->arg[1]][a],
                                       want[s->arg[2]][a]);
    width[count] = s->width;
    term[count] = reference_build(t, s, term);
    CHECK(expr_width(t, term[count]) == s->width);
    count++;
  }
  evaluator *v = evaluator_new(t);
  for (unsigned a = 0; a < 1u << bits; a++) {
    for (unsigned s = 0; s < SYMBOLS; s++)
      evaluator_assign(v, s, want[s][a]);
    for (unsigned i = 0; i < count; i++)
      if (evaluator_value(v, term[i]) != want[i][a]) {
        fprintf(stderr, "seed %lu: term %u (%s) is wrong: ", seed, i,
                expr_op_text(steps[i].op));
        for (unsigned k = 0; k < expr_arity(steps[i].op); k++) {
          expr_print(t, term[steps[i].arg[k]], stderr);
          fputs("\n  ", stderr);
        }
        expr_print(t, term[i], stderr);
        fatal(" under assignment %u", a);
      }
  }
  evaluator_free(v);
  expr_table_check(t);
  count_rules(t);
  expr_table_free(t);
}

/* (x op1 k) op2 l with each constant on either side, for all x, k and l. */
static void two_operators_with_constants_are_exact(unsigned width) {
  static const expr_op ops[] = {
    EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM,
    EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_SHL, EXPR_LSHR, EXPR_ASHR, EXPR_EQ,
    EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE,
  };
  enum { OPS = sizeof ops / sizeof *ops };
  const uint64_t values = UINT64_C(1) << width;
  expr_table *t = expr_table_new();
  const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, width, "x");
  const expr x = expr_symbol(t, symbol);
  evaluator *v = evaluator_new(t);
  for (unsigned form = 0; form < 4 * OPS * OPS; form++) {
    const expr_op first = ops[form / 4 / OPS], second = ops[form / 4 % OPS];
    const unsigned middle = first >= EXPR_EQ ? 1 : width;
    const unsigned result = second >= EXPR_EQ ? 1 : middle;
    expr term[256];
    unsigned count = 0;
    for (uint64_t k = 0; k < values; k++)
      for (uint64_t l = 0; l <= reference_mask(middle); l++) {
        const expr c = expr_const(t, width, k), d = expr_const(t, middle, l);
        const expr inner = form & 1 ? expr_binary(t, first, c, x)
                                    : expr_binary(t, first, x, c);
        term[count++] = form & 2 ? expr_binary(t, second, d, inner)
                                 : expr_binary(t, second, inner, d);
      }
    for (uint64_t a = 0; a < values; a++) {
      evaluator_assign(v, symbol, a);
      count = 0;
      for (uint64_t k = 0; k < values; k++)
        for (uint64_t l = 0; l <= reference_mask(middle); l++) {
          const uint64_t inner =
              form & 1 ? reference_apply(first, middle, width, 0, k, a, 0)
                       : reference_apply(first, middle, width, 0, a, k, 0);
          const uint64_t p = form & 2 ? l : inner, q = form & 2 ? inner : l;
          const uint64_t want =
              reference_apply(second, result, middle, 0, p, q, 0);
          CHECK(evaluator_value(v, term[count]) == want);
          count++;
        }
    }
  }
  evaluator_free(v);
  expr_table_check(t);
  count_rules(t);
  expr_table_free(t);
}

/* ext(x) op1 k op2 l for all x, k and l: where narrowing could go wrong. */
static void operators_on_extended_terms_are_exact(unsigned inner,
                                                  unsigned width) {
  static const expr_op first[] = {EXPR_ADD, EXPR_MUL, EXPR_UDIV, EXPR_UREM,
                                  EXPR_SDIV, EXPR_SREM, EXPR_XOR};
  static const expr_op second[] = {EXPR_ULT, EXPR_SLT, EXPR_EQ, EXPR_ULE,
                                   EXPR_SLE};
  const uint64_t values = UINT64_C(1) << width;
  expr_table *t = expr_table_new();
  const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, inner, "x");
  const expr x = expr_symbol(t, symbol);
  for (unsigned form = 0; form < 2 * 7 * 5 * values * values; form++) {
    const uint64_t k = form % values, l = form / values % values;
    const unsigned rest = (unsigned) (form / values / values);
    const expr_op ext = rest % 2 ? EXPR_SEXT : EXPR_ZEXT;
    const expr_op op = first[rest / 2 % 7], compare = second[rest / 14];
    const expr extended = ext == EXPR_SEXT ? expr_sext(t, x, width)
                                           : expr_zext(t, x, width);
    const expr e = expr_binary(
        t, compare, expr_binary(t, op, extended, expr_const(t, width, k)),
        expr_const(t, width, l));
    for (uint64_t a = 0; a < UINT64_C(1) << inner; a++) {
      const expr value = expr_const(t, inner, a);
      uint64_t got, want;
      want = reference_apply(ext, width, inner, 0, a, 0, 0);
      want = reference_apply(op, width, width, 0, want, k, 0);
      want = reference_apply(compare, 1, width, 0, want, l, 0);
      CHECK(expr_value(t, expr_substitute(t, e, &symbol, &value, 1), &got));
      CHECK(got == want);
    }
  }
  count_rules(t);
  expr_table_free(t);
}

/* Sums of extended terms against each other, near to where they overflow. */
static void sums_of_extended_terms_compare_as_they_are(uint64_t seed) {
  enum { SUMMANDS = 3, INNER = 2, MOST = 10 };
  random_source r = {seed};
  const unsigned width = INNER + 1 + (unsigned) random_below(&r, 4);
  expr_table *t = expr_table_new();
  uint32_t symbol[SUMMANDS];
  for (unsigned k = 0; k < SUMMANDS; k++)
    symbol[k] = expr_new_symbol(t, SYMBOL_INPUT, INNER, "x");
  unsigned count[2], which[2][MOST];
  bool is_signed[2][MOST];
  expr sum[2];
  for (unsigned side = 0; side < 2; side++) {
    count[side] = 1 + (unsigned) random_below(&r, MOST);
    for (unsigned k = 0; k < count[side]; k++) {
      which[side][k] = (unsigned) random_below(&r, SUMMANDS);
      is_signed[side][k] = random_below(&r, 2);
      const expr x = expr_symbol(t, symbol[which[side][k]]);
      const expr e = is_signed[side][k] ? expr_sext(t, x, width)
                                        : expr_zext(t, x, width);
      sum[side] = k ? expr_binary(t, EXPR_ADD, sum[side], e) : e;
    }
  }
  const expr less = expr_binary(t, EXPR_SLT, sum[0], sum[1]);
  for (unsigned all = 0; all < 1u << SUMMANDS * INNER; all++) {
    expr value[SUMMANDS];
    uint64_t got, want[2] = {0};
    for (unsigned k = 0; k < SUMMANDS; k++)
      value[k] = expr_const(t, INNER, all >> k * INNER & bits_mask(INNER));
    for (unsigned side = 0; side < 2; side++)
      for (unsigned k = 0; k < count[side]; k++) {
        const uint64_t x = all >> which[side][k] * INNER & bits_mask(INNER);
        want[side] += is_signed[side][k] ? (uint64_t) bits_signed(x, INNER) : x;
      }
    CHECK(expr_value(t, expr_substitute(t, less, symbol, value, SUMMANDS),
                     &got));
    CHECK(got == (bits_signed(want[0] & bits_mask(width), width) <
                  bits_signed(want[1] & bits_mask(width), width)));
  }
  count_rules(t);
  expr_table_free(t);
}

/* A host without arithmetic of 128 bits (clang's on x86) leaves sums of constants open. */
static bool has_quads(expr_table *t) {
  const expr none = {0}, three = expr_const(t, 8, 3);
  const expr x = expr_float(t, EXPR_STOF, 128, ROUND_NEAREST_EVEN, three, none, none);
  return expr_is_const(t, expr_float(t, EXPR_FADD, 128, ROUND_NEAREST_EVEN, x, x, none));
}

/* A random chain of float operators over an integer; the same source of random
 * numbers gives the same chain. */
static expr float_chain(expr_table *t, random_source *r, expr x) {
  const unsigned formats[] = {32, 64, has_quads(t) ? 128 : 64};
  static const int64_t numbers[] = {0, 1, -1, 1, -1, 3, 7, -200, 1 << 30, 10, 1000000};
  unsigned format = formats[random_below(r, 3)];
  const expr none = {0};
#define FLOAT(OP, WIDTH, A, B) \
  expr_float(t, OP, WIDTH, ROUND_NEAREST_EVEN, A, B, none)
  expr f = FLOAT(random_below(r, 2) ? EXPR_STOF : EXPR_UTOF, format, x, none);
  for (uint64_t n = random_below(r, 4); n; n--) {
    const uint64_t number = (uint64_t) numbers[random_below(r, 11)];
    expr k = FLOAT(EXPR_STOF, format, expr_const(t, 64, number), none);
    if (random_below(r, 4) == 0) {
      const expr two = FLOAT(EXPR_STOF, format, expr_const(t, 8, 2), none);
      k = FLOAT(EXPR_FDIV, format, k, two);
    }
    switch (random_below(r, 8)) {
    case 7: f = FLOAT(EXPR_FTOF, format, FLOAT(EXPR_FTOF, 128, f, none), none); break;
    case 6: f = FLOAT(EXPR_FDIV, format, f, k); break;
    case 0: f = FLOAT(EXPR_FADD, format, f, k); break;
    case 1: f = FLOAT(EXPR_FSUB, format, k, f); break;
    case 2: case 3: f = FLOAT(EXPR_FMUL, format, k, f); break;
    case 4: f = FLOAT(EXPR_FROUND, format, f, none); break;
    case 5:
      format = formats[random_below(r, 3)];
      f = FLOAT(EXPR_FTOF, format, f, none);
      break;
    }
  }
  const uint64_t number = (uint64_t) numbers[random_below(r, 11)];
  expr k = FLOAT(EXPR_STOF, format, expr_const(t, 64, number), none);
  const expr tenth = FLOAT(EXPR_STOF, format, expr_const(t, 8, 10), none);
  if (random_below(r, 2)) k = FLOAT(EXPR_FDIV, format, k, tenth);
  const bool swap = random_below(r, 2);
  static const expr_op compares[] = {EXPR_FEQ, EXPR_FLT, EXPR_FLE};
  switch (random_below(r, 6)) {
  case 5: return expr_eq(t, f, k);
  case 0: return expr_float(t, EXPR_FTOS, 32, ROUND_ZERO, f, none, none);
  case 1: return expr_float(t, EXPR_FTOS, 64, random_below(r, 2) ? ROUND_ZERO : ROUND_NEAREST_EVEN,
                            f, none, none);
  case 2: return f;
  default:
    return FLOAT(compares[random_below(r, 3)], 1, swap ? k : f, swap ? f : k);
  }
#undef FLOAT
}

/* Folding constants is the host's arithmetic (unit_expr_float): the chain over
 * a number must give what the rewritten chain over a symbol gives for it. */
static void floats_of_integers_keep_their_values(void) {
  static const unsigned widths[] = {8, 16, 32, 64};
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    random_source r = {seed};
    expr_table *t = expr_table_new();
    const unsigned width = widths[random_below(&r, 4)];
    const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, width, "x");
    random_source chain = r;
    const expr e = float_chain(t, &chain, expr_symbol(t, symbol));
    for (unsigned k = 0; k < 12; k++) {
      const uint64_t bits = k < 4 ? k - 2 : random_next(&chain) >> 5 * k;
      const expr value = expr_const(t, width, bits & bits_mask(width));
      random_source again = r;
      const expr want = float_chain(t, &again, value);
      CHECK(expr_same(expr_substitute(t, e, &symbol, &value, 1), want));
    }
    count_rules(t);
    expr_table_free(t);
  }
}

/* Up to seven symbols, some of them twice, added up one by one in two orders. */
static void sums_in_any_order_are_the_same(uint64_t seed) {
  enum { MOST = 7 };
  random_source r = {seed};
  expr_table *t = expr_table_new();
  expr x[MOST];
  const unsigned count = 2 + (unsigned) random_below(&r, MOST - 1);
  for (unsigned k = 0; k < count; k++)
    x[k] = k && random_below(&r, 4) == 0
               ? x[random_below(&r, k)]
               : expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x"));
  expr sum[2];
  for (unsigned which = 0; which < 2; which++) {
    for (unsigned k = count; which && k > 1; k--) {
      const unsigned other = (unsigned) random_below(&r, k);
      const expr last = x[k - 1];
      x[k - 1] = x[other];
      x[other] = last;
    }
    sum[which] = x[0];
    for (unsigned k = 1; k < count; k++)
      sum[which] = expr_binary(t, EXPR_ADD, sum[which], x[k]);
  }
  CHECK(expr_same(sum[0], sum[1]));
  count_rules(t);
  expr_table_free(t);
}

/* Steps from x, y and zero: a quotient, a remainder and the multiple first, then each
 * operator of a few over each two of all that. */
enum { QUOTIENT_TERMS = 6, QUOTIENT_OPS = 5 };

static uint64_t apply_quotient(unsigned width, unsigned form, const uint64_t *v) {
  static const expr_op ops[QUOTIENT_OPS] = {EXPR_ADD, EXPR_SUB, EXPR_EQ, EXPR_ULT,
                                            EXPR_ULE};
  const expr_op op = ops[form % QUOTIENT_OPS];
  return reference_apply(op, op >= EXPR_EQ ? 1 : width, width, 0,
                         v[form / QUOTIENT_OPS % QUOTIENT_TERMS],
                         v[form / QUOTIENT_OPS / QUOTIENT_TERMS], 0);
}

static expr build_quotient(expr_table *t, unsigned form, const expr *e) {
  static const expr_op ops[QUOTIENT_OPS] = {EXPR_ADD, EXPR_SUB, EXPR_EQ, EXPR_ULT,
                                            EXPR_ULE};
  return expr_binary(t, ops[form % QUOTIENT_OPS],
                     e[form / QUOTIENT_OPS % QUOTIENT_TERMS],
                     e[form / QUOTIENT_OPS / QUOTIENT_TERMS]);
}

/* A number at an end, in the middle or near, or any. */
static uint64_t some_number(random_source *r, unsigned width) {
  const uint64_t half = UINT64_C(1) << (width - 1);
  const uint64_t from[] = {0, half, UINT64_C(1) << random_below(r, width), random_next(r)};
  return (from[random_below(r, 4)] + random_below(r, 5) - 2) & reference_mask(width);
}

/* Of x and y, both unknown, or either a number: for all values, or some. */
static void quotients_are_exact(unsigned width, bool is_signed, unsigned numbers) {
  const expr_op divide = is_signed ? EXPR_SDIV : EXPR_UDIV;
  const expr_op rest = is_signed ? EXPR_SREM : EXPR_UREM;
  const bool is_short = width <= MAX_EXHAUSTED;
  const uint64_t values = UINT64_C(1) << (is_short ? width : MAX_EXHAUSTED);
  random_source source = {width};
  expr_table *t = expr_table_new();
  const uint32_t symbol[2] = {expr_new_symbol(t, SYMBOL_INPUT, width, "x"),
                              expr_new_symbol(t, SYMBOL_INPUT, width, "y")};
  evaluator *v = evaluator_new(t);
  for (uint64_t both = 0; both < values * values; both++) {
    const uint64_t x = is_short ? both % values : some_number(&source, width);
    const uint64_t y = is_short ? both / values : some_number(&source, width);
    const expr a = numbers & 1 ? expr_const(t, width, x) : expr_symbol(t, symbol[0]);
    const expr b = numbers & 2 ? expr_const(t, width, y) : expr_symbol(t, symbol[1]);
    const expr q = expr_binary(t, divide, a, b), r = expr_binary(t, rest, a, b);
    const expr e[] = {a, b, q, r, expr_binary(t, EXPR_MUL, q, b), expr_const(t, width, 0)};
    const uint64_t q_is = reference_apply(divide, width, width, 0, x, y, 0);
    const uint64_t is[] = {x, y, q_is, reference_apply(rest, width, width, 0, x, y, 0),
                           q_is * y & reference_mask(width), 0};
    evaluator_assign(v, symbol[0], x);
    evaluator_assign(v, symbol[1], y);
    for (unsigned form = 0; form < QUOTIENT_OPS * QUOTIENT_TERMS * QUOTIENT_TERMS; form++)
      CHECK(evaluator_value(v, build_quotient(t, form, e)) ==
            apply_quotient(width, form, is));
  }
  evaluator_free(v);
  count_rules(t);
  expr_table_free(t);
}

/* Signed quotients and remainders of extended operands, or of one and a number. */
static void extended_quotients_are_exact(unsigned from, unsigned of, unsigned width) {
  expr_table *t = expr_table_new();
  const uint32_t symbol[2] = {expr_new_symbol(t, SYMBOL_INPUT, from, "x"),
                              expr_new_symbol(t, SYMBOL_INPUT, of, "y")};
  evaluator *v = evaluator_new(t);
  for (unsigned form = 0; form < 32; form++)
    for (uint64_t both = 0; both < UINT64_C(1) << (from + of); both++) {
      const expr_op op = form & 1 ? EXPR_SDIV : EXPR_SREM;
      const uint64_t x = both & reference_mask(from), y = both >> from;
      const expr inner[] = {
        form & 2 ? expr_const(t, from, x) : expr_symbol(t, symbol[0]),
        form & 4 ? expr_const(t, of, y) : expr_symbol(t, symbol[1])};
      const expr a = form & 8 ? expr_sext(t, inner[0], width)
                              : expr_zext(t, inner[0], width);
      const expr b = form & 16 ? expr_sext(t, inner[1], width)
                               : expr_zext(t, inner[1], width);
      const uint64_t wide[] = {
        form & 8 ? reference_apply(EXPR_SEXT, width, from, 0, x, 0, 0) : x,
        form & 16 ? reference_apply(EXPR_SEXT, width, of, 0, y, 0, 0) : y};
      evaluator_assign(v, symbol[0], x);
      evaluator_assign(v, symbol[1], y);
      CHECK(evaluator_value(v, expr_binary(t, op, a, b)) ==
            reference_apply(op, width, width, 0, wide[0], wide[1], 0));
    }
  evaluator_free(v);
  count_rules(t);
  expr_table_free(t);
}

/* Two terms that are equal by the laws of rings; the second is the first, moved about
 * and multiplied out. */
typedef struct two { expr a, b; } two;

static two equal_terms(expr_table *t, random_source *r, const expr *leaves, unsigned depth) {
  if (!depth || random_below(r, 5) == 0) {
    const expr leaf = leaves[random_below(r, 4)];
    return (two) {leaf, leaf};
  }
  const two x = equal_terms(t, r, leaves, depth - 1);
  const two y = equal_terms(t, r, leaves, depth - 1);
  const two z = equal_terms(t, r, leaves, depth > 1 ? depth - 2 : 0);
  const unsigned width = expr_width(t, x.a);
#define ADD(A, B) expr_binary(t, EXPR_ADD, A, B)
#define SUB(A, B) expr_binary(t, EXPR_SUB, A, B)
#define MUL(A, B) expr_binary(t, EXPR_MUL, A, B)
  switch (random_below(r, 7)) {
  case 0: return (two) {ADD(x.a, y.a), ADD(y.b, x.b)};
  case 1: return (two) {MUL(x.a, y.a), MUL(y.b, x.b)};
  case 2: return (two) {MUL(x.a, ADD(y.a, z.a)), ADD(MUL(y.b, x.b), MUL(x.b, z.b))};
  case 3: return (two) {SUB(x.a, y.a), expr_unary(t, EXPR_NEG, SUB(y.b, x.b))};
  case 4: return (two) {MUL(MUL(x.a, y.a), z.a), MUL(y.b, MUL(z.b, x.b))};
  case 5:
    return (two) {expr_not(t, MUL(x.a, y.a)),
                  SUB(expr_not(t, expr_const(t, width, 0)), MUL(y.b, x.b))};
  default:
    return (two) {expr_binary(t, EXPR_SHL, ADD(x.a, y.a), expr_const(t, width, 2)),
                  MUL(ADD(y.b, x.b), expr_const(t, width, 4))};
  }
#undef ADD
#undef SUB
#undef MUL
}

static void equal_polynomials_are_equal(uint64_t seed) {
  static const unsigned widths[] = {2, 3, 8, 32, 64, 65, 128};
  random_source r = {seed};
  expr_table *t = expr_table_new();
  const unsigned width = widths[random_below(&r, 7)];
  uint32_t symbol[2];
  for (unsigned k = 0; k < 2; k++)
    symbol[k] = expr_new_symbol(t, SYMBOL_INPUT, k ? 2 : width, "x");
  const expr leaves[] = {expr_symbol(t, symbol[0]),
                         expr_zext(t, expr_symbol(t, symbol[1]), width),
                         expr_const(t, width, random_below(&r, 8)),
                         expr_sext(t, expr_symbol(t, symbol[1]), width)};
  const two x = equal_terms(t, &r, leaves, 3), y = equal_terms(t, &r, leaves, 3);
  /* By chance the terms are too long to be multiplied out, but never unequal. */
  CHECK(!expr_is_false(t, expr_eq(t, x.a, x.b)));
  const expr next = expr_binary(t, EXPR_ADD, x.b, expr_const(t, width, 1));
  CHECK(!expr_is_true(t, expr_eq(t, x.a, next)));
  const expr equal[] = {expr_eq(t, x.a, y.a), expr_eq(t, x.a, x.b), expr_eq(t, x.a, next)};
  const expr sides[][2] = {{x.a, y.a}, {x.a, x.b}, {x.a, next}};
  evaluator *v = evaluator_new(t);
  for (unsigned k = 0; k < 32; k++) {
    const uint64_t limbs[] = {random_next(&r) & reference_mask(width > 64 ? 64 : width),
                              random_next(&r) & reference_mask(width > 64 ? width - 64 : 1)};
    if (width > 64) evaluator_assign_wide(v, symbol[0], limbs);
    else evaluator_assign(v, symbol[0], width == 2 ? k & 3 : width == 3 ? k & 7 : limbs[0]);
    evaluator_assign(v, symbol[1], k >> 3);
    for (unsigned i = 0; i < 3; i++) {
      uint64_t left[2] = {0}, right[2] = {0};
      evaluator_limbs(v, sides[i][0], left);
      evaluator_limbs(v, sides[i][1], right);
      CHECK(evaluator_value(v, equal[i]) == (left[0] == right[0] && left[1] == right[1]));
    }
  }
  evaluator_free(v);
  count_rules(t);
  expr_table_free(t);
}

static void every_rule_fires(void) {
  bool all = true;
  for (unsigned r = 0; r < RULE_COUNT; r++)
    if (!total[r]) {
      all = false;
      fprintf(stderr, "rule %s never fired: %s\n",
              expr_rule_name((expr_rule) r),
              expr_rule_equation((expr_rule) r));
    }
  CHECK(all);
}

int main(void) {
  for (unsigned width = 1; width <= MAX_EXHAUSTED; width++)
    two_operators_with_constants_are_exact(width);
  operators_on_extended_terms_are_exact(1, 2);
  operators_on_extended_terms_are_exact(2, 3);
  if (MAX_EXHAUSTED > 2) operators_on_extended_terms_are_exact(2, 5);
  if (MAX_EXHAUSTED > 2) operators_on_extended_terms_are_exact(3, 5);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    random_terms_keep_their_values(seed);
  for (uint64_t seed = 1; seed <= ROUNDS / 20; seed++)
    sums_of_extended_terms_compare_as_they_are(seed);
  for (uint64_t seed = 1; seed <= ROUNDS / 20; seed++)
    sums_in_any_order_are_the_same(seed);
  for (unsigned width = 2; width <= MAX_EXHAUSTED; width++)
    for (unsigned numbers = 0; numbers < 4; numbers++) {
      quotients_are_exact(width, false, numbers);
      quotients_are_exact(width, true, numbers);
    }
  for (unsigned numbers = 0; numbers < 4; numbers++)
    for (unsigned width = 8; width <= 64; width *= 2) {
      quotients_are_exact(width, false, numbers);
      quotients_are_exact(width, true, numbers);
    }
  extended_quotients_are_exact(1, 1, 2);
  extended_quotients_are_exact(1, 2, 3);
  extended_quotients_are_exact(3, 3, 5);
  extended_quotients_are_exact(3, 2, 6);
  for (uint64_t seed = 1; seed <= ROUNDS / 4; seed++) equal_polynomials_are_equal(seed);
  floats_of_integers_keep_their_values();
  if (ROUNDS >= 20000) every_rule_fires();      /* given enough of them */
}
