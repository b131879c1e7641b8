#include "explore/cost.h"

#include "base/prices.h"
#include "exec/strategy.h"
#include "expr/varset.h"

cost_counts cost_count(exec *x, uint64_t joins) {
  const exec_stats *e = exec_get_stats(x);
  const solver_stats *q = solver_get_stats(exec_solver(x));
  const summaries *diagrams = exec_get_strategy(x).summaries;
  const expr_table *t = exec_table(x);
  return (cost_counts) {
    .instructions = e->instructions, .forks = e->forks + joins,
    .queries = q->by_sat + q->by_z3 + q->cached_queries,
    .differences = q->by_difference + q->cached_differences,
    .conflicts = q->sat_work + q->cached_work, .gates = q->gates + q->cached_gates,
    .nodes = e->scanned_terms + expr_walked(t) + expr_made(t) + q->cached_terms,
    .steps = diagrams ? summaries_get_stats(diagrams)->steps : 0,
    .words = e->scanned_words + varset_work(exec_table(x))};
}

uint64_t cost_so_far(exec *x, uint64_t joins) {
  const cost_counts n = cost_count(x, joins);
  return n.instructions + n.words + PRICE_FORK * n.forks + PRICE_QUERY * n.queries +
         PRICE_DIFFERENCE * n.differences + PRICE_CONFLICT * n.conflicts +
         PRICE_GATE * n.gates + PRICE_NODE * n.nodes + PRICE_STEP * n.steps;
}
