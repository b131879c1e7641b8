#include "solver/solver.h"
#include "test/check.h"
#include "test/unit/solver_random.h"

#include <stdlib.h>
#include <string.h>

#ifdef HOSTILE
enum { WALKS = 3, STEPS = 8 };
#else
enum { WALKS = 12, STEPS = 25 };
#endif

enum { SYMBOLS = 6 };

/* A fresh question to Z3 alone: the oracle. */
static answer oracle(solver *z3, const path *p, expr condition) {
  expr all[4 * STEPS + 1];
  CHECK(path_count(p) <= 4 * STEPS);
  path_conjuncts(p, all);
  all[path_count(p)] = condition;
  return solver_check(z3, all, path_count(p) + 1);
}

static void model_satisfies_every_conjunct(solver *s, const path *p) {
  expr all[4 * STEPS];
  path_conjuncts(p, all);
  for (uint32_t i = 0; i < path_count(p); i++)
    CHECK(path_value(s, p, all[i]) == 1);
}

static void range_is_tight(solver *s, solver *z3, expr_table *t, const path *p,
                           expr e) {
  uint64_t low, high, wide_low, wide_high;
  path_range(s, p, e, true, &low, &high);
  path_range(s, p, e, false, &wide_low, &wide_high);
  CHECK(wide_low <= low && low <= high && high <= wide_high);
  const unsigned width = expr_width(t, e);
  const expr a = expr_const(t, width, low), b = expr_const(t, width, high);
  CHECK(oracle(z3, p, expr_eq(t, e, a)) == ANSWER_SAT);
  CHECK(oracle(z3, p, expr_eq(t, e, b)) == ANSWER_SAT);
  CHECK(oracle(z3, p, expr_binary(t, EXPR_ULT, e, a)) == ANSWER_UNSAT);
  CHECK(oracle(z3, p, expr_binary(t, EXPR_ULT, b, e)) == ANSWER_UNSAT);
}

/* Walks down random branches; every answer on the way must be Z3's. */
static void walk(const solver_options *options, uint64_t seed) {
  expr_table *t = expr_table_new();
  solver_options alone = {.z3 = true, .slices = true};
  solver *s = solver_new(t, options), *z3 = solver_new(t, &alone);
  uint32_t symbols[SYMBOLS];
  term_source source = {t, {seed}, symbols, SYMBOLS};
  for (unsigned i = 0; i < SYMBOLS; i++)
    symbols[i] = expr_new_symbol(t, SYMBOL_INPUT,
                                 i < 4 ? 8 : 1 + (unsigned) pick(&source, 12),
                                 "x");
  path p = {0};
  for (unsigned step = 0; step < STEPS; step++) {
    source.symbol_count = pick(&source, 2) ? 1 + pick(&source, 3) : SYMBOLS;
    source.symbols = symbols + pick(&source, SYMBOLS - source.symbol_count + 1);
    const expr c = random_term(&source, 1, 3), not_c = expr_not(t, c);
    answer hold, fail;
    if (step % 2 && path_near(s, &p, step % 4 == 1 ? c : not_c))
      CHECK(oracle(z3, &p, step % 4 == 1 ? c : not_c) == ANSWER_SAT);
    path_branch(s, &p, c, &hold, &fail);
    CHECK(hold == oracle(z3, &p, c));
    CHECK(fail == oracle(z3, &p, not_c));
    CHECK(path_may(s, &p, c) == hold);
    CHECK(path_may(s, &p, not_c) == fail);
    const bool side = hold == ANSWER_SAT && (fail != ANSWER_SAT ||
                                             pick(&source, 2));
    path other = path_copy(p);
    CHECK(path_assume(s, &p, side ? c : not_c) == ANSWER_SAT);
    CHECK(path_assume(s, &other, side ? not_c : c) == (side ? fail : hold));
    model_satisfies_every_conjunct(s, &p);
    model_satisfies_every_conjunct(s, &other);
    if (step % 5 == 4)
      range_is_tight(s, z3, t, &p, random_term(&source, 8, 2));
    path_release(&other);
  }
  path_release(&p);
  solver_free(s);
  solver_free(z3);
  expr_table_free(t);
}

