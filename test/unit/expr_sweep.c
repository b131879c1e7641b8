#include "expr/sweep.h"

#include "base/limits.h"
#include "expr/eval.h"
#include "expr/range.h"
#include "expr/varset.h"
#include "test/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Terms that are much; all collide in the hostile build, where tables and caches are tiny. */
enum { MUCH = LIMITS_ARE_HOSTILE ? 1000 : 100000, HALF = MUCH / 2 };

/* Terms that a test holds from one sweep to the next. */
typedef struct held { expr terms[64]; uint32_t count; } held;

static void mark(void *context, expr_table *t) {
  const held *h = context;
  for (uint32_t k = 0; k < h->count; k++) sweep_mark(t, h->terms[k]);
}

static expr byte(expr_table *t, const char *name) {
  return expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, name));
}

static uint32_t live(const expr_table *t) {
  uint32_t n = 0;
  for (uint32_t id = 2; id <= expr_count(t); id++)
    n += sweep_is_there(t, (expr) {id});
  return n;
}

static void what_is_held_stays_and_is_found_again(void) {
  expr_table *t = expr_table_new();
  held h = {.count = 1};
  sweep_add_root(t, (sweep_root) {"test", &h, mark, NULL});
  const expr x = byte(t, "x"), y = byte(t, "y");
  h.terms[0] = expr_binary(t, EXPR_MUL, expr_binary(t, EXPR_ADD, x, y), y);
  const expr_node before = expr_get(t, h.terms[0]);
  sweep_run(t);
  const expr_node after = expr_get(t, h.terms[0]);
  CHECK(before.op == after.op && before.key == after.key);
  CHECK(expr_same(h.terms[0], expr_binary(t, EXPR_MUL, y,
                                          expr_binary(t, EXPR_ADD, y, x))));
  expr_table_check(t);
  expr_table_free(t);
}

/* The rewriter's caches hold what was built last; much else makes them forget. */
static void build_much_else(expr_table *t, expr x, uint32_t from) {
  for (uint32_t k = 0; k < MUCH; k++)
    expr_binary(t, EXPR_MUL,
                expr_binary(t, EXPR_UDIV, expr_zext(t, x, 32),
                            expr_const(t, 32, from + k)),
                expr_zext(t, x, 32));
}

static void what_nobody_holds_goes(void) {
  expr_table *t = expr_table_new();
  const expr x = byte(t, "x");
  build_much_else(t, x, 2);
  const uint32_t all = live(t);
  CHECK(all > MUCH && sweep_is_due(t));
  sweep_run(t);
  CHECK(live(t) < all / 2);
  CHECK(sweep_get_stats(t).sweeps == 1);
  CHECK(sweep_get_stats(t).terms == all - live(t));
  expr_table_check(t);
  expr_table_free(t);
}

/* The table does not grow with what was ever made, but in the hostile build, which
 * gives no index twice. */
static void indices_are_used_again(void) {
#ifndef HOSTILE
  expr_table *t = expr_table_new();
  const expr x = byte(t, "x");
  uint32_t most = 0;
  for (uint32_t round = 0; round < 6; round++) {
    build_much_else(t, x, 2 + round * MUCH);
    sweep_run(t);
    if (round == 1) most = expr_count(t);
  }
  CHECK(expr_count(t) <= most + most / 16);
  expr_table_check(t);
  expr_table_free(t);
#endif
}

static void mark_none(void *context, expr_table *t) {
  (void) context;
  (void) t;
}

static void forget_values(void *context, expr_table *t) {
  (void) t;
  evaluator_forget(context);
}

/* What is known by index is forgotten with the term. */
static void a_new_term_at_an_old_index_is_looked_at_anew(void) {
  expr_table *t = expr_table_new();
  evaluator *v = evaluator_new(t);
  sweep_add_root(t, (sweep_root) {"test", v, mark_none, forget_values});
  const expr x = byte(t, "x"), y = byte(t, "y");
  for (uint32_t round = 0; round < 3; round++) {
    const expr wide = expr_zext(t, round % 2 ? x : y, 32);
    for (uint32_t k = 1; k < HALF; k++) {
      const expr q = expr_binary(t, EXPR_AND, expr_binary(t, EXPR_MUL, wide, wide),
                                 expr_const(t, 32, round * HALF + k));
      CHECK(range_of(t, q).high <= round * HALF + k);
      const varset set = varset_of(t, q);
      if (set.id)
        CHECK(varset_count(t, set) == 1 &&
              varset_symbols(t, set)[0] == (round % 2 ? 0 : 1));
      evaluator_assign(v, 0, 3);
      evaluator_assign(v, 1, 5);
      const uint64_t square = round % 2 ? 9 : 25;
      CHECK(evaluator_value(v, q) == (square & (round * HALF + k)));
    }
    sweep_run(t);
  }
  evaluator_free(v);
  expr_table_free(t);
}

