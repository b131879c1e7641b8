#include "base/limits.h"
#include "base/random.h"
#include "solver/solver.h"
#include "solver/spans.h"
#include "solver/walk.h"
#include "summary/summary.h"
#include "test/check.h"

/*
 * Random conditions and diagrams over three inputs, beside all values of them: one
 * of three bits, one of four that a table looks up, and one that consists of two
 * symbols of two bits each.
 */
enum { SYMBOLS = 4, BITS = 3 + 4 + 2 + 2, ROWS = 1 << BITS };

static const unsigned widths[SYMBOLS] = {3, 4, 2, 2};

typedef struct world {
  expr_table *t;
  summaries *s;
  domain_cache domains;
  evaluator *eval;
  walk *walk;
  uint32_t symbol[SYMBOLS];
  random_source random;
  bool has_pairs;               /* some atoms are about two inputs */
} world;

static void begin(world *w, uint64_t seed) {
  *w = (world) {.t = expr_table_new(), .random = {seed}};
  w->s = summaries_new(w->t, 1 << 12);
  w->eval = evaluator_new(w->t);
  w->walk = walk_new(w->t, &w->domains, w->eval, NULL);
  for (unsigned k = 0; k < SYMBOLS; k++)
    w->symbol[k] = expr_new_symbol(w->t, SYMBOL_INPUT, widths[k], "x");
}

static void end(world *w) {
  walk_free(w->walk);
  summaries_free(w->s);
  domain_cache_release(&w->domains);
  evaluator_free(w->eval);
  expr_table_free(w->t);
}

static unsigned pick(world *w, unsigned bound) {
  return (unsigned) random_below(&w->random, bound);
}

static expr symbol(world *w, unsigned k) {
  return expr_symbol(w->t, w->symbol[k]);
}

/* An input, under operators that keep it one. */
static expr side(world *w, unsigned which) {
  expr e = which < 2 ? symbol(w, which)
                     : expr_concat(w->t, symbol(w, 2),
                                   symbol(w, 3));
  for (unsigned n = pick(w, 3); n > 0; n--) {
    const unsigned width = expr_width(w->t, e);
    const expr number = expr_const(w->t, width, pick(w, 1u << width));
    switch (pick(w, 8)) {
    case 0: e = expr_binary(w->t, EXPR_ADD, e, number); break;
    case 1: e = expr_binary(w->t, EXPR_SUB, number, e); break;
    case 2: e = expr_binary(w->t, EXPR_SUB, e, number); break;
    case 3: e = expr_not(w->t, e); break;
    case 4: e = expr_unary(w->t, EXPR_NEG, e); break;
    case 5: if (width < 8) e = expr_zext(w->t, e, width + 2); break;
    case 6: if (width < 8) e = expr_sext(w->t, e, width + 1); break;
    default:
      e = expr_binary(w->t, EXPR_LSHR, e, expr_const(w->t, width, 1));
    }
  }
  if (which == 1 && !pick(w, 3))        /* no intervals, but a byte's domain */
    e = expr_binary(w->t, EXPR_AND, e,
                    expr_const(w->t, expr_width(w->t, e), 5));
  return e;
}

static expr atom(world *w) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT,
                                EXPR_SLE};
  const expr_op op = ops[pick(w, 5)];
  if (w->has_pairs && !pick(w, 4))
    return expr_binary(w->t, op, expr_zext(w->t, symbol(w, 0), 4),
                       symbol(w, 1));
  const expr x = side(w, pick(w, 3));
  const unsigned width = expr_width(w->t, x);
  const expr number = expr_const(w->t, width, pick(w, 1u << width));
  return pick(w, 2) ? expr_binary(w->t, op, x, number)
                    : expr_binary(w->t, op, number, x);
}

static expr condition(world *w, unsigned depth) {
  if (!depth) return atom(w);
  const expr a = condition(w, depth - 1), b = condition(w, depth - 1);
  switch (pick(w, 4)) {
  case 0: return expr_not(w->t, a);
  case 1: return expr_and(w->t, a, b);
  case 2: return expr_or(w->t, a, b);
  default: return expr_ite(w->t, condition(w, depth - 1), a, b);
  }
}

