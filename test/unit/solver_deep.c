#include "solver/solver.h"
#include "test/check.h"

/*
 * Long chains of operators must not overflow the stack of any link: what a link does not walk
 * that deep, the next one answers, or nobody.  An unknown answer is allowed, a wrong one is not.
 */
#ifdef HOSTILE
enum { LENGTH = 1000 };
#else
enum { LENGTH = 100000 };
#endif

typedef struct world {
  expr_table *t;
  expr x, y, bit[8], byte[8];
} world;

static expr fresh(expr_table *t, unsigned width) {
  return expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width, "s"));
}

static expr constant(world *w, unsigned width, uint64_t value) {
  return expr_const(w->t, width, value);
}

static expr less(world *w, expr a, expr b) { return expr_binary(w->t, EXPR_ULT, a, b); }

static expr no(world *w, expr e) { return expr_not(w->t, e); }

/* Each is satisfiable. */
static expr alternating(world *w) {
  expr e = less(w, w->x, constant(w, 32, 7));
  for (unsigned k = 0; k < LENGTH; k++) {
    const expr one = less(w, constant(w, 32, 3 * k), k & 1 ? w->x : w->y);
    e = no(w, expr_and(w->t, one, e));
  }
  return e;
}

static expr of_one_input(world *w) {
  expr e = expr_eq(w->t, w->x, constant(w, 32, 7));
  for (unsigned k = 0; k < LENGTH; k++)
    e = no(w, expr_and(w->t, no(w, expr_eq(w->t, w->x, constant(w, 32, 5 * k))), e));
  return e;
}

static expr of_bytes(world *w) {
  expr e = w->bit[0];
  for (unsigned k = 0; k < LENGTH; k++)
    e = no(w, expr_and(w->t, less(w, w->byte[k % 8], constant(w, 8, 1 + k % 251)), e));
  return e;
}

static expr conjunction(world *w) {
  expr e = expr_true(w->t);
  for (unsigned k = 0; k < LENGTH; k++)
    e = expr_and(w->t, e, no(w, expr_eq(w->t, w->x, constant(w, 32, 2 * k + 1))));
  return e;
}

static expr choices(world *w) {
  expr e = w->y;
  for (unsigned k = 0; k < LENGTH; k++)
    e = expr_ite(w->t, less(w, w->x, constant(w, 32, 1 + 3 * k)), constant(w, 32, 2 * k + 1), e);
  return expr_eq(w->t, e, constant(w, 32, 5));
}

static expr choices_of_bytes(world *w) {
  expr e = constant(w, 8, 0);
  for (unsigned k = 0; k < LENGTH; k++)
    e = expr_ite(w->t, expr_eq(w->t, w->byte[k % 8], constant(w, 8, k * 7 % 256)),
                 constant(w, 8, k % 256), e);
  return expr_eq(w->t, e, constant(w, 8, 200));
}

static expr sum(world *w) {
  expr e = w->y;
  for (unsigned k = 0; k < LENGTH; k++)
    e = expr_binary(w->t, EXPR_XOR, expr_binary(w->t, EXPR_ADD, e, constant(w, 32, k | 1)),
                    expr_zext(w->t, w->byte[k % 8], 32));
  return expr_eq(w->t, e, w->x);
}

static expr shifts(world *w) {
  expr e = w->y;
  for (unsigned k = 0; k < LENGTH / 100; k++)
    e = expr_binary(w->t, EXPR_ADD,
                    expr_binary(w->t, EXPR_SHL, e, expr_zext(w->t, w->byte[k % 8], 32)),
                    constant(w, 32, 1));
  return expr_eq(w->t, e, w->x);
}

static expr of_differences(world *w) {
  expr e = expr_true(w->t), last = w->x;
  for (unsigned k = 0; k < LENGTH / 20; k++) {
    const expr next = fresh(w->t, 32);
    e = expr_and(w->t, e, less(w, last, next));
    last = next;
  }
  return e;
}

static expr parities(world *w) {
  expr e = w->bit[0];
  for (unsigned k = 0; k < LENGTH; k++)
    e = expr_binary(w->t, EXPR_XOR, expr_and(w->t, e, w->bit[k % 8]), w->bit[(k + 3) % 8]);
  return e;
}

static expr of_floats(world *w) {
  expr e = w->x;
  for (unsigned k = 0; k < LENGTH / 20; k++)
    e = expr_ite(w->t, w->bit[k % 8],
                 expr_float(w->t, EXPR_FADD, 32, ROUND_NEAREST_EVEN, e, w->y, (expr) {0}), e);
  return expr_float(w->t, EXPR_FLT, 1, ROUND_NEAREST_EVEN, e, w->y, (expr) {0});
}

static const struct { const char *name; expr (*make)(world *); } shapes[] = {
  {"alternating", alternating}, {"of_one_input", of_one_input}, {"of_bytes", of_bytes},
  {"conjunction", conjunction}, {"choices", choices}, {"choices_of_bytes", choices_of_bytes},
  {"sum", sum}, {"shifts", shifts}, {"of_differences", of_differences},
  {"parities", parities}, {"of_floats", of_floats},
};

static volatile int stop;

static void ask(unsigned k) {
  world w = {.t = expr_table_new()};
  w.x = fresh(w.t, 32);
  w.y = fresh(w.t, 32);
  for (unsigned n = 0; n < 8; n++) w.bit[n] = fresh(w.t, 1);
  for (unsigned n = 0; n < 8; n++) w.byte[n] = fresh(w.t, 8);
  solver_options o = solver_defaults;
  o.max_query_ms = 200;
  o.max_conflicts = 1000;
  o.max_nodes = 1000000;
  o.stop = &stop;
  solver *s = solver_new(w.t, &o);
  const expr e = shapes[k].make(&w);
  const answer a = solver_check(s, &e, 1);
  if (a == ANSWER_UNSAT) fatal("%s is satisfiable", shapes[k].name);
  path p = {0};
  answer holds, fails;
  path_branch(s, &p, e, &holds, &fails);
  if (holds == ANSWER_UNSAT) fatal("%s is satisfiable on a path", shapes[k].name);
  path_release(&p);
  solver_free(s);
  expr_table_free(w.t);
}

int main(void) {
  for (unsigned k = 0; k < sizeof shapes / sizeof *shapes; k++) ask(k);
  return 0;
}
