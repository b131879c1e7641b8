#include "test/unit/ir_harness.h"

#include "base/mem.h"
#include "exec/internal.h"

/*
 * A remainder runs again what its path ran, and symbols that came since may be others then:
 * a side of such a symbol is none of the remainder's, nor is one behind a condition of one.
 */

static void ended(void *context, const state *s, const ending *end) {
  (void) context, (void) s, (void) end;
}

static void born(void *context, state *child, const state *parent) {
  (void) context, (void) child, (void) parent;
  fatal("the program splits");
}

static void put_off(void *context, state *s, const state *parent) {
  (void) context, (void) s, (void) parent;
}

static void say(void *context, const char *said) {
  (void) context;
  fatal("the program says: %s", said);
}

typedef struct world {
  expr_table *t;
  exec *x;
  state *s;
} world;

static expr below(world *w, uint32_t symbol) {
  return expr_binary(w->t, EXPR_ULT, expr_symbol(w->t, symbol), expr_const(w->t, 8, 5));
}

static uint32_t new_symbol(world *w) {
  return expr_new_symbol(w->t, SYMBOL_INPUT, 8, "x");
}

static void older_sides_are_taken(world *w) {
  const uint32_t one = new_symbol(w), two = new_symbol(w);
  state *first = NULL, *second = NULL;
  exec_begin_remainder(w->x, w->s);
  CHECK(exec_remainder_takes(w->x, w->s, below(w, one), &first));
  CHECK(first && expr_same(first->unasked, expr_not(w->t, below(w, one))));
  CHECK(path_assume(exec_solver(w->x), &w->s->path, below(w, one)) == ANSWER_SAT);
  CHECK(exec_remainder_takes(w->x, w->s, below(w, two), &second));
  CHECK(!second);               /* one state has both sides */
  const expr both = expr_and(w->t, below(w, one), below(w, two));
  CHECK(expr_same(first->unasked, expr_not(w->t, both)));
  exec_end_remainder(w->x, first);
  CHECK(!exec_remainder_takes(w->x, w->s, below(w, two), &second));
  state_free(first);
}

static void newer_sides_are_not(world *w) {
  const uint32_t old = new_symbol(w);
  state *found = NULL;
  exec_begin_remainder(w->x, w->s);
  const uint32_t new = new_symbol(w);
  CHECK(!exec_remainder_takes(w->x, w->s, below(w, new), &found));
  CHECK(!exec_remainder_takes(w->x, w->s, below(w, old), &found) && !found);
}

static void nor_are_those_behind_newer_ones(world *w) {
  const uint32_t old = new_symbol(w);
  state *found = NULL;
  exec_begin_remainder(w->x, w->s);
  const uint32_t new = new_symbol(w);
  CHECK(path_assume(exec_solver(w->x), &w->s->path, below(w, new)) == ANSWER_SAT);
  CHECK(!exec_remainder_takes(w->x, w->s, below(w, old), &found) && !found);
}

int main(void) {
  harness_begin();
  ir_program *p = harness_load("", "int main(void) { return 0; }");
  char *message = NULL, *argv[] = {(char[]) {"prog"}};
  world w = {.t = expr_table_new()};
  solver *chain = solver_new(w.t, &solver_defaults);
  const exec_hooks hooks = {&w, born, ended, say, NULL, NULL, put_off};
  w.x = exec_new(p, w.t, chain, &exec_defaults, &hooks);
  exec_put_off(w.x, true);
  w.s = exec_start(w.x, "main", 1, argv, &message);
  if (!w.s) fatal("%s", message);
  older_sides_are_taken(&w);
  newer_sides_are_not(&w);
  nor_are_those_behind_newer_ones(&w);
  state_free(w.s);
  exec_free(w.x);
  solver_free(chain);
  expr_table_free(w.t);
  ir_program_free(p);
  return 0;
}
