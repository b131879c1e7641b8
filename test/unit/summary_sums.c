#include "base/bits.h"
#include "base/random.h"
#include "expr/eval.h"
#include "summary/summary.h"
#include "test/check.h"

/*
 * Diagrams of small numbers, which are kept up to what is added to them, beside their
 * tables of values, at widths where sums wrap round and where they do not.
 */
enum { ATOMS = 5, ROWS = 1 << ATOMS, COUNT = 80 };

typedef struct world {
  expr_table *t;
  summaries *s;
  evaluator *eval;
  uint32_t symbol[ATOMS];
  random_source random;
  unsigned width;
} world;

typedef struct number { expr e; uint64_t row[ROWS]; } number;

static void begin(world *w, uint64_t seed, unsigned width) {
  *w = (world) {.t = expr_table_new(), .random = {seed}, .width = width};
  w->s = summaries_new(w->t, 4096);
  summaries_lift(w->s, true);
  w->eval = evaluator_new(w->t);
  for (unsigned k = 0; k < ATOMS; k++)
    w->symbol[k] = expr_new_symbol(w->t, SYMBOL_INPUT, 1, "a");
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
  for (unsigned k = 0; k < ATOMS; k++)
    evaluator_assign(w->eval, w->symbol[k], row >> k & 1);
}

static expr atom(world *w, unsigned k) {
  return summary_guard(w->s, expr_symbol(w->t, w->symbol[k]));
}

/* Near 0, near both ends of the width, and far from any. */
static uint64_t constant(world *w) {
  static const uint64_t near[] = {0, 3, 100, 127, 128, 255, 4090, 5000, 70000,
                                  1 << 20, UINT64_C(1) << 33, UINT64_MAX,
                                  UINT64_MAX - 200, INT64_MAX};
  return (near[pick(w, sizeof near / sizeof *near)] + pick(w, 4)) &
         bits_mask(w->width);
}

static number make(world *w, const number *all, unsigned count) {
  const unsigned width = w->width;
  const uint64_t mask = bits_mask(width);
  number n;
  if (count < 4) {
    const uint64_t bits = constant(w);
    n.e = expr_const(w->t, width, bits);
    for (unsigned row = 0; row < ROWS; row++) n.row[row] = bits;
    return n;
  }
  const number *a = all + pick(w, count), *b = all + pick(w, count);
  const unsigned kind = pick(w, 12), k = pick(w, ATOMS);
  const uint64_t bits = constant(w);
  for (unsigned row = 0; row < ROWS; row++) {
    const uint64_t x = a->row[row], y = b->row[row];
    n.row[row] = mask & (kind < 4 ? (row >> k & 1 ? x : y)
                         : kind < 7 ? x + bits : kind == 7 ? x + y
                         : kind == 8 ? x - y : kind == 9 ? x * 3
                         : kind == 10 ? x ^ y : bits - x);
  }
  const expr c = expr_const(w->t, width, bits);
  switch (kind) {
  case 0: case 1: case 2: case 3:
    n.e = expr_ite(w->t, atom(w, k), a->e, b->e);
    break;
  case 4: case 5: case 6: n.e = expr_binary(w->t, EXPR_ADD, a->e, c); break;
  case 7: n.e = expr_binary(w->t, EXPR_ADD, a->e, b->e); break;
  case 8: n.e = expr_binary(w->t, EXPR_SUB, a->e, b->e); break;
  case 9: n.e = expr_binary(w->t, EXPR_MUL, a->e, expr_const(w->t, width, 3)); break;
  case 10: n.e = expr_binary(w->t, EXPR_XOR, a->e, b->e); break;
  default: n.e = expr_binary(w->t, EXPR_SUB, c, a->e);
  }
  return n;
}

static bool are_equal(const number *a, const number *b) {
  for (unsigned row = 0; row < ROWS; row++)
    if (a->row[row] != b->row[row]) return false;
  return true;
}

