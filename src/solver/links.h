#ifndef SOLVER_LINKS_H
#define SOLVER_LINKS_H

#include "base/clock.h"
#include "base/limits.h"
#include "expr/eval.h"
#include "solver/blast.h"
#include "solver/differences.h"
#include "solver/slice.h"
#include "solver/solver.h"
#include "solver/walk.h"
#include "solver/ways.h"
#include "solver/z3.h"

/*
 * What the links of the chain share.  A link looks at a slice that is still
 * open and either decides it or passes it on.
 */

/* Unsatisfiable cores remembered for a conjunct. */
enum { SOLVER_CORES = SIZED(8, 1) };
/* Models found last, tried on other queries. */
enum { SOLVER_RECENT_MODELS = SIZED(8, 1) };
/* SAT solvers kept, each with the conjuncts it knows. */
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
  blaster heavy;                /* on CaDiCaL, once the own one gave up */
  bool in_use, has_heavy;
  uint32_t measured;            /* literals when crowding was last measured */
  uint64_t last_use;
} pool_member;

typedef struct pool {
  pool_member members[SOLVER_POOL];
  uint64_t clock;
} pool;

typedef struct cache cache;

/* What the last solver_check put in for a symbol. */
typedef struct equation { uint32_t symbol; expr term; } equation;

struct solver {
  expr_table *table;
  solver_options options;
  solver_stats stats;
  unknown_reason reason;        /* of the last unknown answer */
  interrupt end;                /* of the question that is being decided */
  uint64_t allowed;             /* chain_work() in all */
  evaluator *eval;
  slice_table slices;
  domain_cache domains;
  idmap shapes;                 /* of conditions: see differences.h */
  orderings *orderings;         /* of inputs; made when first needed */
  walk *walk;                   /* made when first needed */
  VEC(uint32_t) unknowns;       /* symbols for products, used again and again */
  bool is_abstract;             /* ... which are being asked about */
  uint64_t product_tries, product_hits;
  uint64_t walk_steps;          /* that it may take; 0: not asked yet */
  bool is_walking;              /* ... and at work: what is left is asked about */
  cache *cache;                 /* answers of earlier runs; NULL: none */
  core_index cores;
  const model *recent[SOLVER_RECENT_MODELS];
  uint32_t recent_next;
  uint64_t recent_tries, recent_hits;
  pool pool;
  z3_backend *z3;               /* made when first needed */
  VEC(slice *) checked;         /* of the last solver_check, for its model */
  VEC(equation) solved;         /* ... in the order in which symbols were replaced */
  /* Scratch. */
  conjuncts conjuncts;          /* of the slice being decided, newest first */
  conjuncts core;
  VEC(slice *) touched;
  VEC(uint32_t) roots;
  uint64_t limit;               /* conflicts a query for now; 0: the options' */
  uint64_t visits;              /* of clauses, or what takes as long */
  uint64_t rate;                /* visits a conflict of CaDiCaL's, if it is asked */
  uint32_t nesting;             /* of timed calls */
  uint64_t begun_work;          /* chain_work() when the outermost question began */
  uint64_t expensive_work;      /* of questions that took solver_expensive or more each */
  uint64_t begun_ns;            /* the outermost question, */
  bool by_use;                  /* ... by processor time */
  uint32_t is_hard;             /* nesting of questions past the caches */
  uint32_t deciding;            /* nesting of chain_decide */
};

/* Time in the chain, of the outermost call only. */
void solver_begin(solver *);
void solver_end(solver *);

/* Decides the slice unless it is decided already. */
answer chain_decide(solver *, slice *);
/* From now on max_query_ms are left. */
void chain_begin_time(solver *);
/* Decides it if it is infeasible, and that costs little to see. */
bool chain_refutes_at_once(solver *, slice *);

/* Links: ANSWER_UNKNOWN is "not decided here".  The conjuncts of the slice are
 * in s->conjuncts. */
answer link_models(solver *, slice *);
answer link_cores(solver *, slice *);
answer link_products(solver *, slice *);
answer link_enumerate(solver *, slice *);
answer link_boxes(solver *, slice *, uint64_t max_steps);
answer link_sat(solver *, slice *);     /* leaves a core in s->core */

/* instances.c: what a model needs beside the SAT solver's own answer, for
 * s->conjuncts with quantifiers. */
typedef enum instances_result {
  INSTANCES_MODEL,              /* it is one */
  INSTANCES_GREW,               /* it is none; the next answer may be */
  INSTANCES_OPEN,               /* too many values to tell */
  INSTANCES_FULL,               /* no room for what is missing */
} instances_result;

instances_result instances_refine(solver *, blaster *, const slice *);
/* Literals that must have a value for an answer to be one. */
void instances_focus(const solver *, const blaster *);
/* "All counts are small", blasted; false: no room. */
bool instances_few(solver *, blaster *, conjuncts *out);

/* sweep.c: drops the oldest of what caches hold; see expr/sweep.h for the rest. */
void solver_trim(solver *);
void solver_mark(void *solver, expr_table *);
void solver_forget(void *solver, expr_table *);

/* equations.c: replaces symbols that the conjunction says what they are, and adds them
 * to s->solved.  False: it has no model. */
bool equations_solve(solver *, conjuncts *);
/* The values of those symbols, once all others are in the evaluator. */
void equations_assign(solver *);
/* All conjuncts below these, each once; false if one is false. */
bool check_flatten(solver *, const expr *items, uint32_t count, conjuncts *out);

void models_remember(solver *, const model *);
void cores_remember(solver *, const expr *conjuncts, uint32_t count);
void cores_release(core_index *);
void pool_release(pool *);

/* Puts the values of the set's symbols under this model into the evaluator. */
void model_assign(solver *, const model *, varset);
/* Do all of s->conjuncts hold in the evaluator? */
bool model_holds(solver *);

/* The slices of the path that share a symbol with the set into s->touched. */
void path_touch(solver *, const path *, varset);
/* The touched slices and this condition as one slice, decided. */
slice *path_ask(solver *, expr condition, answer *);

/* A model of the slice that differs from the base, which is one of all but its newest
 * conjunct, in these symbols and perhaps a few more; NULL: none was found. */
const model *near_find(solver *, const slice *, const model *base, varset own);

/* True if the slice is over one symbol of at most 8 bits. */
bool domain_applies(const solver *, varset, uint32_t *symbol);
/* The values that a satisfiable slice over that symbol leaves it; false: evaluation
 * cannot tell. */
bool slice_domain(solver *, slice *, uint32_t symbol, domain *out);

static inline void chain_count(solver *s, uint64_t visits) {
  s->visits += visits;
  s->stats.sat_work = s->visits / limits.solver_visits;
}

/* With what answers of the cache took when they were found. */
static inline uint64_t chain_work(const solver *s) {
  return s->stats.sat_work + s->stats.cached_work +
         (s->stats.gates + s->stats.cached_gates) / limits.solver_gates;
}

static inline bool chain_is_spent(const solver *s) {
  return chain_work(s) >= s->allowed;
}

/* Once it is: the run ends, or only this question does. */
static inline unknown_reason chain_why_stopped(const solver *s) {
  return interrupt_is_of_all(&s->end) ? UNKNOWN_INTERRUPTED : UNKNOWN_TIME;
}

static inline bool chain_is_stopped(const solver *s) {
  return interrupt_is_set(&s->end);
}

#endif
