#ifndef SOLVER_LINKS_H
#define SOLVER_LINKS_H

#include "base/clock.h"
#include "base/limits.h"
#include "base/prices.h"
#include "expr/eval.h"
#include "solver/blast.h"
#include "solver/differences.h"
#include "solver/slice.h"
#include "solver/solver.h"
#include "solver/walk.h"
#include "solver/ways.h"
#include "solver/z3.h"

/*
 * Shared by the links of the chain.  A link looks at an open slice and either decides the
 * slice or passes it on.
 */

/* Unsatisfiable cores remembered for a conjunct. */
enum { SOLVER_CORES = SIZED(8, 1) };
/* Models found last, tried on other queries. */
enum { SOLVER_RECENT_MODELS = SIZED(8, 1) };
/* Pooled SAT solvers, each with known conjuncts. */
enum { SOLVER_POOL = SIZED(16, 2) };

/* Unsatisfiable sets of conjuncts, indexed by each of their members. */
typedef struct core {
  uint64_t signature;
  uint32_t count;
  expr items[];
} core;

typedef struct core_index {
  idmap lists;                  /* conjunct -> 1 + index into `rings` */
  VEC(struct core_ring { core *ring[SOLVER_CORES]; uint32_t next; }) rings;
  VEC(core *) all;
  idmap members;                /* stamps of the slice looked at */
  uint64_t stamp;
} core_index;

typedef struct pool_member {
  blaster light;                /* on the own solver */
  blaster heavy;                /* on CaDiCaL, after the own solver gave up */
  bool in_use, has_heavy;
  uint32_t measured;            /* literals when crowding was last measured */
  uint64_t last_use;
} pool_member;

typedef struct pool {
  pool_member members[SOLVER_POOL];
  uint64_t clock;
} pool;

typedef struct cache cache;

/* The term that the last solver_check put in for a symbol. */
typedef struct equation { uint32_t symbol; expr term; } equation;

struct solver {
  expr_table *table;
  solver_options options;
  solver_stats stats;
  unknown_reason reason;        /* of the last unknown answer */
  interrupt end;                /* of the running query */
  uint64_t allowed;             /* chain_work() in all */
  evaluator *eval;
  slice_table slices;
  domain_cache domains;
  idmap shapes;                 /* of conditions: see differences.h */
  orderings *orderings;         /* of inputs; made when first needed */
  walk *walk;                   /* made when first needed */
  VEC(uint32_t) unknowns;       /* symbols for products, used again and again */
  bool is_abstract;             /* ... that are being asked about */
  uint64_t product_tries, product_hits;
  uint64_t walk_steps;          /* allowed; 0: no walk asked for yet */
  bool is_walking;              /* ... and running: the rest is asked about */
  cache *cache;                 /* answers of earlier runs; NULL: none */
  struct sole *sole;            /* a followed input; NULL: none */
  core_index cores;
  const model *recent[SOLVER_RECENT_MODELS];
  uint32_t recent_next;
  uint64_t recent_tries, recent_hits;
  pool pool;
  z3_backend *z3;               /* made when first needed */
  VEC(slice *) checked;         /* of the last solver_check, for the model */
  VEC(equation) solved;         /* ... in order of replacement */
  /* Scratch. */
  conjuncts conjuncts;          /* of the slice being decided, newest first */
  conjuncts core;
  VEC(slice *) touched;
  VEC(uint32_t) roots;
  uint64_t limit;               /* conflicts a query for now; 0: the options' */
  uint64_t visits;              /* of clauses, or equivalent work */
  uint64_t rate;                /* visits of clauses a conflict of CaDiCaL, if asked */
  uint32_t nesting;             /* of timed calls */
  uint64_t begun_work;          /* chain_work() when the outermost question began */
  uint64_t expensive_work;      /* of queries of at least solver_expensive each */
  uint64_t begun_ns;            /* the outermost question, */
  bool by_use;                  /* ... by processor time */
  uint32_t is_hard;             /* nesting of questions past the caches */
  uint32_t deciding;            /* nesting of chain_decide */
};

/* Time in the chain, of the outermost call only. */
void solver_begin(solver *);
void solver_end(solver *);