/* A correct answer is obtained if a link is omitted: each alone, all but the
 * back ends, and each back end alone. */
static void every_choice_of_links_gives_the_same_answers(void) {
  for (uint64_t seed = 1; seed <= WALKS; seed++) {
    solver_options o = solver_defaults;
    walk(&o, seed);
    o.range = false, walk(&o, seed), o.range = true;
    o.domain = false, walk(&o, seed), o.domain = true;
    o.models = false, walk(&o, seed), o.models = true;
    o.slices = false, walk(&o, seed), o.slices = true;
    o.cores = false, walk(&o, seed), o.cores = true;
    o.differences = false, walk(&o, seed), o.differences = true;
    o.z3 = false, walk(&o, seed), o.z3 = true;
    o.sat = false, walk(&o, seed), o.sat = true;
    walk(&(solver_options) {.sat = true}, seed);
    walk(&(solver_options) {.z3 = true}, seed);
    walk(&(solver_options) {.sat = true, .domain = true}, seed);
    walk(&(solver_options) {.sat = true, .models = true, .cores = true}, seed);
  }
}

static void two_back_ends_and_every_model_agree(void) {
  for (uint64_t seed = 100; seed < 100 + WALKS; seed++) {
    solver_options o = solver_defaults;
    o.check = true;
    walk(&o, seed);
    o.sat = false;
    walk(&o, seed);
  }
}

static void a_refused_assumption_leaves_the_path_as_it_was(void) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "y"));
  const expr low = expr_binary(t, EXPR_ULT, x, expr_const(t, 8, 10));
  path p = {0};
  CHECK(path_assume(s, &p, low) == ANSWER_SAT);
  const expr both = expr_and(
      t, expr_eq(t, y, expr_const(t, 8, 3)),
      expr_binary(t, EXPR_ULT, expr_const(t, 8, 20), x));
  CHECK(path_assume(s, &p, both) == ANSWER_UNSAT);
  CHECK(path_count(&p) == 1);
  CHECK(path_may(s, &p, expr_eq(t, y, expr_const(t, 8, 4))) == ANSWER_SAT);
  CHECK(path_value(s, &p, x) < 10);
  path_release(&p);
  solver_free(s);
  expr_table_free(t);
}

/* Conjuncts that a witness fulfils, in one path, and asked about, in another; copies that
 * settle at different times share nodes. */
static void held_conjuncts_give_the_same_answers(void) {
  enum { BYTES = 5, LONG = 30 };
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  expr x[BYTES];
  path_witness *w = path_witness_new(s);
  for (uint32_t k = 0; k < BYTES; k++) {
    const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, 8, "x");
    x[k] = expr_symbol(t, symbol);
    *idmap_at(&w->values, (uint64_t) symbol + 1) = 3 * k + 1;
  }
  path held = {0}, asked = {0}, early = {0};
  for (uint32_t k = 0; k < LONG; k++) {
    const expr a = x[k % BYTES], b = x[(k + 1 + k / BYTES) % BYTES];
    const uint64_t sum = 3 * (k % BYTES) + 3 * ((k + 1 + k / BYTES) % BYTES) + 2;
    const expr c = k % 3 ? expr_binary(t, EXPR_ULT, a, expr_const(t, 8, 20 + k))
                         : expr_eq(t, expr_binary(t, EXPR_ADD, a, b),
                                   expr_const(t, 8, sum));
    path_assume_held(&held, c, w);
    if (!expr_is_true(t, c)) CHECK(path_assume(s, &asked, c) == ANSWER_SAT);
    if (k == LONG / 2) {
      early = path_copy(held);
      CHECK(path_value(s, &early, x[1]) < 50);
    }
  }
  CHECK(path_count(&held) == path_count(&asked));
  path_check(s, &held, LONG);
  path_check(s, &early, LONG);
  for (uint32_t k = 0; k < BYTES; k++)
    for (uint64_t v = 0; v < 256; v += 5) {
      const expr is = expr_eq(t, x[k], expr_const(t, 8, v + k % 2));
      const bool is_near = v % 2 && path_near(s, &held, is);
      CHECK(!is_near || path_may(s, &asked, is) == ANSWER_SAT);
      CHECK(path_may(s, &held, is) == path_may(s, &asked, is));
      CHECK(path_may(s, &early, is) != ANSWER_UNSAT ||
            path_may(s, &held, is) == ANSWER_UNSAT);
    }
  const path common = path_common(&held, &early);
  CHECK(path_count(&common) == path_count(&early));
  CHECK(path_may(s, &common, expr_eq(t, x[0], expr_const(t, 8, 1))) == ANSWER_SAT);
  path last = common;
  path_release(&last);
  path_release(&held);
  path_release(&asked);
  path_release(&early);
  path_witness_release(w);
  solver_free(s);
  expr_table_free(t);
}

