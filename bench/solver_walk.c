#include "base/random.h"
#include "solver/solver.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * Path walks without a program: how much processor time a query takes by the
 * chain and by Z3 alone, on conditions of four kinds; how many branches a
 * second a full tree of independent bytes allows, and how many paths a second
 * one in which each branch depends on all bytes before.
 *
 *   solver_walk [--no-z3] [--stats]
 */
typedef expr (*make_condition)(expr_table *, random_source *, const expr *);

enum { SYMBOLS = 16, DEPTH = 25, WALKS = 8, TREE = 16 };

static expr any(random_source *r, const expr *x) {
  return x[random_below(r, SYMBOLS)];
}

static expr byte_condition(expr_table *t, random_source *r, const expr *x) {
  const expr c = expr_const(t, 8, random_next(r));
  const expr b = any(r, x);
  switch (random_below(r, 3)) {
  case 0: return expr_binary(t, EXPR_ULT, b, c);
  case 1: return expr_eq(t, b, c);
  }
  return expr_eq(t, expr_binary(t, EXPR_AND, b, c), expr_const(t, 8, 0));
}

static expr sum_condition(expr_table *t, random_source *r, const expr *x) {
  return expr_binary(t, EXPR_ULT,
                     expr_binary(t, EXPR_ADD, any(r, x), any(r, x)),
                     any(r, x));
}

static expr mixed_condition(expr_table *t, random_source *r, const expr *x) {
  static const expr_op ops[] = {EXPR_ADD, EXPR_SUB, EXPR_AND, EXPR_OR,
                                EXPR_XOR, EXPR_SHL, EXPR_LSHR};
  static const expr_op compare[] = {EXPR_EQ, EXPR_ULT, EXPR_SLT, EXPR_ULE};
  expr a = any(r, x);
  for (unsigned i = 0; i < 3; i++)
    a = expr_binary(t, ops[random_below(r, 7)], a,
                    random_below(r, 3)
                        ? any(r, x)
                        : expr_const(t, 32, random_below(r, 32)));
  return expr_binary(t, compare[random_below(r, 4)], a, any(r, x));
}

static expr product_condition(expr_table *t, random_source *r, const expr *x) {
  return expr_binary(t, EXPR_ULT,
                     expr_binary(t, EXPR_MUL, any(r, x), any(r, x)),
                     any(r, x));
}

static const struct {
  const char *name;
  unsigned width;
  make_condition make;
} kinds[] = {
  {"bytes", 8, byte_condition},
  {"x+y<z", 32, sum_condition},
  {"mixed", 32, mixed_condition},
  {"x*y<z", 16, product_condition},
};

static double now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static void print_stats(const solver_stats *s) {
#define STAT(NAME, TEXT) \
  if (s->NAME) fprintf(stderr, "%14" PRIu64 "  %s\n", s->NAME, TEXT);
#include "solver/stats.def"
}

/* Milliseconds a query. */
static double walk(unsigned kind, const solver_options *o, bool stats) {
  double sum = 0;
  uint64_t queries = 0;
  for (uint64_t seed = 1; seed <= WALKS; seed++) {
    expr_table *t = expr_table_new();
    solver *s = solver_new(t, o);
    random_source r = {seed};
    expr x[SYMBOLS];
    for (unsigned i = 0; i < SYMBOLS; i++)
      x[i] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, kinds[kind].width,
                                            "x"));
    path p = {0};
    const double begun = now_ms();
    for (unsigned i = 0; i < DEPTH; i++) {
      const expr c = kinds[kind].make(t, &r, x);
      answer hold, fail;
      path_branch(s, &p, c, &hold, &fail);
      const bool wish = random_below(&r, 2);
      const bool side = hold != ANSWER_SAT ? false
                        : fail != ANSWER_SAT ? true : wish;
      path_assume(s, &p, side ? c : expr_not(t, c));
    }
    sum += now_ms() - begun;
    queries += 2 * DEPTH;
    path_release(&p);
    if (stats && seed == WALKS) print_stats(solver_get_stats(s));
    solver_free(s);
    expr_table_free(t);
  }
  return sum / (double) queries;
}

