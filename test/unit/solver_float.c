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

/* Random questions --------------------------------------------------------- */

static expr random_number(random_source *r, expr_table *t, unsigned width) {
  static const uint16_t halves[] = {0, 0x8000, 0x3c00, 0xbc00, 0x3555, 1, 0x8001,
                                    0x7bff, 0x7c00, 0xfc00, 0x7e00, 0x4248};
  const expr none = {0};
  const expr h = expr_const(t, 16, random_below(r, 2) ? halves[random_below(r, 12)]
                                                      : random_next(r) & 0xffff);
  return width == 16 ? h
                     : expr_float(t, EXPR_FTOF, width, ROUND_NEAREST_EVEN, h, none,
                                  none);
}

static expr random_value(random_source *r, expr_table *t, const expr *inputs,
                         unsigned width, unsigned depth) {
  static const unsigned formats[] = {16, 32, 64, 80};
  static const expr_op ops[] = {
    EXPR_FADD, EXPR_FSUB, EXPR_FMUL, EXPR_FDIV, EXPR_FFMA, EXPR_FSQRT, EXPR_FROUND,
    EXPR_FREM, EXPR_FTOF, EXPR_STOF, EXPR_UTOF, EXPR_ITE, EXPR_XOR,
  };
  const expr none = {0};
  if (!depth || random_below(r, 6) == 0) {
    if (width == 16 && random_below(r, 4)) return inputs[random_below(r, 2)];
    return random_number(r, t, width);
  }
  expr_op op = ops[random_below(r, sizeof ops / sizeof *ops)];
  if (op == EXPR_FREM && width != 16) op = EXPR_FADD;   /* hundreds of steps */
  const expr_rounding mode = (expr_rounding) random_below(r, 5);
  if (op == EXPR_FTOF) {
    const unsigned from = formats[random_below(r, 4)];
    return expr_float(t, op, width, mode,
                      random_value(r, t, inputs, from, depth - 1), none, none);
  }
  if (op == EXPR_STOF || op == EXPR_UTOF) {
    const unsigned bits = 1 + (unsigned) random_below(r, 70);
    const expr n = expr_resize(t, inputs[2], bits, random_below(r, 2));
    return expr_float(t, op, width, mode, n, none, none);
  }
  const expr a = random_value(r, t, inputs, width, depth - 1);
  if (op == EXPR_XOR) {
    const expr sign = expr_binary(t, EXPR_SHL, expr_const(t, width, 1),
                                  expr_const(t, width, width - 1));
    return expr_binary(t, EXPR_XOR, a, sign);
  }
  if (op == EXPR_FSQRT || op == EXPR_FROUND)
    return expr_float(t, op, width, mode, a, none, none);
  const expr b = random_value(r, t, inputs, width, depth - 1);
  if (op == EXPR_ITE)
    return expr_ite(t, expr_float(t, EXPR_FLE, 1, mode, a, b, none), a, b);
  if (op == EXPR_FFMA)
    return expr_float(t, op, width, mode, a, b,
                      random_value(r, t, inputs, width, depth - 1));
  return expr_float(t, op, width, mode, a, b, none);
}

/* A comparison, of integers that floats become, or of bits. */
static expr random_condition(random_source *r, expr_table *t, const expr *inputs) {
  static const unsigned formats[] = {16, 16, 32, 64, 80};
  const unsigned width = formats[random_below(r, 5)];
  const expr none = {0};
  const expr a = random_value(r, t, inputs, width, 2);
  const expr b = random_value(r, t, inputs, width, 1);
  switch (random_below(r, 6)) {
  case 0: return expr_float(t, EXPR_FEQ, 1, 0, a, b, none);
  case 1: return expr_float(t, EXPR_FLT, 1, 0, a, b, none);
  case 2: return expr_not(t, expr_float(t, EXPR_FLE, 1, 0, a, b, none));
  case 3: {
    const unsigned bits = 2 + (unsigned) random_below(r, 40);
    const expr n = expr_float(t, random_below(r, 2) ? EXPR_FTOS : EXPR_FTOU, bits,
                              ROUND_ZERO, a, none, none);
    return expr_binary(t, EXPR_ULT, n, expr_const(t, bits, random_below(r, 4)));
  }
  case 4: return expr_eq(t, a, b);
  }
  return expr_not(t, expr_float(t, EXPR_FEQ, 1, 0, a, b, none));
}

/* Circuits, boxes, evaluation and Z3: a difference is fatal. */
static void all_back_ends_agree(unsigned questions, uint64_t seed) {
  unsigned decided = 0;
  for (unsigned i = 0; i < questions; i++) {
    random_source r = {seed + i};
    expr_table *t = expr_table_new();
    const expr inputs[3] = {
      expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 16, "x")),
      expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 16, "y")),
      expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 16, "n"))};
    solver_options o = solver_defaults;
    o.check = true;
    o.max_conflicts = 4000;
    o.max_query_ms = 300;
    o.boxes = i & 1;
    solver *s = solver_new(t, &o);
    expr all[2];
    const uint32_t count = 1 + (uint32_t) random_below(&r, 2);
    for (uint32_t k = 0; k < count; k++) all[k] = random_condition(&r, t, inputs);
    decided += solver_check(s, all, count) != ANSWER_UNKNOWN;
    solver_free(s);
    expr_table_free(t);
  }
  CHECK(decided > questions / 4);
}

/* unit_solver_float [QUESTIONS SEED]: a campaign of random questions. */
int main(int argc, char **argv) {
  if (argc == 3) {
    all_back_ends_agree((unsigned) atoi(argv[1]), strtoull(argv[2], NULL, 10));
    return 0;
  }
  for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (uint64_t seed = 1; seed <= ROUNDS; seed++)
      an_operator_has_the_hosts_value(shapes + i, 1000 * i + seed);
  float_conditions_are_decided_on_paths();
  what_is_not_modelled_exactly_is_unknown();
  all_back_ends_agree(20 * ROUNDS, 1);
  return 0;
}