/* A sum over many bytes, of which one is to change: most others stay, whether the sum
 * has to be made up for upwards or downwards; and nothing is found where nothing is. */
static void a_model_near_the_witness_changes_little(void) {
  enum { BYTES = 300 };
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, &solver_defaults);
  path_witness *w = path_witness_new(s);
  expr x[BYTES], sum = expr_const(t, 32, 0);
  uint64_t total = 0;
  for (unsigned i = 0; i < BYTES; i++) {
    const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, 8, "x");
    const uint64_t value = i % 2 ? 0 : i % 100;
    x[i] = expr_symbol(t, symbol);
    *idmap_at(&w->values, (uint64_t) symbol + 1) = value;
    total += value;
    sum = expr_binary(t, EXPR_ADD, sum, expr_zext(t, x[i], 32));
  }
  path p = {0};
  path_assume_held(&p, expr_eq(t, sum, expr_const(t, 32, total)), w);
  path_assume_held(&p, expr_binary(t, EXPR_ULT, x[0], expr_const(t, 8, 9)), w);
  const uint64_t wanted[] = {5, 0};     /* of x[0], which is 0, and x[50], which is 50 */
  for (unsigned k = 0; k < 2; k++) {
    path q = path_copy(p);
    const expr condition = expr_eq(t, x[50 * k], expr_const(t, 8, wanted[k]));
    CHECK(path_near(s, &q, condition));
    CHECK(path_assume(s, &q, condition) == ANSWER_SAT);
    unsigned changed = 0;
    uint64_t now = 0;
    for (unsigned i = 0; i < BYTES; i++) {
      const uint64_t value = path_value(s, &q, x[i]);
      changed += value != (i % 2 ? 0 : i % 100);
      now += value;
    }
    CHECK(now == total && changed > 1 && changed < 40);
    CHECK(path_value(s, &q, x[50 * k]) == wanted[k]);
    path_release(&q);
  }
  CHECK(!path_near(s, &p, expr_eq(t, x[0], expr_const(t, 8, 9))));
  CHECK(path_may(s, &p, expr_eq(t, x[0], expr_const(t, 8, 9))) == ANSWER_UNSAT);
  path_release(&p);
  path_witness_release(w);
  solver_free(s);
  expr_table_free(t);
}

