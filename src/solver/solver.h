#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "base/idmap.h"
#include "base/pmap.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "expr/varset.h"

/*
 * The solver chain.  Each link is a file and can be switched off; a correct answer is
 * obtained if a link is omitted:
 *
 *   range interval and known bits decide the condition alone
 *   near a followed input keeps most of its values
 *   domain a slice over a single byte: the set of its 256 values
 *   models a known model satisfies the query
 *   slices only the conjuncts with common symbols are asked about
 *   cores a superset of an unsatisfiable set is unsatisfiable
 *   cache answers of earlier runs, from a file
 *   walk conditions about one input each, input by input
 *   differences conditions that only compare inputs, as a graph
 *   products multiplication and division, by facts about both
 *   boxes intervals of floats, divided until decided
 *   sat own bit-blaster on pooled incremental SAT solvers: an own solver for the
 *              many small queries, CaDiCaL for the few hard queries
 *   z3 queries given up before, and floats if Z3 is asked to
 */
typedef enum answer { ANSWER_UNSAT, ANSWER_SAT, ANSWER_UNKNOWN } answer;

typedef struct solver_options {
  /* Links in use. */
  bool range, domain, models, slices, cores, walk, differences, products, sat, z3;
  bool boxes;                   /* intervals of floats */
  bool equations;               /* solver_check replaces symbols by equal terms; off unless
                                 * set */
  bool floats;                  /* as circuits; Z3's theory otherwise */
  bool check;                   /* ask two back ends, evaluate every model */
  uint64_t max_conflicts;       /* a query's limit; 0: none */
  uint64_t max_nodes;           /* bit-blasted gates a query; 0: none */
  uint64_t max_query_ms;        /* a query, at each back end; 0: none */
  volatile const int *stop;     /* a flag set by a signal; may be NULL */
  const char *cache;            /* a file of answers; NULL: none */
  const char *cache_build;      /* the version of braid that gave the answers */
} solver_options;

extern const solver_options solver_defaults;

/* Queries answered at each link, and costs. */
typedef struct solver_stats {
#define STAT(NAME, TEXT) uint64_t NAME;
#include "solver/stats.def"
} solver_stats;

typedef struct solver solver;

solver *solver_new(expr_table *, const solver_options *);
void solver_free(solver *);
const solver_stats *solver_get_stats(const solver *);
/* All queries together may take so many conflicts from now on (large queries, and making
 * their circuits, count more); beyond, the answer is unknown, and may be asked again with a
 * larger allowance. */
void solver_allow(solver *, uint64_t conflicts);
bool solver_is_spent(const solver *);
/* The work of all queries so far, in the same unit. */
uint64_t solver_work(const solver *);
/* The part of solver_work in expensive queries, each at least limits.solver_expensive.
 * Many cheap queries add nothing. */
uint64_t solver_expensive_work(const solver *);
/* The last unknown answer was for lack of allowance. */
bool solver_ran_out(const solver *);
/* The options limit the work of a query. */
bool solver_is_limited(const solver *);
/* Writes answers for later runs: before a process ends without freeing anything. */
void solver_flush(solver *);
/* Forgets the SAT solvers, to save memory. */
void solver_empty_pool(solver *);
/* Maybe in the middle of a question. */
void solver_before_fork(solver *);
/* In a freshly forked process: threads were not copied. */
void solver_after_fork(solver *);
/* Reports work for the running query, which may never be answered. */
void solver_note_open(solver *, uint64_t work);
/* While true, the running query and all later queries have no answer. */
void solver_give_up(solver *, bool);
/* Weight of work reported through base/yield.h, in the unit of sat_work. */
uint64_t solver_weigh(const solver *, uint64_t work);
/* Why the last answer was unknown: "conflicts", "nodes", "interrupted", ... */
const char *solver_unknown_reason(const solver *);

/* From now on a query gives up after so many conflicts, not asking Z3 then, and
 * may be asked again; 0: as the options say. */
void solver_set_limit(solver *, uint64_t conflicts);

/* A conjunction by itself, outside any path: the query tool and the tests.
 * A model is then read with solver_model_value. */
answer solver_check(solver *, const expr *conjuncts, uint32_t count);
uint64_t solver_model_value(solver *, expr);
void solver_model_limbs(solver *, expr, uint64_t *limbs);

