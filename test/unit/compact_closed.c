#include "base/random.h"
#include "compact/closed.h"
#include "expr/eval.h"
#include "test/check.h"

/*
 * Three values that hang on each other, their next ones random terms of the
 * kinds that loops have.  The oracle takes the turns one by one; where a form was
 * found, it must give the same for each number of turns.
 */
enum { VALUES = 3, TURNS = 70 };

typedef struct world {
  random_source random;
  expr_table *table;
  unsigned width;
  uint32_t symbols[VALUES], starts[VALUES];
} world;

static uint32_t pick(world *w, uint32_t count) {
  return (uint32_t) random_below(&w->random, count);
}

static expr number(world *w) {
  const uint64_t bits = pick(w, 2) ? pick(w, 4) : random_next(&w->random);
  return expr_const(w->table, w->width, bits & bits_mask(w->width));
}

static expr other(world *w) {
  return expr_symbol(w->table, w->symbols[pick(w, VALUES)]);
}

static expr random_next_value(world *w, uint32_t symbol) {
  static const expr_op twice[] = {EXPR_AND, EXPR_OR, EXPR_XOR};
  expr_table *t = w->table;
  const expr own = expr_symbol(t, symbol);
  switch (pick(w, 8)) {
  case 0: return expr_binary(t, EXPR_ADD, own, number(w));
  case 1: return expr_binary(t, EXPR_ADD, own, other(w));
  case 2:
    return expr_binary(t, EXPR_ADD, own,
                       expr_binary(t, EXPR_MUL, other(w), number(w)));
  case 3:
    return expr_binary(t, EXPR_ADD, expr_binary(t, EXPR_MUL, own, number(w)),
                       number(w));
  case 4: return expr_binary(t, twice[pick(w, 3)], own, number(w));
  case 5:
    return expr_binary(t, pick(w, 2) ? EXPR_LSHR : EXPR_ASHR, own,
                       expr_const(t, w->width, 1 + pick(w, 3)));
  case 6: return expr_binary(t, EXPR_XOR, other(w), number(w));
  default: return number(w);
  }
}

static void forms_agree_with_turns(world *w, unsigned *found) {
  expr_table *t = w->table;
  carried_list list = {0};
  for (unsigned k = 0; k < VALUES; k++)
    vec_push(&list, ((carried) {.width = w->width, .symbol = w->symbols[k],
                                .start = expr_symbol(t, w->starts[k]),
                                .next = random_next_value(w, w->symbols[k])}));
  closed_solve(t, &list);
  evaluator *forms = evaluator_new(t), *turns = evaluator_new(t);
  uint64_t now[VALUES];
  for (unsigned k = 0; k < VALUES; k++) {
    now[k] = random_next(&w->random) & bits_mask(w->width);
    evaluator_assign(forms, w->starts[k], now[k]);
  }
  for (uint64_t n = 0; n < TURNS; n++) {
    for (unsigned k = 0; k < VALUES; k++) {
      const carried *c = list.items + k;
      evaluator_assign(turns, w->symbols[k], now[k]);
      if (c->kind == CLOSED_NONE) continue;
      found[c->kind] += !n;
      const expr e = closed_value(t, &list, c, expr_const(t, 64, n));
      CHECK(evaluator_value(forms, e) == now[k]);
    }
    for (unsigned k = 0; k < VALUES; k++)
      now[k] = evaluator_value(turns, list.items[k].next);
  }
  evaluator_free(forms);
  evaluator_free(turns);
  vec_release(&list);
}

int main(void) {
  static const unsigned widths[] = {8, 16, 32, 64};
  unsigned found[CLOSED_WRITE + 1] = {0};
  enum { ROUNDS = 400 };
  for (unsigned k = 0; k < ROUNDS; k++) {
    world w = {.random = {k}, .table = expr_table_new(),
               .width = widths[k % 4]};
    for (unsigned n = 0; n < VALUES; n++) {
      w.symbols[n] = expr_new_symbol(w.table, SYMBOL_FRESH, w.width, "carried");
      w.starts[n] = expr_new_symbol(w.table, SYMBOL_INPUT, w.width, "start");
    }
    forms_agree_with_turns(&w, found);
    expr_table_free(w.table);
  }
  unsigned all = 0;
  for (unsigned k = 0; k <= CLOSED_WRITE; k++) all += found[k];
  CHECK(all > ROUNDS);
  /* Shifts by a constant are rewritten to extracts, of which no form is known. */
  for (unsigned k = CLOSED_SERIES; k <= CLOSED_AFFINE; k++) CHECK(found[k] > 50);
  return 0;
}
