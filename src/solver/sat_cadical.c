#include "solver/sat.h"

#include "base/limits.h"
#include "base/mem.h"
#include "base/yield.h"

#include <assert.h>
#include <ccadical.h>
#include <limits.h>
#include <stdlib.h>

typedef struct cadical {
  CCaDiCaL *solver;
  const interrupt *end;
  uint64_t conflicts, yielded;
  uint64_t clauses;
  uint64_t visits, most;        /* about; 0: any number */
} cadical;

/* It is called after every tenth decision or step of a simplification: these take their
 * time where there are no conflicts, and are counted so. */
static int is_stopped(void *self) {
  cadical *c = self;
  yield(c->conflicts - c->yielded);
  c->yielded = c->conflicts;
  c->visits += limits.solver_look + c->clauses / limits.solver_look_clauses;
  return (c->most && c->visits > c->most) || interrupt_is_set(c->end);
}

/* CaDiCaL's C interface has no counter; one clause is learnt a conflict. */
static void count_learnt(void *self, int *clause) {
  (void) clause;
  ((cadical *) self)->conflicts++;
}

static void *create(const interrupt *end) {
  cadical *c = mem_zeroed(1, sizeof *c);
  c->solver = ccadical_init();
  c->end = end;
  ccadical_set_option(c->solver, "quiet", 1);
  ccadical_set_terminate(c->solver, c, is_stopped);
  ccadical_set_learn(c->solver, c, INT_MAX, count_learnt);
  return c;
}

static void destroy(void *self) {
  cadical *c = self;
  ccadical_release(c->solver);
  free(c);
}

static void clause(void *self, const int *literals, unsigned count) {
  assert(count);
  cadical *c = self;
  for (unsigned i = 0; i < count; i++) ccadical_add(c->solver, literals[i]);
  ccadical_add(c->solver, 0);
  c->clauses++;
}

static void assume(void *self, int literal) {
  assert(literal);
  ccadical_assume(((cadical *) self)->solver, literal);
}

static void focus(void *self, int literal) {
  (void) self;
  (void) literal;
}

static sat_answer solve(void *self, sat_limits most) {
  cadical *c = self;
  if (most.conflicts)
    ccadical_limit(c->solver, "conflicts",
                   most.conflicts > INT_MAX ? INT_MAX : (int) most.conflicts);
  c->most = most.visits ? c->visits + most.visits : 0;
  const int answer = ccadical_solve(c->solver);
  return answer == 10 ? SAT_YES : answer == 20 ? SAT_NO : SAT_UNKNOWN;
}

/* Asked of the variable: for a negative literal the sign of CaDiCaL's answer
 * is the variable's, not the literal's. */
static bool value(void *self, int literal) {
  const bool is_true =
      ccadical_val(((cadical *) self)->solver, abs(literal)) > 0;
  return is_true == (literal > 0);
}

static bool failed(void *self, int assumption) {
  return ccadical_failed(((cadical *) self)->solver, assumption) != 0;
}

static uint64_t conflicts(void *self) { return ((cadical *) self)->conflicts; }

static uint64_t visits(void *self) { return ((cadical *) self)->visits; }

const sat_table sat_cadical = {
  "cadical", create, destroy, clause, assume, focus, solve, value, failed,
  conflicts, visits
};
