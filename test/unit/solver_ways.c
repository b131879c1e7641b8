#include "base/random.h"
#include "expr/eval.h"
#include "solver/ways.h"
#include "test/check.h"

/*
 * Random conditions that compare four inputs with each other, beside all values
 * below four: there is one for every order of them, ties included.
 */
enum { INPUTS = 4, WIDTH = 8, ROWS = 4 * 4 * 4 * 4 };

typedef struct world {
  expr_table *t;
  orderings *o;
  evaluator *eval;
  uint32_t symbol[INPUTS];
  random_source random;
} world;

static void begin(world *w, uint64_t seed) {
  *w = (world) {.t = expr_table_new(), .o = orderings_new(),
                .random = {seed}};
  w->eval = evaluator_new(w->t);
  for (unsigned k = 0; k < INPUTS; k++)
    w->symbol[k] = expr_new_symbol(w->t, SYMBOL_INPUT, WIDTH, "x");
}

static void end(world *w) {
  evaluator_free(w->eval);
  orderings_free(w->o);
  expr_table_free(w->t);
}

static unsigned pick(world *w, unsigned bound) {
  return (unsigned) random_below(&w->random, bound);
}

static expr comparison(world *w) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_SLT, EXPR_SLT, EXPR_SLE};
  const unsigned x = pick(w, INPUTS);
  const unsigned y = (x + 1 + pick(w, INPUTS - 1)) % INPUTS;
  return expr_binary(w->t, ops[pick(w, 4)], expr_symbol(w->t, w->symbol[x]),
                     expr_symbol(w->t, w->symbol[y]));
}

/* The links that ask for ways have none: it computes something. */
static bool has_xor(world *w, expr e) {
  const expr_node n = expr_get(w->t, e);
  bool has = n.op == EXPR_XOR;
  for (unsigned k = 0; k < expr_arity((expr_op) n.op) && !has; k++)
    has = has_xor(w, n.arg[k]);
  return has;
}

static expr condition(world *w, unsigned depth) {
  if (!depth) return comparison(w);
  const expr a = condition(w, depth - 1), b = condition(w, depth - 1);
  switch (pick(w, 4)) {
  case 0: return expr_not(w->t, a);
  case 1: return expr_and(w->t, a, b);
  case 2: return expr_or(w->t, a, b);
  default: return expr_ite(w->t, condition(w, depth - 1), a, b);
  }
}

static bool holds(world *w, const expr *all, uint32_t count, unsigned row) {
  evaluator_clear(w->eval);
  for (unsigned k = 0; k < INPUTS; k++)
    evaluator_assign(w->eval, w->symbol[k], row >> 2 * k & 3);
  for (uint32_t k = 0; k < count; k++)
    if (!evaluator_value(w->eval, all[k])) return false;
  return true;
}

/* And where there is a way, its comparisons can hold and make everything hold. */
static void there_is_a_way_if_there_are_values(uint64_t seed) {
  enum { COUNT = 5 };
  world w;
  begin(&w, seed);
  expr all[COUNT];
  const unsigned count = 1 + pick(&w, COUNT);
  for (unsigned k = 0; k < count; k++)
    do all[k] = condition(&w, 2 + pick(&w, 2));
    while (has_xor(&w, all[k]));
  way found = {0};
  uint64_t steps;
  const ways_answer a = ways_find(w.o, w.t, all, count, 100000, &found,
                                  &steps);
  bool are_values = false, is_way = false;
  for (unsigned row = 0; row < ROWS; row++) {
    const bool is = holds(&w, all, count, row);
    are_values |= is;
    if (a != WAYS_FOUND || !holds(&w, found.items, found.count, row)) continue;
    is_way = true;
    CHECK(is);
  }
  CHECK(a == (are_values ? WAYS_FOUND : WAYS_NONE));
  CHECK(is_way == are_values);
  vec_release(&found);
  end(&w);
}

/* Each of 28 pairs is in order or not, and then a circle is asked for: 2^28
 * ways, and a step or two for each of the pairs. */
static void what_nobody_asks_for_is_not_walked_again(void) {
  enum { PAIRS = 28 };
  expr_table *t = expr_table_new();
  orderings *o = orderings_new();
  expr x[2 * PAIRS + 3], all[PAIRS + 3];
  for (unsigned k = 0; k < 2 * PAIRS + 3; k++)
    x[k] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, WIDTH, "x"));
  for (unsigned k = 0; k < PAIRS; k++)
    all[k] = expr_or(t, expr_binary(t, EXPR_SLT, x[2 * k], x[2 * k + 1]),
                     expr_binary(t, EXPR_SLT, x[2 * k + 1], x[2 * k]));
  for (unsigned k = 0; k < 3; k++)
    all[PAIRS + k] = expr_binary(t, EXPR_SLT, x[2 * PAIRS + k],
                                 x[2 * PAIRS + (k + 1) % 3]);
  way found = {0};
  uint64_t steps;
  CHECK(ways_find(o, t, all, PAIRS + 3, 100000, &found, &steps) == WAYS_NONE);
  CHECK(steps < 300);
  vec_release(&found);
  orderings_free(o);
  expr_table_free(t);
}

int main(void) {
  for (uint64_t seed = 1; seed <= 300; seed++)
    there_is_a_way_if_there_are_values(seed);
  what_nobody_asks_for_is_not_walked_again();
}
