#include "base/limits.h"
#include "solver/domain.h"
#include "solver/solver.h"
#include "test/check.h"
#include "test/unit/solver_random.h"

static unsigned columns_made;

/* Every value of a symbol, one by one, against the set of its condition. */
static void a_set_has_exactly_the_values_that_satisfy(uint64_t seed) {
  expr_table *t = expr_table_new();
  evaluator *eval = evaluator_new(t), *fresh = evaluator_new(t);
  domain_cache cache = {0};
  const unsigned width = 1 + (unsigned) (seed % 8);
  const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, width, "b");
  term_source s = {t, {seed}, &symbol, 1};
  const expr c = random_term(&s, 1, 4), not_c = expr_not(t, c);
  const domain holds = *domain_of(&cache, t, eval, c, symbol);
  const domain fails = *domain_of(&cache, t, eval, not_c, symbol);
  for (unsigned v = 0; v < 256; v++) {
    evaluator_assign(fresh, symbol, v);
    const bool inside = v < 1u << width;
    CHECK(domain_has(&holds, v) == (inside && evaluator_value(fresh, c)));
    CHECK(domain_has(&fails, v) == (inside && !evaluator_value(fresh, c)));
  }
  domain_cache_release(&cache);
  evaluator_free(eval);
  evaluator_free(fresh);
  expr_table_free(t);
}

/* A byte that is excluded value by value is unsatisfiable at the last one. */
static void the_last_value_is_found_and_then_none(void) {
  expr_table *t = expr_table_new();
  const solver_options only = {.domain = true, .slices = true};
  solver *s = solver_new(t, &only);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "b"));
  path p = {0};
  for (unsigned i = 0; i < 255; i++) {
    const unsigned v = i * 91 % 256;
    CHECK(path_assume(s, &p, expr_ne(t, x, expr_const(t, 8, v))) == ANSWER_SAT);
  }
  const uint64_t last = 255 * 91 % 256;
  CHECK(path_value(s, &p, x) == last);
  CHECK(path_may(s, &p, expr_ne(t, x, expr_const(t, 8, last))) ==
        ANSWER_UNSAT);
  uint64_t low, high;
  path_range(s, &p, x, true, &low, &high);
  CHECK(low == last && high == last);
  path_release(&p);
  solver_free(s);
  expr_table_free(t);
}

/* Bounds of a term over a byte, found by looking at its values, against all of them. */
static void a_range_has_the_least_and_the_greatest_value(uint64_t seed) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  evaluator *eval = evaluator_new(t);
  const uint32_t symbol = expr_new_symbol(t, SYMBOL_INPUT, 8, "b");
  term_source of = {t, {seed}, &symbol, 1};
  const expr e = random_term(&of, 16, 4), c = random_term(&of, 1, 3);
  path p = {0};
  uint64_t least = UINT64_MAX, greatest = 0, low, high;
  const answer a = path_assume(s, &p, c);
  for (unsigned v = 0; v < 256; v++) {
    evaluator_assign(eval, symbol, v);
    if (!evaluator_value(eval, c)) continue;
    const uint64_t value = evaluator_value(eval, e);
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  CHECK((a == ANSWER_SAT) == (least <= greatest));
  if (a == ANSWER_SAT) {
    path_range(s, &p, e, true, &low, &high);
    CHECK(low == least && high == greatest);
  }
  path_release(&p);
  evaluator_free(eval);
  solver_free(s);
  expr_table_free(t);
}

/* Terms of all widths, some of them below others, against evaluation value by value. */
static void a_column_has_the_values_of_its_term(uint64_t seed) {
  expr_table *t = expr_table_new();
  evaluator *eval = evaluator_new(t);
  columns c = {0};
  uint32_t symbols[2];
  for (unsigned k = 0; k < 2; k++)
    symbols[k] = expr_new_symbol(t, SYMBOL_INPUT, 1 + (unsigned) ((seed + 3 * k) % 8), "b");
  expr before[2] = {{0}, {0}};
  for (unsigned round = 0; round < 24; round++) {
    const unsigned which = round / 5 % 2, width = 1 + (unsigned) ((seed * 7 + round * 5) % 64);
    term_source of = {t, {seed + 1000 * round}, symbols + which, 1};
    expr e = random_term(&of, width, 4);
    if (before[which].id && expr_width(t, before[which]) == width)
      e = expr_binary(t, EXPR_XOR, e, before[which]);
    before[which] = e;
    const uint64_t *column = columns_of(&c, t, e, symbols[which]);
    for (unsigned v = 0; column && v < 1u << expr_symbol_width(t, symbols[which]); v++) {
      evaluator_clear(eval);
      evaluator_assign(eval, symbols[which], v);
      CHECK(column[v] == evaluator_value(eval, e));
    }
    columns_made += column != NULL;
  }
  columns_release(&c);
  evaluator_free(eval);
  expr_table_free(t);
}

int main(void) {
  for (uint64_t seed = 1; seed <= 60; seed++)
    a_column_has_the_values_of_its_term(seed);
  CHECK(LIMITS_ARE_HOSTILE || columns_made > 1000);
  for (uint64_t seed = 1; seed <= 60; seed++)
    a_set_has_exactly_the_values_that_satisfy(seed);
  for (uint64_t seed = 1; seed <= 200; seed++)
    a_range_has_the_least_and_the_greatest_value(seed);
  the_last_value_is_found_and_then_none();
  return 0;
}
