#include "base/random.h"
#include "expr/eval.h"
#include "summary/fact.h"
#include "summary/summary.h"
#include "test/check.h"

/*
 * Atoms that decide each other: comparisons of two 4-bit words with numbers and
 * with one another, beside their values for all 256 pairs of words.
 */
enum { WIDTH = 4, VALUES = 1 << WIDTH, ROWS = VALUES * VALUES };

typedef struct world {
  expr_table *t;
  summaries *s;
  evaluator *eval;
  uint32_t symbol[2];
  random_source random;
} world;

static void begin(world *w, uint64_t seed) {
  *w = (world) {.t = expr_table_new(), .random = {seed}};
  w->s = summaries_new(w->t, 2000);
  w->eval = evaluator_new(w->t);
  for (unsigned k = 0; k < 2; k++)
    w->symbol[k] = expr_new_symbol(w->t, SYMBOL_INPUT, WIDTH, "x");
}

static void end(world *w) {
  evaluator_free(w->eval);
  summaries_free(w->s);
  expr_table_free(w->t);
}

static unsigned pick(world *w, unsigned bound) {
  return (unsigned) random_below(&w->random, bound);
}

static void assign(world *w, unsigned row) {
  evaluator_clear(w->eval);
  evaluator_assign(w->eval, w->symbol[0], row % VALUES);
  evaluator_assign(w->eval, w->symbol[1], row / VALUES);
}

static expr word(world *w, unsigned k) {
  return k < 2 ? expr_symbol(w->t, w->symbol[k])
               : expr_const(w->t, WIDTH, pick(w, VALUES));
}

static expr comparison(world *w) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT,
                                EXPR_SLE};
  const unsigned k = pick(w, 3);
  const expr a = word(w, k), b = word(w, (k + 1 + pick(w, 2)) % 3);
  return expr_binary(w->t, ops[pick(w, 6)], a, b);
}

static void facts_decide_only_what_holds(uint64_t seed) {
  world w;
  begin(&w, seed);
  for (unsigned n = 0; n < 400; n++) {
    const expr a = comparison(&w), b = comparison(&w);
    const fact known = fact_of(w.t, a), asked = fact_of(w.t, b);
    for (unsigned is_true = 0; is_true < 2; is_true++) {
      const verdict v = fact_decides(&known, is_true, &asked);
      if (v == VERDICT_OPEN) continue;
      CHECK(expr_same(known.x, asked.x) && expr_same(known.y, asked.y));
      for (unsigned row = 0; row < ROWS; row++) {
        assign(&w, row);
        if (evaluator_value(w.eval, a) != is_true) continue;
        CHECK(evaluator_value(w.eval, b) == (v == VERDICT_TRUE));
      }
    }
  }
  end(&w);
}

/* Numbers that exclude each other, and orders that do. */
static void the_usual_ones_are_decided(void) {
  world w;
  begin(&w, 1);
  const expr x = word(&w, 0), y = word(&w, 1);
  const expr three = expr_const(w.t, WIDTH, 3), five = expr_const(w.t, WIDTH, 5);
  const fact is_three = fact_of(w.t, expr_eq(w.t, x, three));
  const fact is_five = fact_of(w.t, expr_eq(w.t, x, five));
  const fact below = fact_of(w.t, expr_binary(w.t, EXPR_SLT, x, five));
  const fact less = fact_of(w.t, expr_binary(w.t, EXPR_SLT, x, y));
  const fact more = fact_of(w.t, expr_binary(w.t, EXPR_SLT, y, x));
  const fact same = fact_of(w.t, expr_eq(w.t, y, x));
  CHECK(fact_decides(&is_three, true, &is_five) == VERDICT_FALSE);
  CHECK(fact_decides(&is_three, true, &below) == VERDICT_TRUE);
  CHECK(fact_decides(&below, false, &is_three) == VERDICT_FALSE);
  CHECK(fact_decides(&is_three, false, &is_five) == VERDICT_OPEN);
  CHECK(fact_decides(&less, true, &more) == VERDICT_FALSE);
  CHECK(fact_decides(&less, true, &same) == VERDICT_FALSE);
  CHECK(fact_decides(&less, false, &more) == VERDICT_OPEN);
  end(&w);
}

static void guards_keep_their_values_where_atoms_depend(uint64_t seed) {
  enum { COUNT = 80 };
  world w;
  begin(&w, seed);
  expr g[COUNT];
  bool table[COUNT][ROWS];
  for (unsigned k = 0; k < COUNT; k++) {
    const unsigned a = k ? pick(&w, k) : 0, b = k ? pick(&w, k) : 0;
    const unsigned c = k ? pick(&w, k) : 0, way = k < 8 ? 0 : 1 + pick(&w, 3);
    const expr atom = comparison(&w);
    g[k] = way == 0   ? summary_guard(w.s, atom)
           : way == 1 ? summary_ite(w.s, g[a], g[b], g[c])
           : way == 2 ? summary_not(w.s, g[a])
                      : summary_restrict(w.s, g[a], g[b]);
    if (!g[k].id) g[k] = expr_true(w.t);
    summary_check(w.s, g[k]);
    for (unsigned row = 0; row < ROWS; row++) {
      assign(&w, row);
      const bool is = evaluator_value(w.eval, g[k]);
      table[k][row] = is;
      CHECK(way != 0 || is == (bool) evaluator_value(w.eval, atom));
      CHECK(way != 1 || is == table[table[a][row] ? b : c][row]);
      CHECK(way != 2 || is == !table[a][row]);
      CHECK(way != 3 || !table[b][row] || is == table[a][row]);
    }
  }
  end(&w);
}

int main(void) {
  the_usual_ones_are_decided();
  for (uint64_t seed = 1; seed <= 30; seed++) {
    facts_decide_only_what_holds(seed);
    guards_keep_their_values_where_atoms_depend(seed);
  }
}
