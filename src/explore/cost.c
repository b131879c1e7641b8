#include "explore/cost.h"

/* Prices in units, fitted to the programs of bench/multise. */
enum { FORK = 500, QUERY = 1500, DIFFERENCE = 300, GATE = 80,
       NODE = 10, STEP = 40 };

uint64_t cost_so_far(exec *x, uint64_t joins) {
  const exec_stats *e = exec_get_stats(x);
  const solver_stats *q = solver_get_stats(exec_solver(x));
  const summaries *diagrams = exec_get_summaries(x);
  const uint64_t steps = diagrams ? summaries_get_stats(diagrams)->steps : 0;
  return e->instructions + FORK * (e->forks + joins) +
         QUERY * (q->by_sat + q->by_z3) + DIFFERENCE * q->by_difference +
         COST_CONFLICT * q->sat_work + GATE * q->gates +
         NODE * (uint64_t) expr_count(exec_table(x)) + STEP * steps;
}
