#include "base/random.h"
#include "expr/eval.h"
#include "test/check.h"
#include "test/unit/expr_reference.h"

#include <string.h>

#ifdef HOSTILE
enum { ROUNDS = 30, TERMS = 40 };
#else
enum { ROUNDS = 500, TERMS = 80 };
#endif
enum { SYMBOLS = 3 };

static void values_follow_assignments(void) {
  expr_table *t = expr_table_new();
  evaluator *v = evaluator_new(t);
  const uint32_t x = expr_new_symbol(t, SYMBOL_INPUT, 16, "x");
  const uint32_t y = expr_new_symbol(t, SYMBOL_INPUT, 100, "y");
  const expr a = expr_symbol(t, x), b = expr_symbol(t, y);
  const expr sum = expr_binary(t, EXPR_ADD, expr_zext(t, a, 100), b);
  uint64_t limbs[2];
  CHECK(evaluator_value(v, sum) == 0);
  evaluator_assign(v, x, 0x12345);
  CHECK(evaluator_value(v, sum) == 0x2345);
  evaluator_assign_wide(v, y, (const uint64_t[]) {UINT64_MAX, UINT64_MAX});
  evaluator_limbs(v, sum, limbs);
  CHECK(limbs[0] == 0x2344 && limbs[1] == 0);
  evaluator_assign(v, y, 7);
  evaluator_limbs(v, sum, limbs);
  CHECK(limbs[0] == 0x234c && limbs[1] == 0);
  const expr later = expr_not(t, sum);          /* made after the values */
  evaluator_limbs(v, later, limbs);
  CHECK(limbs[0] == ~UINT64_C(0x234c) && limbs[1] == UINT64_MAX >> 28);
  evaluator_clear(v);
  CHECK(evaluator_value(v, sum) == 0);
  evaluator_free(v);
  expr_table_free(t);
}

/* Putting constants for all symbols is evaluating; putting terms for symbols
 * is evaluating under the values of those terms. */
static void substitution_agrees_with_evaluation(uint64_t seed) {
  expr term[TERMS];
  unsigned width[TERMS], count = 0;
  random_source r = {seed};
  expr_table *t = expr_table_new();
  evaluator *v = evaluator_new(t), *w = evaluator_new(t);
  for (; count < SYMBOLS; count++) {
    width[count] = count == 2 ? 1 : 11;
    term[count] =
        expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width[count], "s"));
    evaluator_assign(v, count, random_next(&r));
  }
  while (count < TERMS) {
    reference_step s;
    if (!reference_draw(&r, width, count, 90, &s)) continue;
    term[count] = reference_build(t, &s, term);
    width[count++] = s.width;
  }
  const uint32_t all[SYMBOLS] = {0, 1, 2};
  expr to[SYMBOLS];
  for (unsigned i = 0; i < SYMBOLS; i++)
    to[i] = expr_const(t, width[i], evaluator_value(v, term[i]));
  for (unsigned i = 0; i < TERMS; i++) {
    uint64_t want[2], got[2];
    const expr e = expr_substitute(t, term[i], all, to, SYMBOLS);
    CHECK(expr_is_const(t, e));
    expr_limbs(t, e, got);
    evaluator_limbs(v, term[i], want);
    CHECK(!memcmp(got, want, width[i] > 64 ? 16 : 8));
  }
  for (unsigned i = 0; i < SYMBOLS; i++) {
    unsigned other = (unsigned) random_below(&r, TERMS);
    while (width[other] != width[i]) other = (unsigned) random_below(&r, TERMS);
    to[i] = term[other];
    evaluator_assign(w, i, evaluator_value(v, to[i]));
  }
  for (unsigned i = 0; i < TERMS; i++)
    CHECK(evaluator_value(v, expr_substitute(t, term[i], all, to, SYMBOLS)) ==
          evaluator_value(w, term[i]));
  evaluator_free(v);
  evaluator_free(w);
  expr_table_free(t);
}

int main(void) {
  values_follow_assignments();
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    substitution_agrees_with_evaluation(seed);
}
