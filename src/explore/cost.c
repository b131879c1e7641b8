#include "explore/cost.h"

#include "base/prices.h"
#include "exec/strategy.h"
#include "expr/varset.h"
#include "memory/object.h"
#include "tier/tier.h"

cost_counts cost_count(exec *x, uint64_t joins) {
  const exec_stats *e = exec_get_stats(x);
  const solver_stats *q = solver_get_stats(exec_solver(x));
  const summaries *diagrams = exec_get_strategy(x).summaries;
  const expr_table *t = exec_table(x);
  const object_counts o = object_get_counts();
  const tier_stats native = tier_get_stats(x);
  return (cost_counts) {
    .instructions = e->instructions - e->natives, .natives = e->natives, .left = e->left,
    .calls = e->calls,
    .compiled = native.compiled, .compilations = native.regions + native.functions,
    .compilers = tier_has_compiler(x),
    .forks = e->forks + joins,
    .queries = q->by_sat + q->by_z3 + q->cached_queries,
    .differences = q->by_difference + q->cached_differences,
    .conflicts = q->sat_work + q->cached_work, .gates = q->gates + q->cached_gates,
    .nodes = e->scanned_terms + expr_walked(t), .made = expr_made(t) + q->cached_terms,
    .asked = expr_asked(t) + q->cached_asked,
    .steps = diagrams ? summaries_get_stats(diagrams)->steps : 0,
    .words = e->scanned_words + varset_work(exec_table(x)),
    .objects = o.objects, .copied = o.bytes};
}

cost_counts cost_units(const cost_counts *of) {
  cost_counts units;
  uint64_t n;
#define COST(NAME, UNITS) n = of->NAME, units.NAME = (UNITS);
#include "explore/cost.def"
  return units;
}

uint64_t cost_sum(const cost_counts *of) {
  const cost_counts units = cost_units(of);
  uint64_t sum = 0;
#define COST(NAME, UNITS) sum += units.NAME;
#include "explore/cost.def"
  return sum;
}

uint64_t cost_so_far(exec *x, uint64_t joins) {
  const cost_counts n = cost_count(x, joins);
  return cost_sum(&n);
}

uint64_t cost_of_twin(exec *x) {
  const exec_stats *e = exec_get_stats(x);
  const cost_counts n = {.instructions = e->instructions - e->natives,
                         .confirming = e->natives, .left = e->left, .calls = e->calls, .forks = e->forks,
                         .nodes = e->scanned_terms, .words = e->scanned_words};
  return cost_sum(&n);
}
