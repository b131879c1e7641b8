#include "solver/subprocess.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/prices.h"
#include "base/random.h"
#include "base/yield.h"
#include "expr/eval.h"
#include "solver/solver.h"
#include "test/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Questions to Z3 in a process of its own: the same answers, models that hold, an end
 * when memory or time is, and no process left over.
 */
static bool has_children(void) {
  return !(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

static solver_options z3_alone(void) {
  solver_options o = solver_defaults;
  o.range = o.domain = o.models = o.slices = o.cores = o.walk = o.differences = false;
  o.products = o.boxes = o.sat = false;
  return o;
}

static expr input(expr_table *t, unsigned width) {
  return expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width, "x"));
}

static expr some_term(expr_table *t, random_source *seed, const expr *inputs, unsigned depth) {
  static const expr_op ops[] = {EXPR_ADD, EXPR_MUL, EXPR_UDIV, EXPR_SREM, EXPR_XOR, EXPR_SHL};
  const unsigned width = expr_width(t, inputs[0]);
  if (!depth) return random_below(seed, 4) ? inputs[random_below(seed, 2)]
                                           : expr_const(t, width, random_below(seed, 200));
  const expr a = some_term(t, seed, inputs, depth - 1);
  return expr_binary(t, ops[random_below(seed, 6)], a, some_term(t, seed, inputs, depth - 1));
}

static void answers_are_the_same_apart(void) {
  random_source seed = {5};
  unsigned sat = 0, unsat = 0;
  for (unsigned round = 0; round < 24; round++) {
    const unsigned width = round % 2 ? 6 : 70;
    answer found[2];
    const random_source begun = seed;
    for (unsigned apart = 0; apart < 2; apart++) {
      limits.expr_wide_bits = apart ? 1 : 128;
      limits.solver_z3_cells = apart ? 0 : 1 << 15;
      seed = begun;
      expr_table *t = expr_table_new();
      const solver_options o = z3_alone();
      solver *s = solver_new(t, &o);
      const expr inputs[2] = {input(t, width), input(t, width)};
      const unsigned depth = width > 6 ? 1 : 2;
      const expr items[2] = {
        expr_eq(t, some_term(t, &seed, inputs, depth),
                expr_const(t, width, random_below(&seed, 40))),
        expr_binary(t, EXPR_ULT, expr_const(t, width, random_below(&seed, 30)),
                    some_term(t, &seed, inputs, depth))};
      CHECK(subprocess_is_better(t, items, 2) ==
            (apart && (expr_has(t, items[0], EXPR_HAS_WIDE) ||
                       expr_has(t, items[1], EXPR_HAS_WIDE))));
      found[apart] = solver_check(s, items, 2);
      if (found[apart] == ANSWER_SAT)
        for (unsigned i = 0; i < 2; i++) CHECK(solver_model_value(s, items[i]) == 1);
      solver_free(s);
      expr_table_free(t);
    }
    CHECK(found[0] == found[1] && found[0] != ANSWER_UNKNOWN);
    sat += found[0] == ANSWER_SAT;
    unsat += found[0] == ANSWER_UNSAT;
  }
  CHECK(sat > 3 && unsat > 3 && !has_children());
  limits.expr_wide_bits = 128;
  limits.solver_z3_cells = 1 << 15;
}

/* Of the first symbol of a table (its number is 0) and of all others. */
static void models_have_all_symbols(void) {
  enum { COUNT = 40 };
  limits.solver_z3_cells = 0;
  expr_table *t = expr_table_new();
  const solver_options o = z3_alone();
  solver *s = solver_new(t, &o);
  expr sum = expr_const(t, 128, 0), inputs[COUNT], items[COUNT + 1];
  for (unsigned i = 0; i < COUNT; i++) {
    inputs[i] = input(t, 128);
    sum = expr_binary(t, EXPR_ADD, sum, inputs[i]);
    items[i + 1] = expr_binary(t, EXPR_ULT, expr_const(t, 128, 100 + i), inputs[i]);
  }
  items[0] = expr_binary(t, EXPR_ULT, expr_const(t, 128, 10), sum);
  CHECK(subprocess_is_better(t, items, COUNT + 1));
  CHECK(solver_check(s, items, COUNT + 1) == ANSWER_SAT);
  for (unsigned i = 0; i <= COUNT; i++) CHECK(solver_model_value(s, items[i]) == 1);
  solver_free(s);
  expr_table_free(t);
  limits.solver_z3_cells = 1 << 15;
}

/* a * b = a / b, of so many bits. */
static const char *reason_of(unsigned width, uint64_t time_ms) {
  expr_table *t = expr_table_new();
  solver_options o = z3_alone();
  o.max_query_ms = time_ms;
  solver *s = solver_new(t, &o);
  const expr a = input(t, width), b = input(t, width);
  const expr e = expr_eq(t, expr_binary(t, EXPR_MUL, a, b), expr_binary(t, EXPR_UDIV, a, b));
  CHECK(solver_check(s, &e, 1) == ANSWER_UNKNOWN);
  const char *reason = solver_unknown_reason(s);
  /* The next question is answered. */
  const expr easy = expr_eq(t, a, expr_const(t, width, 3));
  CHECK(solver_check(s, &easy, 1) == ANSWER_SAT && solver_model_value(s, a) == 3);
  solver_free(s);
  expr_table_free(t);
  CHECK(!has_children());
  return reason;
}

static void memory_and_time_end_it(void) {
  CHECK(!strcmp(reason_of(4096, 200), "time"));
  limits.solver_z3_memory = 64;
  CHECK(!strcmp(reason_of(2048, 0), "z3 gave up"));
  limits.solver_z3_memory = 4096;
}

/* Forks within a yield, as contenders do: both have to get the words. */
static unsigned yields;
static pid_t forked = -1;
static uint64_t counted;

static void fork_once(uint64_t work) {
  counted += work;
  if (!yields++) forked = fork();
}

static void work_a_while(void *context, subprocess_words *out) {
  const uint64_t end = clock_used_ns() + 150000000;
  while (clock_used_ns() < end) {}
  vec_push(out, *(uint64_t *) context + 1);
}

static void who_is_forked_asks_again(void) {
  uint64_t number = 41;
  subprocess_words words = {0};
  const interrupt never = {0};
  yield_hook = fork_once;
  const subprocess_end end = subprocess_run(work_a_while, &number, &never, &words);
  yield_hook = NULL;
  const bool good = end == APART_DONE && words.count == 1 && words.items[0] == 42;
  vec_release(&words);
  if (!forked) _exit(!good || has_children());
  int status = -1;
  CHECK(good && forked > 0 && waitpid(forked, &status, 0) == forked && !status);
  CHECK(yields > 1 && counted >= 50 * (COST_MS / PRICE_CONFLICT) && !has_children());
}

static void die(void *context, subprocess_words *out) {
  (void) context, (void) out;
  exit(0);                      /* as libraries do */
}

static void who_ends_without_words_has_failed(void) {
  subprocess_words words = {0};
  const interrupt never = {0};
  CHECK(subprocess_run(die, NULL, &never, &words) == APART_FAILED && !has_children());
  vec_release(&words);
}

int main(void) {
  answers_are_the_same_apart();
  models_have_all_symbols();
  memory_and_time_end_it();
  who_is_forked_asks_again();
  who_ends_without_words_has_failed();
  return 0;
}