static void assign(world *w, unsigned row) {
  evaluator_clear(w->eval);
  for (unsigned k = 0; k < SYMBOLS; k++) {
    evaluator_assign(w->eval, w->symbol[k], row & ((1u << widths[k]) - 1));
    row >>= widths[k];
  }
}

static bool hold(world *w, const expr *all, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    if (!evaluator_value(w->eval, all[k])) return false;
  return true;
}

typedef struct taken {
  uint32_t symbol[SYMBOLS];
  uint64_t bits[SYMBOLS];
  unsigned count;
} taken;

static void take(void *context, uint32_t symbol, uint64_t bits) {
  taken *t = context;
  t->symbol[t->count] = symbol;
  t->bits[t->count++] = bits;
}

/* After a walk: the values that it gives beside an assignment of the others. */
static bool values_hold(world *w, const expr *all, uint32_t count) {
  taken t = {.count = 0};
  walk_values(w->walk, take, &t);
  for (unsigned k = 0; k < t.count; k++)
    evaluator_assign(w->eval, t.symbol[k], t.bits[k]);
  return hold(w, all, count);
}

static unsigned found[4], open_alone;

static void a_walk_agrees_with_all_values(uint64_t seed, bool has_pairs,
                                          bool is_diagram) {
  enum { COUNT = 4 };
  world w;
  begin(&w, seed);
  w.has_pairs = has_pairs;
  expr all[COUNT];
  const unsigned count = 1 + pick(&w, COUNT);
  for (unsigned k = 0; k < count; k++) {
    all[k] = condition(&w, 1 + pick(&w, 3));
    if (is_diagram) all[k] = summary_guard(w.s, all[k]);
  }
  const walk_answer a = walk_decide(w.walk, all, count, has_pairs, 1 << 20);
  found[a]++;
  open_alone += a == WALK_OPEN && !has_pairs;
  bool is_possible = false, is_left = false;
  const expr rest = a == WALK_REST ? walk_rest(w.walk) : expr_true(w.t);
  for (unsigned row = 0; row < ROWS; row++) {
    assign(&w, row);
    const bool holds = hold(&w, all, count);
    is_possible |= holds;
    if (a != WALK_REST) continue;
    /* Where all conditions hold the rest does, and where it does, the walk has
     * values with which they do. */
    const bool left = evaluator_value(w.eval, rest);
    is_left |= left;
    if (holds) CHECK(left);
    if (left) CHECK(values_hold(&w, all, count));
  }
  if (a == WALK_REST) CHECK(is_left == is_possible);
  else if (a != WALK_OPEN) CHECK(a == (is_possible ? WALK_YES : WALK_NO));
  if (a == WALK_YES) {
    evaluator_clear(w.eval);
    CHECK(values_hold(&w, all, count));
  }
  end(&w);
}

/* Bit by bit over all values of an input. */
static void spans_are_the_values_for_which_an_atom_holds(uint64_t seed) {
  world w;
  begin(&w, seed);
  for (unsigned n = 0; n < 50; n++) {
    const expr e = atom(&w);
    spans s = {0};
    expr in;
    if (spans_of(w.t, e, &in, &s))
      for (unsigned row = 0; row < ROWS; row++) {
        assign(&w, row);
        const uint64_t x = evaluator_value(w.eval, in);
        bool is_in = false;
        for (uint32_t k = 0; k < s.count; k++)
          is_in |= s.items[k].low <= x && x <= s.items[k].high;
        CHECK(is_in == (evaluator_value(w.eval, e) != 0));
      }
    vec_release(&s);
  }
  end(&w);
}

