#include "base/limits.h"
#include "base/random.h"
#include "test/check.h"
#include "zeq/constraint.h"

#include <stdlib.h>
#include <string.h>

/* The examples of sections 3.3 and 3.4 of the paper: b is observable, a is not;
 * and what a form must not hang on. */
static zeq_symbol look(void *context, uint32_t symbol) {
  const bool is_seen = expr_symbol_name(context, symbol)[0] == 'b';
  return (zeq_symbol) {is_seen ? ZEQ_OBSERVABLE : ZEQ_FREE,
                       is_seen ? (uint64_t) expr_symbol_name(context,
                                                             symbol)[1] : 0};
}

static expr symbol(expr_table *t, const char *name) {
  return expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 32, name));
}

static expr add(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_ADD, a, b);
}

static zeq_form form_of(expr_table *t, expr conjunct) {
  zeq_core *core = zeq_core_new(t);
  zeq_constraint c = {0};
  vec_push(&c.conjuncts, conjunct);
  const zeq_view view = {look, t};
  zeq_form form = {0};
  zeq_append_form(core, &c, &view, &form);
  zeq_constraint_release(&c);
  zeq_core_free(core);
  return form;
}

static bool says_nothing(expr_table *t, expr conjunct) {
  zeq_form f = form_of(t, conjunct);
  const bool is_empty = !f.count;
  vec_release(&f);
  return is_empty;
}

static bool says_the_same(expr_table *t, expr one, expr other) {
  zeq_form f = form_of(t, one), g = form_of(t, other);
  const bool is_same =
      f.count && f.count == g.count && !memcmp(f.items, g.items, f.count * sizeof *f.items);
  vec_release(&f);
  vec_release(&g);
  return is_same;
}

static void examples_one_to_three(void) {
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, false);
  const expr b1 = symbol(t, "b1"), b2 = symbol(t, "b2");
  const expr a1 = symbol(t, "a1"), a2 = symbol(t, "a2");
  const expr sum = add(t, a1, a2);
  CHECK(says_nothing(t, expr_eq(t, b1, add(t, a1, b2))));
  /* Not flexible as a whole: a1 and a2 are shared by the two clauses. */
  CHECK(!says_nothing(t, expr_and(t, expr_eq(t, b1, sum), expr_eq(t, b2, sum))));
  /* Figure 7. */
  CHECK(says_nothing(t, expr_and(t, expr_eq(t, a1, b2), expr_eq(t, b1, sum))));
  expr_table_free(t);
}

/* b1 * (a1 + 34) = a2 + a2 and b1 * (a3 - a4) = a5 + a5. */
static void the_example_of_unification(void) {
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, false);
  const expr b1 = symbol(t, "b1"), a1 = symbol(t, "a1"), a2 = symbol(t, "a2");
  const expr a3 = symbol(t, "a3"), a4 = symbol(t, "a4"), a5 = symbol(t, "a5");
  const expr one = expr_eq(t, expr_binary(t, EXPR_MUL, b1,
                                          add(t, a1, expr_const(t, 32, 34))),
                           add(t, a2, a2));
  const expr other = expr_eq(t, expr_binary(t, EXPR_MUL, b1,
                                            expr_binary(t, EXPR_SUB, a3, a4)),
                             add(t, a5, a5));
  CHECK(says_the_same(t, one, other));
  CHECK(!says_the_same(t, one, expr_eq(t, b1, add(t, a2, a2))));
  expr_table_free(t);
}

/* b0 = b1 * a and a1 = b1 * a: b0 must be a multiple of b1, though one edge of
 * the product is slack. */
static void a_shared_operator_is_no_symbol(void) {
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, false);
  const expr b0 = symbol(t, "b0"), b1 = symbol(t, "b1");
  const expr a1 = symbol(t, "a1"), a2 = symbol(t, "a2");
  const expr product = expr_binary(t, EXPR_MUL, b1, a2);
  /* The other one can always be had. */
  CHECK(says_the_same(t, expr_and(t, expr_eq(t, b0, product), expr_eq(t, a1, product)),
                      expr_eq(t, b0, product)));
  expr_table_free(t);
}

/* Forms do not hang on handles -------------------------------------------- */

enum { PARTS = 12, SYMBOLS = 6 };

/* The same conjuncts, made and given in another order, over unobservable
 * symbols with other numbers. */
static void shuffled(uint64_t seed, bool is_shuffled, zeq_form *out) {
  expr_table *t = expr_table_new();
  random_source r = {seed}, order = {seed + 77};
  expr b[2], a[SYMBOLS];
  uint32_t at[SYMBOLS], part[PARTS];
  for (uint32_t k = 0; k < SYMBOLS; k++) at[k] = k;
  for (uint32_t k = 0; k < PARTS; k++) part[k] = k;
  for (uint32_t k = SYMBOLS; is_shuffled && k-- > 1;) {
    const uint32_t other = (uint32_t) random_below(&order, k + 1);
    const uint32_t old = at[k];
    at[k] = at[other], at[other] = old;
  }
  for (uint32_t k = PARTS; is_shuffled && k-- > 1;) {
    const uint32_t other = (uint32_t) random_below(&order, k + 1);
    const uint32_t old = part[k];
    part[k] = part[other], part[other] = old;
  }
  for (uint32_t k = 0; k < SYMBOLS; k++) a[at[k]] = symbol(t, "a");
  b[0] = symbol(t, "b0");
  b[1] = symbol(t, "b1");
  /* What each conjunct is, whoever makes it first. */
  struct { expr_op op; uint32_t x, y, seen; } plan[PARTS];
  for (uint32_t k = 0; k < PARTS; k++) {
    plan[k].op = random_below(&r, 2) ? EXPR_MUL : EXPR_ADD;
    plan[k].x = (uint32_t) random_below(&r, SYMBOLS);
    plan[k].y = (uint32_t) random_below(&r, SYMBOLS);
    plan[k].seen = (uint32_t) random_below(&r, 2);
  }
  zeq_constraint c = {0};
  for (uint32_t k = 0; k < PARTS; k++) {
    const uint32_t p = part[k];
    const expr value = expr_binary(t, plan[p].op, a[plan[p].x], a[plan[p].y]);
    vec_push(&c.conjuncts, expr_binary(t, EXPR_ULT, value, b[plan[p].seen]));
  }
  const zeq_view view = {look, t};
  zeq_core *core = zeq_core_new(t);
  zeq_append_form(core, &c, &view, out);
  zeq_constraint_release(&c);
  zeq_core_free(core);
  expr_table_free(t);
}

static void forms_do_not_hang_on_handles(void) {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    zeq_form one = {0}, other = {0};
    shuffled(seed, false, &one);
    shuffled(seed, true, &other);
    CHECK(one.count == other.count &&
          !memcmp(one.items, other.items, one.count * sizeof *one.items));
    vec_release(&one);
    vec_release(&other);
  }
}

int main(void) {
  examples_one_to_three();
  the_example_of_unification();
  a_shared_operator_is_no_symbol();
  /* In the hostile build all hashes are the same. */
  if (!LIMITS_ARE_HOSTILE) forms_do_not_hang_on_handles();
  return 0;
}