/* Sums and products of some terms that are made in this order. */
static char *print_all(const unsigned *order, bool sweeps) {
  expr_table *t = expr_table_new();
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  expr x[4];
  for (unsigned k = 0; k < 4; k++) x[k] = byte(t, "x");
  expr parts[6];
  for (unsigned k = 0; k < 6; k++) {
    const unsigned n = order[k];
    parts[n] = expr_binary(t, n % 2 ? EXPR_UDIV : EXPR_XOR, x[n / 2],
                           x[(n + 1) % 4]);
  }
  for (unsigned a = 0; a < 6; a++)
    for (unsigned b = 0; b < 6; b++) {
      expr_print(t, expr_binary(t, EXPR_MUL, parts[a], parts[b]), out);
      expr_print(t, expr_binary(t, EXPR_ADD, parts[b], parts[a]), out);
      if (!sweeps) continue;
      held h = {.count = 6};
      for (unsigned k = 0; k < 6; k++) h.terms[k] = parts[k];
      sweep_add_root(t, (sweep_root) {"test", &h, mark, NULL});
      sweep_run(t);
      sweep_remove_root(t, &h);
    }
  fclose(out);
  expr_table_free(t);
  return text;
}

static void operands_stand_in_an_order_of_content(void) {
  static const unsigned orders[][6] = {
    {0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {3, 0, 5, 1, 4, 2}};
  char *first = print_all(orders[0], false);
  for (unsigned k = 0; k < 6; k++) {
    char *other = print_all(orders[k % 3], k >= 3);
    CHECK(!strcmp(first, other));
    free(other);
  }
  free(first);
}

static void the_order_of_terms_is_total(void) {
  expr_table *t = expr_table_new();
  expr all[60];
  uint32_t count = 0;
  all[count++] = byte(t, "x");
  all[count++] = byte(t, "y");
  while (count < 60) {
    const expr e = expr_binary(t, count % 3 ? EXPR_MUL : EXPR_UDIV,
                               all[count / 2], all[count * 7 % count]);
    all[count++] = e;
  }
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = 0; b < count; b++) {
      const int ab = expr_order(t, all[a], all[b]);
      CHECK((ab == 0) == expr_same(all[a], all[b]));
      CHECK(ab == -expr_order(t, all[b], all[a]));
      for (uint32_t c = 0; c < count; c++)
        if (ab < 0 && expr_order(t, all[b], all[c]) < 0)
          CHECK(expr_order(t, all[a], all[c]) < 0);
    }
  expr_table_free(t);
}

/* A term at an old index has parts at higher ones, which nobody has looked at yet. */
static void parts_may_have_higher_indices(void) {
  expr_table *t = expr_table_new();
  held h = {.count = 1};
  sweep_add_root(t, (sweep_root) {"test", &h, mark, NULL});
  const expr x = byte(t, "x");
  CHECK(varset_count(t, varset_of(t, x)) == 1);
  build_much_else(t, x, 2);
  h.terms[0] = expr_binary(t, EXPR_MUL, x, byte(t, "y"));
  sweep_run(t);
  const expr above = expr_not(t, h.terms[0]);
  if (!LIMITS_ARE_HOSTILE) CHECK(above.id < h.terms[0].id);
  CHECK(varset_count(t, varset_of(t, above)) == 2);
  expr_table_free(t);
}

int main(void) {
  parts_may_have_higher_indices();
  what_is_held_stays_and_is_found_again();
  what_nobody_holds_goes();
  indices_are_used_again();
  a_new_term_at_an_old_index_is_looked_at_anew();
  operands_stand_in_an_order_of_content();
  the_order_of_terms_is_total();
}
