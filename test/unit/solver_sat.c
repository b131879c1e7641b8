#include "solver/sat.h"
#include "base/random.h"
#include "test/check.h"

#include <stdlib.h>

#ifdef HOSTILE
enum { ROUNDS = 6, CALLS = 8, VARIABLES = 60 };
#else
enum { ROUNDS = 25, CALLS = 25, VARIABLES = 120 };
#endif

enum { CLAUSES = 6 * VARIABLES };

typedef struct formula {
  int clause[CLAUSES][3];
  unsigned count;
} formula;

static int literal(random_source *r, unsigned variables) {
  const int v = 1 + (int) random_below(r, variables);
  return random_below(r, 2) ? v : -v;
}

static void model_satisfies(const sat_table *api, void *s, const formula *f,
                            const int *assumed, unsigned count) {
  for (unsigned i = 0; i < f->count; i++)
    CHECK(api->value(s, f->clause[i][0]) || api->value(s, f->clause[i][1]) ||
          api->value(s, f->clause[i][2]));
  for (unsigned i = 0; i < count; i++) CHECK(api->value(s, assumed[i]));
}

/* Only the failed assumptions, asked again. */
static void core_is_enough(const sat_table *api, void *s, void *reference,
                           const int *assumed, unsigned count) {
  bool in_core[VARIABLES];
  for (unsigned i = 0; i < count; i++) in_core[i] = api->failed(s, assumed[i]);
  for (unsigned i = 0; i < count; i++)
    if (in_core[i]) sat_cadical.assume(reference, assumed[i]);
  CHECK(sat_cadical.solve(reference, (sat_limits) {0}) == SAT_NO);
}

/* Clauses come bit by bit, assumptions change at each call; CaDiCaL is the
 * oracle of every answer. */
static void answers_as_cadical_does(const sat_table *api, uint64_t seed) {
  random_source r = {seed};
  formula f = {.count = 0};
  void *s = api->create(NULL), *reference = sat_cadical.create(NULL);
  const unsigned variables = VARIABLES / (1 + (unsigned) (seed % 3));
  for (unsigned call = 0; call < CALLS; call++) {
    for (unsigned n = 5 * variables / CALLS; n > 0 && f.count < CLAUSES; n--) {
      int *c = f.clause[f.count];
      for (unsigned i = 0; i < 3; i++) c[i] = literal(&r, variables);
      if (abs(c[0]) == abs(c[1]) || abs(c[0]) == abs(c[2]) ||
          abs(c[1]) == abs(c[2])) continue;
      api->clause(s, c, 3);
      sat_cadical.clause(reference, c, 3);
      f.count++;
    }
    int assumed[VARIABLES];
    const unsigned count = (unsigned) random_below(&r, 10);
    for (unsigned i = 0; i < count; i++) {
      assumed[i] = literal(&r, variables);
      api->assume(s, assumed[i]);
      sat_cadical.assume(reference, assumed[i]);
    }
    for (unsigned v = 1; v <= variables; v++) api->focus(s, (int) v);
    const sat_answer got = api->solve(s, (sat_limits) {0});
    CHECK(got == sat_cadical.solve(reference, (sat_limits) {0}));
    if (got == SAT_YES) model_satisfies(api, s, &f, assumed, count);
    else core_is_enough(api, s, reference, assumed, count);
  }
  api->destroy(s);
  sat_cadical.destroy(reference);
}

/* n + 1 pigeons in n holes: many conflicts, so clauses are dropped too. */
static void pigeons_do_not_fit(const sat_table *api, int holes) {
  void *s = api->create(NULL);
  const int pigeons = holes + 1;
  for (int p = 0; p < pigeons; p++) {
    int c[16];
    for (int h = 0; h < holes; h++) c[h] = 1 + p * holes + h;
    api->clause(s, c, (unsigned) holes);
    for (int h = 0; h < holes; h++)
      for (int o = 0; o < p; o++) {
        const int pair[2] = {-c[h], -(1 + o * holes + h)};
        api->clause(s, pair, 2);
      }
  }
  for (int v = 1; v <= pigeons * holes; v++) api->focus(s, v);
  CHECK(api->solve(s, (sat_limits) {.conflicts = 10}) == SAT_UNKNOWN);
  CHECK(api->conflicts(s) >= 10);
  const uint64_t visits = api->visits(s);
  for (int v = 1; v <= pigeons * holes; v++) api->focus(s, v);
  CHECK(api->solve(s, (sat_limits) {.visits = 50}) == SAT_UNKNOWN);
  CHECK(api->visits(s) >= visits + 50 && api->visits(s) < 4 * visits + 5000);
  for (int v = 1; v <= pigeons * holes; v++) api->focus(s, v);
  CHECK(api->solve(s, (sat_limits) {0}) == SAT_NO);
  api->destroy(s);
}

static void a_raised_flag_stops_it(const sat_table *api) {
  const int stop = 1;
  const interrupt end = {.stop = &stop};
  void *s = api->create(&end);
  api->clause(s, (int[]) {1, 2, 3}, 3);
  api->focus(s, 1);
  CHECK(api->solve(s, (sat_limits) {0}) != SAT_NO);
  api->destroy(s);
}

int main(void) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    answers_as_cadical_does(&sat_light, seed);
#ifdef HOSTILE
  pigeons_do_not_fit(&sat_light, 5);
#else
  pigeons_do_not_fit(&sat_light, 8);
#endif
  a_raised_flag_stops_it(&sat_light);
  a_raised_flag_stops_it(&sat_cadical);
  return 0;
}