/*
 * The path condition of a state: a satisfiable conjunction, kept as independent slices.  A
 * slice is an interned set of conjuncts connected by common symbols, with a model, so
 * states that share a slice share the answer, and the path's model is the union of the
 * slices' models.  Copying is O(1).  All zero is `true`.
 */
typedef struct path {
  struct path_node *last;       /* conjuncts in order of addition, shared */
  pmap slices;                  /* an index of the slices by symbol ... */
  uint32_t folded;              /* ... of so many conjuncts */
  bool uncertain;               /* a conjunct was added on an unknown answer */
} path;

typedef VEC(uint32_t) path_symbols;

path path_copy(path);
void path_release(path *);      /* before the solver is freed */
void path_mark(path *, expr_table *);   /* see expr/sweep.h */
/* Enough models were made since the last sweep for another sweep to pay. */
bool solver_wants_sweep(const solver *);

/* Is path and condition satisfiable?  Changes nothing. */
answer path_may(solver *, const path *, expr condition);

/* The path's values of a single byte exclude the condition.  Cheap; false says nothing. */
bool path_excludes(solver *, const path *, expr condition);

/* Looks for a model of path and condition that keeps most of the path's own input values,
 * where other inputs are connected with the condition's: path_may and path_assume know the
 * model afterwards.  False: none found, which says nothing. */
bool path_near(solver *, const path *, expr condition);

/* Both sides of a branch at once: may the condition be true, may it be false? The path's
 * own model always answers one side. */
void path_branch(solver *, const path *, expr condition, answer *may_hold,
                 answer *may_fail);

/* Adds the conjunct.  The answer is path_may's; after ANSWER_UNSAT the path is unchanged,
 * after ANSWER_UNKNOWN the conjunct is added and the path is uncertain. */
answer path_assume(solver *, path *, expr condition);

/*
 * Values, by symbol plus one, known to satisfy a path: the inputs of a seed.  Values are
 * added, never changed.  A conjunct that the values satisfy is added without a query, and
 * without looking at the path's slices before the next query.
 */
typedef struct path_witness {
  uint32_t refs;
  solver *solver;
  idmap values;
} path_witness;

path_witness *path_witness_new(solver *);
void path_witness_release(path_witness *);   /* accepts NULL */

/* Adds the conjunct.  The witness satisfies the conjunct and the whole path. */
void path_assume_held(path *, expr condition, path_witness *);

/* Whether the condition is decided without the path: by the range of its term. */
bool path_is_decided(solver *, expr condition, bool *value);

/* A possible value of the term under the path, from the path's model. */
uint64_t path_value(solver *, const path *, expr);
void path_value_limbs(solver *, const path *, expr, uint64_t *limbs);

/* The symbols of all slices with a symbol of the term: the inputs connected with the term's
 * value. */
void path_related(solver *, const path *, expr, path_symbols *out);
/* Whether there are any: the path says something of a symbol of the term. */
bool path_mentions(solver *, const path *, expr);

/* Sound bounds of the unsigned value of a term of at most 64 bits: the static
 * range narrowed by the path; tight if `exact` (asks the solver, bisecting). */
void path_range(solver *, const path *, expr, bool exact, uint64_t *low,
                uint64_t *high);

/*
 * A solver that follows an input: paths have no other one.  All that the input decides is
 * known without a query and adds no conjunct; symbols without a value are asked about.
 */
typedef struct sole_input {
  void *context;
  bool (*value)(void *context, uint32_t symbol, uint64_t *limbs);       /* false: none */
  void (*decided)(void *context, expr holds);   /* a condition that was asked about; or NULL */
  void *decided_context;
} sole_input;

void solver_follow(solver *, const sole_input *);       /* borrowed; NULL: no more */

/* The longest common prefix of two paths. */
path path_common(const path *, const path *);
uint32_t path_common_count(const path *, const path *);

/* Conjuncts in order of addition. */
uint32_t path_count(const path *);
void path_conjuncts(const path *, expr *out);
/* Whether all conjuncts from this number on are as `is_so` says; the newest first. */
bool path_all_from(const path *, uint32_t first, bool (*is_so)(void *context, expr),
                   void *context);
/* The conjuncts from number `first` on, counted from 0. */
void path_conjuncts_from(const path *, uint32_t first, expr *out);

/* Fatal if an invariant of the path is broken: each of the newest `most` conjuncts is in
 * exactly one slice, the slice is satisfiable, and the conjunct holds under the path's
 * model. */
void path_check(solver *, const path *, uint32_t most);

#endif