static void limits_give_unknown_with_a_reason(void) {
  expr_table *t = expr_table_new();
  solver_options o = {.sat = true, .slices = true, .max_nodes = 10};
  solver *s = solver_new(t, &o);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "y"));
  const expr c = expr_eq(t, expr_binary(t, EXPR_MUL, x, y),
                         expr_const(t, 32, 0x12345677));
  path p = {0};
  CHECK(path_may(s, &p, c) == ANSWER_UNKNOWN);
  CHECK(!strcmp(solver_unknown_reason(s), "nodes"));
  CHECK(path_assume(s, &p, c) == ANSWER_UNKNOWN && p.uncertain);
  CHECK(path_count(&p) == 1);
  path_release(&p);
  solver_free(s);

  int stop = 1;
  o = (solver_options) {.sat = true, .z3 = true, .stop = &stop};
  s = solver_new(t, &o);
  CHECK(path_may(s, &p, c) == ANSWER_UNKNOWN);
  CHECK(!strcmp(solver_unknown_reason(s), "interrupted"));
  stop = 0;                     /* an interrupted query may be asked again */
  CHECK(path_may(s, &p, expr_eq(t, x, y)) == ANSWER_SAT);
  CHECK(path_may(s, &p, c) == ANSWER_SAT);
  solver_free(s);
  expr_table_free(t);
}

static uint64_t questions(const solver *s) {
  const solver_stats *n = solver_get_stats(s);
  return n->by_domain + n->by_core + n->by_difference + n->by_sat;
}

/* z < x cannot be where x < y < z: one question, whatever is near the model. */
static void nothing_near_is_looked_for_where_differences_refute(void) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, &solver_defaults);
  expr e[3];
  path p = {0};
  for (unsigned i = 0; i < 3; i++)
    e[i] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 16, "x"));
  CHECK(path_assume(s, &p, expr_binary(t, EXPR_ULT, e[0], e[1])) == ANSWER_SAT);
  CHECK(path_assume(s, &p, expr_binary(t, EXPR_ULT, e[1], e[2])) == ANSWER_SAT);
  const expr wrong = expr_binary(t, EXPR_ULT, e[2], e[0]);
  const uint64_t before = questions(s);
  CHECK(!path_near(s, &p, wrong));
  CHECK(questions(s) == before + 1);
  CHECK(path_may(s, &p, wrong) == ANSWER_UNSAT);
  path_release(&p);
  solver_free(s);
  expr_table_free(t);
}

/* A random tree of paths, deep and wide; the oracle climbs by one conjunct at a time. */
static void common_conjuncts_are_those_of_the_nearest_fork(void) {
  enum { PATHS = 600 };
  expr_table *t = expr_table_new();
  solver_options options = {.z3 = true, .slices = true};
  solver *s = solver_new(t, &options);
  random_source r = {5};
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "x"));
  path all[PATHS] = {0};
  uint32_t from[PATHS] = {0}, depth[PATHS] = {0};
  for (uint32_t k = 1; k < PATHS; k++) {
    const uint64_t back = random_below(&r, random_below(&r, 4) ? 2 : k);
    from[k] = (uint32_t) (k - 1 - back * (back < k));
    depth[k] = depth[from[k]] + 1;
    all[k] = path_copy(all[from[k]]);
    const expr e = expr_eq(t, x, expr_const(t, 32, k));
    CHECK(path_assume(s, all + k, expr_not(t, e)) == ANSWER_SAT);
    CHECK(path_count(all + k) == depth[k]);
  }
  for (unsigned round = 0; round < 20000; round++) {
    const uint32_t a = (uint32_t) random_below(&r, PATHS), b = (uint32_t) random_below(&r, PATHS);
    uint32_t m = a, n = b;
    while (m != n)
      if (depth[n] >= depth[m]) n = from[n];
      else m = from[m];
    CHECK(path_common_count(all + a, all + b) == depth[n]);
  }
  for (uint32_t k = 0; k < PATHS; k++) path_release(all + k);
  solver_free(s);
  expr_table_free(t);
}

int main(void) {
  common_conjuncts_are_those_of_the_nearest_fork();
  nothing_near_is_looked_for_where_differences_refute();
  a_refused_assumption_leaves_the_path_as_it_was();
  held_conjuncts_give_the_same_answers();
  a_model_near_the_witness_changes_little();
  limits_give_unknown_with_a_reason();
  every_choice_of_links_gives_the_same_answers();
  two_back_ends_and_every_model_agree();
  return 0;
}
