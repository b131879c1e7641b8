#include "solver/links.h"

/*
 * Inclusion of projections: a question with a quantifier, which only Z3 takes.
 * Its effort is bounded by its own count of steps, not by a clock, so that the
 * same question has the same answer.
 */
answer solver_includes(solver *s, const expr *left, uint32_t left_count,
                       const expr *right, uint32_t right_count,
                       const uint32_t *bound, uint32_t bound_count) {
  if (!s->options.z3) return ANSWER_UNKNOWN;
  if (!s->z3)
    s->z3 = z3_backend_new(s->table, &s->end);
  solver_begin(s);
  const z3_answer a = z3_backend_exceeds(s->z3, left, left_count, right,
                                         right_count, bound, bound_count);
  solver_end(s);
  switch (a) {
  case Z3_NO: return ANSWER_SAT;
  case Z3_YES: return ANSWER_UNSAT;
  case Z3_DONT_KNOW: break;
  }
  return ANSWER_UNKNOWN;
}