/* Depth first over 2^TREE paths, a byte a level. */
static void tree(bool stats) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  expr c[TREE];
  for (unsigned i = 0; i < TREE; i++) {
    const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "b"));
    c[i] = expr_binary(t, EXPR_ULT, x, expr_const(t, 8, 100 + i));
  }
  path *stack = calloc(TREE + 2, sizeof *stack);
  uint64_t decisions = 0, paths = 0;
  uint32_t top = 1;
  const double begun = now_ms();
  while (top) {
    path p = stack[--top];
    const uint32_t depth = path_count(&p);
    if (depth == TREE) {
      paths++;
      path_release(&p);
      continue;
    }
    answer hold, fail;
    path_branch(s, &p, c[depth], &hold, &fail);
    decisions++;
    path other = path_copy(p);
    if (path_assume(s, &p, c[depth]) == ANSWER_SAT) stack[top++] = p;
    if (path_assume(s, &other, expr_not(t, c[depth])) == ANSWER_SAT)
      stack[top++] = other;
  }
  const double ms = now_ms() - begun;
  printf("tree of %d bytes: %" PRIu64 " paths, %.0f decisions a second\n",
         TREE, paths, (double) decisions / ms * 1e3);
  if (stats) print_stats(solver_get_stats(s));
  free(stack);
  solver_free(s);
  expr_table_free(t);
}

/* h = h*31 + b[i]; if (h & 1) ...: every branch depends on all bytes. */
static double hash_tree(const solver_options *o, unsigned levels, bool stats) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, o);
  expr c[TREE], h = expr_const(t, 32, 7);
  for (unsigned i = 0; i < levels; i++) {
    const expr b = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "b"));
    h = expr_binary(t, EXPR_ADD,
                    expr_binary(t, EXPR_MUL, h, expr_const(t, 32, 31)),
                    expr_zext(t, b, 32));
    c[i] = expr_eq(t, expr_extract(t, h, 0, 1), expr_const(t, 1, 1));
  }
  path *stack = calloc(TREE + 2, sizeof *stack);
  uint32_t top = 1;
  uint64_t paths = 0;
  const double begun = now_ms();
  while (top) {
    path p = stack[--top];
    const uint32_t depth = path_count(&p);
    if (depth == levels) {
      paths++;
      path_release(&p);
      continue;
    }
    answer hold, fail;
    path_branch(s, &p, c[depth], &hold, &fail);
    path other = path_copy(p);
    if (path_assume(s, &p, c[depth]) == ANSWER_SAT) stack[top++] = p;
    if (path_assume(s, &other, expr_not(t, c[depth])) == ANSWER_SAT)
      stack[top++] = other;
  }
  const double ms = now_ms() - begun;
  if (stats) print_stats(solver_get_stats(s));
  free(stack);
  solver_free(s);
  expr_table_free(t);
  return (double) paths / ms * 1e3;
}

int main(int argc, char **argv) {
  bool with_z3 = true, stats = false;
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--no-z3")) with_z3 = false;
    if (!strcmp(argv[i], "--stats")) stats = true;
  }
  const solver_options z3 = {.z3 = true};
  printf("%-8s %12s %12s   ms a query\n", "walk", "chain", "z3");
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    printf("%-8s %12.4f", kinds[i].name, walk(i, &solver_defaults, stats));
    if (with_z3) printf(" %12.4f", walk(i, &z3, false));
    printf("\n");
    fflush(stdout);
  }
  tree(stats);
  printf("hash of all bytes: %.0f paths a second by the chain",
         hash_tree(&solver_defaults, 12, stats));
  if (with_z3) printf(", %.0f by z3", hash_tree(&z3, 9, false));
  printf("\n");
  return 0;
}
