#include "explore/cost.h"

#include "base/limits.h"
#include "exec/strategy.h"
#include "expr/varset.h"

static uint64_t of_solver(exec *x) {
  const solver_stats *q = solver_get_stats(exec_solver(x));
  return limits.explore_cost_query * (q->by_sat + q->by_z3 + q->cached_queries) +
         limits.explore_cost_difference * (q->by_difference + q->cached_differences) +
         limits.explore_cost_conflict * (q->sat_work + q->cached_work) +
         limits.explore_cost_gate * (q->gates + q->cached_gates);
}

uint64_t cost_so_far(exec *x, uint64_t joins) {
  const exec_stats *e = exec_get_stats(x);
  const solver_stats *q = solver_get_stats(exec_solver(x));
  const summaries *diagrams = exec_get_strategy(x).summaries;
  const uint64_t steps = diagrams ? summaries_get_stats(diagrams)->steps : 0;
  return e->instructions + limits.explore_cost_fork * (e->forks + joins) +
         of_solver(x) +
         e->scanned_words + varset_work(exec_table(x)) +
         limits.explore_cost_node * (e->scanned_terms + expr_walked(exec_table(x)) +
                                     expr_made(exec_table(x)) + q->cached_terms) +
         limits.explore_cost_step * steps;
}
