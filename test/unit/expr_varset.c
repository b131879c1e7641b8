#include "base/random.h"
#include "expr/varset.h"
#include "test/check.h"

#include <string.h>

#ifdef HOSTILE
enum { STEPS = 100 };
#else
enum { STEPS = 3000 };
#endif
enum { SYMBOLS = 150 };

typedef struct plain { bool has[SYMBOLS]; } plain;

static void must_agree(const expr_table *t, varset s, const plain *want) {
  uint32_t count = 0;
  const uint32_t *items = varset_symbols(t, s);
  for (uint32_t i = 0; i < SYMBOLS; i++) {
    CHECK(varset_contains(t, s, i) == want->has[i]);
    if (want->has[i]) CHECK(items[count++] == i);
  }
  CHECK(varset_count(t, s) == count);
  CHECK((count == 0) == (s.id == 0));
}

static void random_sets_agree_with_arrays_of_flags(uint64_t seed) {
  static expr term[STEPS];
  static plain want[STEPS];
  random_source r = {seed};
  expr_table *t = expr_table_new();
  for (unsigned i = 0; i < SYMBOLS; i++)
    expr_new_symbol(t, SYMBOL_INPUT, 8, "b");
  for (unsigned n = 0; n < STEPS; n++) {
    memset(want + n, 0, sizeof *want);
    if (n < 4 || random_below(&r, 2)) {
      const uint32_t s = (uint32_t) random_below(&r, SYMBOLS);
      term[n] = expr_symbol(t, s);
      want[n].has[s] = true;
    } else {
      const unsigned i = (unsigned) random_below(&r, n);
      const unsigned j = (unsigned) random_below(&r, n);
      expr_set_rewriting(t, false);     /* else symbols may vanish */
      term[n] = expr_binary(t, EXPR_ADD, term[i], term[j]);
      for (unsigned s = 0; s < SYMBOLS; s++)
        want[n].has[s] = want[i].has[s] || want[j].has[s];
    }
    must_agree(t, varset_of(t, term[n]), want + n);
    const unsigned i = (unsigned) random_below(&r, n + 1);
    const varset a = varset_of(t, term[n]), b = varset_of(t, term[i]);
    plain all = want[n];
    bool meet = false;
    for (unsigned s = 0; s < SYMBOLS; s++) {
      meet |= want[n].has[s] && want[i].has[s];
      all.has[s] |= want[i].has[s];
    }
    CHECK(varset_intersects(t, a, b) == meet);
    CHECK(varset_intersects(t, b, a) == meet);
    const varset u = varset_union(t, a, b);
    must_agree(t, u, &all);
    CHECK(u.id == varset_union(t, b, a).id);
    CHECK((a.id == b.id) == !memcmp(want + n, want + i, sizeof *want));
  }
  CHECK(varset_of(t, expr_const(t, 8, 3)).id == 0);
  expr_table_free(t);
}

/* The sets of large terms are not known when it is asked, those of some are. */
static void terms_touch_the_sets_that_meet_theirs(uint64_t seed) {
  static expr term[STEPS];
  random_source r = {seed};
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, false);
  for (unsigned i = 0; i < SYMBOLS; i++) expr_new_symbol(t, SYMBOL_INPUT, 8, "b");
  for (unsigned n = 0; n < STEPS; n++) {
    const unsigned near = n < 8 ? 0 : n - 8;
    if (n < 4 || random_below(&r, 2))
      term[n] = expr_symbol(t, n % SYMBOLS);
    else
      term[n] = expr_binary(t, EXPR_ADD, term[near + random_below(&r, n - near)],
                            term[near + random_below(&r, n - near)]);
    if (!random_below(&r, 16)) varset_of(t, term[n]);
  }
  for (unsigned n = 0; n < STEPS; n++) {
    const varset set = varset_of(t, term[random_below(&r, n / 4 + 1)]);
    for (unsigned k = 0; k < 3; k++) {
      const expr e = term[random_below(&r, STEPS)];
      const bool touches = varset_touches(t, e, set);
      CHECK(touches == varset_touches(t, e, set));
      if (random_below(&r, 4) == 0)
        CHECK(touches == varset_intersects(t, varset_of(t, e), set));
    }
  }
  for (unsigned n = 0; n < STEPS; n++) {
    const varset set = varset_of(t, term[n / 2]);
    CHECK(varset_touches(t, term[n], set) ==
          varset_intersects(t, varset_of(t, term[n]), set));
  }
  CHECK(!varset_touches(t, term[0], (varset) {0}));
  expr_table_free(t);
}

/* A sum of n symbols: its set takes n steps, not n * n / 2, and is right; so are those of its
 * parts, whenever they are asked for. */
static void the_set_of_a_long_sum_takes_linear_work(void) {
  enum { MANY = 20000 };
  static expr sum[MANY];
  expr_table *t = expr_table_new();
  for (unsigned k = 0; k < MANY; k++) {
    const expr s = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "b"));
    sum[k] = k ? expr_binary(t, EXPR_ADD, sum[k - 1], s) : s;
  }
  const varset all = varset_of(t, sum[MANY - 1]);
  CHECK(varset_count(t, all) == MANY);
  CHECK(varset_work(t) + expr_walked(t) < 16 * MANY);
  static const unsigned parts[] = {MANY - 2, MANY / 2, 0, 1, 77, MANY / 3, MANY / 3 + 1};
  for (unsigned k = 0; k < sizeof parts / sizeof *parts; k++) {
    const varset part = varset_of(t, sum[parts[k]]);
    CHECK(varset_count(t, part) == parts[k] + 1);
    CHECK(varset_symbols(t, part)[parts[k]] == parts[k]);
    CHECK(varset_touches(t, sum[MANY - 1], part));
  }
  expr_table_free(t);
}

int main(void) {
  the_set_of_a_long_sum_takes_linear_work();
  for (uint64_t seed = 1; seed <= 4; seed++) {
    random_sets_agree_with_arrays_of_flags(seed);
    terms_touch_the_sets_that_meet_theirs(seed);
  }
}