/* Decides the slice if still open. */
answer chain_decide(solver *, slice *);
/* From now on max_query_ms are left. */
void chain_begin_time(solver *);
/* Decides an infeasible slice if infeasibility is cheap to see. */
bool chain_refutes_at_once(solver *, slice *);

/* sole.c: the term with the followed input's values; the same for a condition, which the input
 * may decide. */
expr sole_term(solver *, expr);
expr sole_condition(solver *, expr);

/* Links: ANSWER_UNKNOWN is "not decided here".  The conjuncts of the slice are
 * in s->conjuncts. */
answer link_models(solver *, slice *);
answer link_cores(solver *, slice *);
answer link_products(solver *, slice *);
answer link_enumerate(solver *, slice *);
answer link_boxes(solver *, slice *, uint64_t max_steps);
answer link_sat(solver *, slice *);     /* leaves a core in s->core */

/* instances.c: checks the SAT solver's model for s->conjuncts with quantifiers. */
typedef enum instances_result {
  INSTANCES_MODEL,              /* a model */
  INSTANCES_GREW,               /* no model; the next answer may be a model */
  INSTANCES_OPEN,               /* too many values to tell */
  INSTANCES_FULL,               /* no room for missing instances */
} instances_result;

instances_result instances_refine(solver *, blaster *, const slice *);
/* Focuses the SAT solver on the literals that must have a value in a model. */
void instances_focus(const solver *, const blaster *);
/* "All counts are small", blasted; false: no room. */
bool instances_few(solver *, blaster *, conjuncts *out);

/* sweep.c: drops the oldest entries of caches; see expr/sweep.h for the rest. */
void solver_trim(solver *);
void solver_mark(void *solver, expr_table *);
void solver_forget(void *solver, expr_table *);

/* equations.c: replaces symbols that the conjunction equates with terms, and adds the
 * equations to s->solved.  False: no model. */
bool equations_solve(solver *, conjuncts *);
/* The values of replaced symbols, once all others are in the evaluator. */
void equations_assign(solver *);
/* All conjuncts below `items`, each once; false if a conjunct is false. */
bool check_flatten(solver *, const expr *items, uint32_t count, conjuncts *out);

void models_remember(solver *, const model *);
void cores_remember(solver *, const expr *conjuncts, uint32_t count);
void cores_release(core_index *);
void pool_release(pool *);

/* Puts the values of the set's symbols under this model into the evaluator. */
void model_assign(solver *, const model *, varset);
/* Do all of s->conjuncts hold in the evaluator? */
bool model_holds(solver *);

/* Collects the path's slices with a symbol of the set in s->touched. */
void path_touch(solver *, const path *, varset);
/* Decides the touched slices and this condition as a single slice. */
slice *path_ask(solver *, expr condition, answer *);

/* A model of the slice that differs from `base`, a model of all conjuncts but the newest,
 * in these symbols and perhaps a few more; NULL: none found. */
const model *near_find(solver *, const slice *, const model *base, varset own);

/* True for a slice over a single symbol of at most 8 bits. */
bool domain_applies(const solver *, varset, uint32_t *symbol);
/* The values of that symbol in models of a satisfiable slice; false: evaluation cannot
 * tell. */
bool slice_domain(solver *, slice *, uint32_t symbol, domain *out);

static inline void chain_count(solver *s, uint64_t visits) {
  s->visits += visits;
  s->stats.sat_work = s->visits / (PRICE_CONFLICT / PRICE_VISIT);
}

/* Includes the original work of answers from the cache. */
static inline uint64_t chain_work(const solver *s) {
  return s->stats.sat_work + s->stats.cached_work +
         (s->stats.gates + s->stats.cached_gates) / (PRICE_CONFLICT / PRICE_GATE);
}

static inline bool chain_is_spent(const solver *s) {
  return chain_work(s) >= s->allowed;
}

/* After a stop: whether the run ends, or only this query. */
static inline unknown_reason chain_why_stopped(const solver *s) {
  return interrupt_is_of_all(&s->end) ? UNKNOWN_INTERRUPTED : UNKNOWN_TIME;
}

static inline bool chain_is_stopped(const solver *s) {
  return interrupt_is_set(&s->end);
}

#endif
