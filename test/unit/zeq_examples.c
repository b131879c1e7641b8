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

static char *text_of(expr_table *t, expr conjunct, zeq_rules rules) {
  char *text;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  zeq_core *core = zeq_core_new(t);
  zeq_constraint c = {0};
  vec_push(&c.conjuncts, conjunct);
  const zeq_view view = {look, t};
  zeq_print(core, &c, &view, rules, f);
  zeq_constraint_release(&c);
  zeq_core_free(core);
  fclose(f);
  return text;
}

static void expect(expr_table *t, expr conjunct, zeq_rules rules,
                   const char *wanted) {
  char *text = text_of(t, conjunct, rules);
  if (strcmp(text, wanted))
    fatal("expected:\n%sfound:\n%s", wanted, text);
  free(text);
}

/* The form alone: what follows the witness. */
static char *form_of(expr_table *t, expr conjunct, zeq_rules rules) {
  char *text = text_of(t, conjunct, rules);
  char *at = strchr(text, '%');
  char *form = strdup(at && (at == text || at[-1] == '\n') ? at : "");
  free(text);
  return form;
}

static void examples_one_to_three(void) {
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, false);
  const expr b1 = symbol(t, "b1"), b2 = symbol(t, "b2");
  const expr a1 = symbol(t, "a1"), a2 = symbol(t, "a2");
  const expr sum = add(t, a1, a2);
  expect(t, expr_eq(t, b1, add(t, a1, b2)), ZEQ_PAPER,
         "n3 is bvadd b2 a1\n"
         "n4 is = b1 n3\n"
         "rule 1: a1 is at the disposal of n3\n"
         "rule 2: n3 is flexible by a1\n"
         "rule 4: b2 is any value to n3\n"
         "rule 2: n4 is flexible by n3\n"
         "rule 4: b1 is any value to n4\n"
         "value of n4, then n3\n"
         "value of n3, then a1\n"
         "%1 = any 1\n"
         "holds %1\n");
  /* Not flexible as a whole: a1 and a2 are shared by the two clauses. */
  char *form = form_of(t, expr_and(t, expr_eq(t, b1, sum),
                                   expr_eq(t, b2, sum)), ZEQ_PAPER);
  CHECK(strstr(form, "bvand"));
  free(form);
  /* Figure 7. */
  expect(t, expr_and(t, expr_eq(t, a1, b2), expr_eq(t, b1, sum)), ZEQ_PAPER,
         "n2 is = b2 a1\n"
         "n5 is bvadd a1 a2\n"
         "n6 is = b1 n5\n"
         "n7 is bvand n2 n6\n"
         "rule 1: a2 is at the disposal of n5\n"
         "rule 2: n5 is flexible by a2\n"
         "rule 4: a1 is any value to n5\n"
         "rule 2: n6 is flexible by n5\n"
         "rule 5: a1 is at the disposal of n2\n"
         "rule 2: n2 is flexible by a1\n"
         "rule 4: b1 is any value to n6\n"
         "rule 4: b2 is any value to n2\n"
         "rule 3: n7 is flexible by n2 n6\n"
         "value of n7, then n2 n6\n"
         "value of n2, then a1\n"
         "value of n6, then n5\n"
         "value of n5, then a2\n"
         "%1 = any 1\n"
         "holds %1\n");
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
  for (int rules = 0; rules < 2; rules++) {
    char *f = form_of(t, one, (zeq_rules) rules);
    char *g = form_of(t, other, (zeq_rules) rules);
    CHECK(strstr(f, "bvmul") && !strstr(g, "bvsub") && !strcmp(f, g));
    free(f);
    free(g);
  }
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
  char *f = form_of(t, expr_and(t, expr_eq(t, b0, product),
                                expr_eq(t, a1, product)), ZEQ_OURS);
  CHECK(strstr(f, "bvmul") && strstr(f, "holds"));
  char *g = form_of(t, expr_eq(t, b0, product), ZEQ_OURS);
  CHECK(!strcmp(f, g));         /* the other one can always be had */
  free(f);
  free(g);
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
  zeq_append_form(core, &c, &view, ZEQ_OURS, out);
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
