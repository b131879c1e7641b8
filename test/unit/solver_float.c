#include "expr/eval.h"
#include "solver/solver.h"
#include "test/check.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

#ifdef HOSTILE
enum { ROUNDS = 1 };
#else
enum { ROUNDS = 4 };
#endif

static const struct shape {
  expr_op op;
  unsigned from, to;            /* widths of operands and result */
} shapes[] = {
  {EXPR_FADD, 32, 32}, {EXPR_FSUB, 32, 32}, {EXPR_FMUL, 32, 32},
  {EXPR_FDIV, 32, 32}, {EXPR_FSQRT, 32, 32}, {EXPR_FROUND, 32, 32},
  {EXPR_FFMA, 32, 32}, {EXPR_FADD, 64, 64}, {EXPR_FMUL, 64, 64},
  {EXPR_FEQ, 32, 1}, {EXPR_FLT, 64, 1}, {EXPR_FLE, 32, 1},
  {EXPR_FTOF, 32, 64}, {EXPR_FTOF, 64, 32}, {EXPR_FTOS, 32, 32},
  {EXPR_FTOU, 64, 32}, {EXPR_FTOS, 64, 8}, {EXPR_STOF, 32, 32},
  {EXPR_UTOF, 64, 64}, {EXPR_STOF, 8, 64},
};

static uint64_t random_float(random_source *r, unsigned width) {
  static const float values[] = {0, -0.0f, 1, -1.5f, 3.75f, 1e-40f, 1e38f,
                                 -127.25f, 2147483648.0f, 255};
  const float f = values[random_below(r, 10)];
  const double d = f;
  uint64_t bits = 0;
  switch (random_below(r, 4)) {
  case 0: return random_next(r);
  case 1:                                       /* infinities and NaNs */
    return width == 32 ? 0x7f800000 | random_below(r, 2) << 31 |
                             random_below(r, 2) << 22
                       : UINT64_C(0x7ff) << 52 | random_below(r, 2) << 51;
  }
  if (width == 32) memcpy(&bits, &f, sizeof f);
  else memcpy(&bits, &d, sizeof d);
  return bits;
}

static bool is_nan(unsigned width, uint64_t bits) {
  return width == 32 ? (bits & 0x7fffffff) > 0x7f800000
         : width == 64 ? (bits & INT64_MAX) > INT64_C(0x7ff) << 52 : false;
}

/* Operands that are forced to values give what the host gives, and nothing
 * else; a NaN's bits and conversions out of range may be left unknown. */
static void an_operator_has_the_hosts_value(const struct shape *p,
                                            uint64_t seed) {
  expr_table *t = expr_table_new();
  evaluator *eval = evaluator_new(t);
  solver *s = solver_new(t, NULL);
  random_source r = {seed};
  const unsigned arity = expr_arity(p->op);
  const bool from_integer = p->op == EXPR_STOF || p->op == EXPR_UTOF;
  expr x[3] = {{0}}, all[4];
  for (unsigned i = 0; i < arity; i++) {
    const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, p->from, "x");
    const uint64_t bits = (from_integer ? random_next(&r)
                                        : random_float(&r, p->from)) &
                          bits_mask(p->from);
    x[i] = expr_symbol(t, symbol);
    all[i] = expr_eq(t, x[i], expr_const(t, p->from, bits));
    evaluator_assign(eval, symbol, bits);
  }
  const expr e = expr_float(t, p->op, p->to, ROUND_NEAREST_EVEN, x[0], x[1],
                            x[2]);
  const uint64_t value = evaluator_value(eval, e);
  CHECK(evaluator_is_exact(eval));
  const bool to_integer = p->op == EXPR_FTOS || p->op == EXPR_FTOU;
  const bool open = to_integer || is_nan(p->to, value);
  all[arity] = expr_eq(t, e, expr_const(t, p->to, value));
  const answer same = solver_check(s, all, arity + 1);
  CHECK(same == ANSWER_SAT || (open && same == ANSWER_UNKNOWN));
  all[arity] = expr_not(t, all[arity]);
  const answer other = solver_check(s, all, arity + 1);
  CHECK(other == ANSWER_UNSAT || (open && other == ANSWER_UNKNOWN));
  solver_free(s);
  evaluator_free(eval);
  expr_table_free(t);
}

static void float_conditions_are_decided_on_paths(void) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "y"));
  const expr none = {0};
  const expr one = expr_const(t, 32, 0x3f800000);
  const expr big = expr_float(t, EXPR_FLT, 1, ROUND_NEAREST_EVEN, one, x, none);
  path p = {0};
  CHECK(path_assume(s, &p, big) == ANSWER_SAT);
  CHECK(path_value(s, &p, big) == 1);
  const expr zero = expr_float(t, EXPR_FEQ, 1, ROUND_NEAREST_EVEN, x,
                               expr_const(t, 32, 0), none);
  CHECK(path_may(s, &p, zero) == ANSWER_UNSAT);
  const expr sum = expr_float(t, EXPR_FADD, 32, ROUND_NEAREST_EVEN, x, y, none);
  const expr absorbs = expr_and(
      t, expr_eq(t, sum, x),
      expr_float(t, EXPR_FLT, 1, ROUND_NEAREST_EVEN, one, y, none));
  CHECK(path_assume(s, &p, absorbs) == ANSWER_SAT);
  CHECK(path_value(s, &p, absorbs) == 1 && path_value(s, &p, big) == 1);
  path_release(&p);
  solver_free(s);
  expr_table_free(t);
}

/* x87's 80 bits and fmod: refuted or unknown, never wrong. */
static void what_is_not_modelled_exactly_is_unknown(void) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  const expr none = {0};
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "x"));
  const expr rest = expr_float(t, EXPR_FREM, 64, ROUND_NEAREST_EVEN, x,
                               expr_const(t, 64, UINT64_C(0x4008) << 48), none);
  const expr is_four = expr_eq(t, rest,
                               expr_const(t, 64, UINT64_C(0x4010) << 48));
  path p = {0};
  const answer a = path_may(s, &p, is_four);    /* x mod 3 is never 4 */
  CHECK(a != ANSWER_SAT);
  CHECK(a == ANSWER_UNSAT || *solver_unknown_reason(s));
  solver_free(s);
  expr_table_free(t);
}

int main(void) {
  for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (uint64_t seed = 1; seed <= ROUNDS; seed++)
      an_operator_has_the_hosts_value(shapes + i, 1000 * i + seed);
  float_conditions_are_decided_on_paths();
  what_is_not_modelled_exactly_is_unknown();
  return 0;
}