/* What two of them are compared to and made wider or narrower. */
static void check_uses(world *w, const number *a, const number *b) {
  const unsigned width = w->width, wider = width == 64 ? 128 : 64;
  const expr less = expr_binary(w->t, EXPR_ULT, a->e, b->e);
  const expr most = expr_binary(w->t, EXPR_SLE, a->e, b->e);
  const expr same = expr_binary(w->t, EXPR_EQ, a->e, b->e);
  const expr low = expr_extract(w->t, a->e, 0, width == 8 ? 8 : 16);
  const expr high = expr_extract(w->t, a->e, 4, 4);
  const expr zero = expr_extract(w->t, expr_zext(w->t, a->e, wider), 0, 64);
  const expr sign = expr_extract(w->t, expr_sext(w->t, a->e, wider), 0, 64);
  for (unsigned row = 0; row < ROWS; row++) {
    const uint64_t x = a->row[row], y = b->row[row];
    assign(w, row);
    CHECK(evaluator_value(w->eval, less) == (x < y));
    CHECK(evaluator_value(w->eval, most) ==
          (bits_signed(x, width) <= bits_signed(y, width)));
    CHECK(evaluator_value(w->eval, same) == (x == y));
    CHECK(evaluator_value(w->eval, low) == (x & bits_mask(width == 8 ? 8 : 16)));
    CHECK(evaluator_value(w->eval, high) == (x >> 4 & 15));
    CHECK(evaluator_value(w->eval, zero) == x);
    CHECK(evaluator_value(w->eval, sign) == (uint64_t) bits_signed(x, width));
  }
}

typedef struct seen { world *w; const number *of; uint32_t rows, leaves; } seen;

static bool see(void *context, expr leaf, expr guard) {
  seen *s = context;
  uint64_t bits;
  CHECK(expr_value(s->w->t, leaf, &bits));
  s->leaves++;
  for (unsigned row = 0; row < ROWS; row++) {
    assign(s->w, row);
    const bool holds = evaluator_value(s->w->eval, guard);
    CHECK(holds == (s->of->row[row] == bits));
    if (holds) s->rows |= UINT32_C(1) << row;
  }
  return true;
}

static void sums_have_the_values_of_their_leaves(uint64_t seed, unsigned width) {
  static number all[COUNT];
  world w;
  begin(&w, seed, width);
  for (unsigned k = 0; k < COUNT; k++) {
    all[k] = make(&w, all, k);
    summary_check(w.s, all[k].e);
    for (unsigned row = 0; row < ROWS; row++) {
      assign(&w, row);
      CHECK(evaluator_value(w.eval, all[k].e) == all[k].row[row]);
    }
  }
  for (unsigned k = 0; k < COUNT; k++) {
    const number *a = all + k, *b = all + pick(&w, COUNT);
    check_uses(&w, a, b);
    seen found = {&w, a, 0, 0};
    CHECK(summary_each_leaf(w.s, a->e, ROWS, see, &found));
    CHECK(summary_is_leaf(w.t, a->e) || found.rows == UINT32_MAX);
    CHECK(found.leaves <= summary_leaves(w.s, a->e, UINT32_MAX));
    const unsigned atom_at = pick(&w, ATOMS);
    const expr less = summary_restrict(w.s, a->e, atom(&w, atom_at));
    for (unsigned row = 0; row < ROWS; row++)
      if (row >> atom_at & 1) {
        assign(&w, row);
        CHECK(evaluator_value(w.eval, less) == a->row[row]);
      }
    for (unsigned i = 0; i < COUNT; i++)
      CHECK(are_equal(a, all + i) == expr_same(a->e, all[i].e) ||
            width > 16 /* near what is no small number any more */);
  }
  end(&w);
}

/* Counts of n conditions: a node for each condition, not for each one and count. */
static void a_counter_is_as_large_as_its_conditions(void) {
  enum { CONDITIONS = 60 };
  world w;
  begin(&w, 1, 32);
  expr count = expr_const(w.t, 32, 7);
  for (unsigned k = 0; k < CONDITIONS; k++) {
    const expr g = summary_guard(w.s, expr_symbol(w.t, expr_new_symbol(
        w.t, SYMBOL_INPUT, 1, "c")));
    const expr more = expr_binary(w.t, EXPR_ADD, count, expr_const(w.t, 32, 1));
    count = summary_ite(w.s, g, more, count);
  }
  CHECK(summary_size(w.s, count, 10000) == CONDITIONS);
  CHECK(summary_leaves(w.s, count, 10000) == CONDITIONS + 1);
  const uint64_t before = summaries_get_stats(w.s)->steps;
  CHECK(!summary_is_leaf(w.t, expr_binary(w.t, EXPR_ADD, count, expr_const(w.t, 32, 5))));
  CHECK(summaries_get_stats(w.s)->steps - before < 5);
  end(&w);
}

int main(void) {
  static const unsigned widths[] = {8, 16, 32, 64};
  a_counter_is_as_large_as_its_conditions();
  for (uint64_t seed = 1; seed <= 40; seed++)
    for (unsigned k = 0; k < 4; k++)
      sums_have_the_values_of_their_leaves(seed, widths[k]);
}
