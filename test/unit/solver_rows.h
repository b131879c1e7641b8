#ifndef TEST_SOLVER_ROWS_H
#define TEST_SOLVER_ROWS_H

#include "base/random.h"
#include "expr/eval.h"
#include "solver/solver.h"
#include "test/check.h"

/*
 * Questions about so few and short symbols that all their values can be tried.  Who includes
 * this says how many (SYMBOLS) of how many bits (ROW_BITS), and makes the conditions.
 */
typedef struct world {
  expr_table *t;
  evaluator *eval;
  uint32_t symbol[SYMBOLS];
  random_source random;
} world;

static world world_begin(uint64_t seed) {
  world w = {.t = expr_table_new(), .random = {seed}};
  w.eval = evaluator_new(w.t);
  for (unsigned k = 0; k < SYMBOLS; k++)
    w.symbol[k] = expr_new_symbol(w.t, SYMBOL_INPUT, ROW_BITS, "x");
  return w;
}

static void world_end(world *w) {
  evaluator_free(w->eval);
  expr_table_free(w->t);
}

static unsigned pick(world *w, unsigned bound) {
  return (unsigned) random_below(&w->random, bound);
}

static bool holds(world *w, const expr *all, unsigned count, unsigned row) {
  for (unsigned k = 0; k < SYMBOLS; k++)
    evaluator_assign(w->eval, w->symbol[k], row >> k * ROW_BITS & ((1 << ROW_BITS) - 1));
  for (unsigned k = 0; k < count; k++)
    if (!evaluator_value(w->eval, all[k])) return false;
  return true;
}

/* The solver's answer is that of all values, and its model satisfies what was asked.
 * Whether there is one. */
static bool check_by_rows(world *w, solver *s, const expr *all, unsigned count) {
  enum { ROWS = 1 << SYMBOLS * ROW_BITS };
  bool is_possible = false;
  for (unsigned row = 0; row < ROWS && !is_possible; row++)
    is_possible = holds(w, all, count, row);
  CHECK(solver_check(s, all, count) == (is_possible ? ANSWER_SAT : ANSWER_UNSAT));
  for (unsigned k = 0; is_possible && k < count; k++)
    CHECK(solver_model_value(s, all[k]));
  return is_possible;
}

#endif