/* As a loop asks that counts up to an unknown number; and at the end of 64 bits. */
static void a_word_is_decided_by_the_ends_of_its_spans(void) {
  enum { COUNT = 300 };
  world w;
  begin(&w, 1);
  expr all[COUNT + 1];
  const expr x = expr_symbol(w.t, expr_new_symbol(w.t, SYMBOL_INPUT, 64, "n"));
  for (unsigned k = 0; k < COUNT; k++)
    all[k] = expr_binary(w.t, EXPR_ULT, expr_const(w.t, 64, k), x);
  all[COUNT] = expr_not(w.t, expr_binary(w.t, EXPR_ULT,
                                         expr_const(w.t, 64, COUNT), x));
  CHECK(walk_decide(w.walk, all, COUNT + 1, false, 1 << 20) == WALK_YES);
  taken t = {.count = 0};
  walk_values(w.walk, take, &t);
  CHECK(t.count == 1 && t.bits[0] == COUNT);
  all[COUNT] = expr_not(w.t, all[COUNT - 1]);
  CHECK(walk_decide(w.walk, all, COUNT + 1, false, 1 << 20) == WALK_NO);
  all[COUNT] = expr_eq(w.t, x, expr_const(w.t, 64, UINT64_MAX));
  CHECK(walk_decide(w.walk, all, COUNT + 1, false, 1 << 20) == WALK_YES);
  t.count = 0;
  walk_values(w.walk, take, &t);
  CHECK(t.count == 1 && t.bits[0] == UINT64_MAX);
  end(&w);
}

/* A state machine over COUNT bytes, six atoms each, as a diagram: far more ways
 * than steps, and another link does not see it. */
static void a_machine_takes_steps_in_proportion_to_its_diagram(void) {
  /* In the hostile build nothing is found in a memo. */
  enum { COUNT = LIMITS_ARE_HOSTILE ? 6 : 40 };
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  summaries *d = summaries_new(t, 1 << 16);
  summaries_lift(d, true);
  expr state = expr_const(t, 8, 0), count = expr_const(t, 8, 0);
  const expr one = expr_const(t, 8, 1);
  for (unsigned k = 0; k < COUNT; k++) {
    const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "x"));
    const expr is_letter =
        expr_and(t, expr_binary(t, EXPR_ULE, expr_const(t, 8, 'a'), x),
                 expr_binary(t, EXPR_ULE, x, expr_const(t, 8, 'z')));
    const expr is_quote = expr_eq(t, x, expr_const(t, 8, '"'));
    const expr is_out = expr_eq(t, state, expr_const(t, 8, 0));
    const expr begins = summary_guard(d, expr_and(t, is_out, is_letter));
    count = summary_ite(d, begins, expr_binary(t, EXPR_ADD, count, one), count);
    state = summary_ite(d, summary_guard(d, is_quote),
                        expr_binary(t, EXPR_SUB, one, state), state);
  }
  expr asked[2] = {expr_eq(t, count, expr_const(t, 8, COUNT - 4)),
                   expr_eq(t, state, one)};
  CHECK(solver_check(s, asked, 2) == ANSWER_SAT);
  CHECK(solver_model_value(s, asked[0]) && solver_model_value(s, asked[1]));
  asked[0] = expr_eq(t, count, expr_const(t, 8, COUNT));
  CHECK(solver_check(s, asked, 2) == ANSWER_UNSAT);
  const solver_stats *stats = solver_get_stats(s);
  CHECK(LIMITS_ARE_HOSTILE ||
        (stats->by_walk == 2 && !stats->by_sat && !stats->by_z3));
  summaries_free(d);
  solver_free(s);
  expr_table_free(t);
}

int main(void) {
  for (uint64_t seed = 1; seed <= 40; seed++)
    spans_are_the_values_for_which_an_atom_holds(seed);
  for (uint64_t seed = 1; seed <= 150; seed++) {
    a_walk_agrees_with_all_values(seed, false, false);
    a_walk_agrees_with_all_values(seed, false, true);
    a_walk_agrees_with_all_values(seed, true, false);
    a_walk_agrees_with_all_values(seed, true, true);
  }
  /* Each answer was given; what is about single inputs is decided. */
  CHECK(found[WALK_NO] > 100 && found[WALK_YES] > 150);
  CHECK(found[WALK_REST] > 100 && open_alone < 75);
  a_word_is_decided_by_the_ends_of_its_spans();
  a_machine_takes_steps_in_proportion_to_its_diagram();
}
