#ifndef SOLVER_SOLVER_H
#define SOLVER_SOLVER_H

#include "base/idmap.h"
#include "base/pmap.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "expr/varset.h"

/*
 * The solver chain.  Each link is one file; each can be switched off, and a
 * correct answer is obtained if it is omitted:
 *
 *   range      interval and known bits decide the condition alone
 *   near       where an input was followed: most of its values stay
 *   domain     a slice over one byte: the set of its 256 values
 *   models     a model already found satisfies the query
 *   slices     only the conjuncts that share symbols are asked about
 *   cores      a superset of an unsatisfiable set is unsatisfiable
 *   cache      what an earlier run answered, from a file
 *   walk       conditions about one input each, input by input
 *   differences  conditions that only compare inputs, as a graph
 *   products   multiplication and division, by facts about them
 *   boxes      intervals of floats, cut until they decide
 *   sat        own bit-blaster on incremental SAT solvers out of a pool: an own
 *              one for the many small queries, CaDiCaL for the few hard ones
 *   z3         what the tiers before gave up on, and floats if it is asked to
 */
typedef enum answer { ANSWER_UNSAT, ANSWER_SAT, ANSWER_UNKNOWN } answer;

typedef struct solver_options {
  /* Links in use. */
  bool range, domain, models, slices, cores, walk, differences, products, sat, z3;
  bool boxes;                   /* intervals of floats */
  bool equations;               /* solver_check puts in what a symbol is said to be; off
                                 * unless set */
  bool floats;                  /* as circuits; Z3's theory otherwise */
  bool check;                   /* ask two back ends, evaluate every model */
  uint64_t max_conflicts;       /* a query's limit; 0: none */
  uint64_t max_nodes;           /* bit-blasted gates a query; 0: none */
  uint64_t max_query_ms;        /* for one query, at each back end; 0: none */
  volatile const int *stop;     /* a flag that a signal sets; may be NULL */
  const char *cache;            /* a file of answers; NULL: none */
  const char *cache_build;      /* which braid they are of */
} solver_options;

extern const solver_options solver_defaults;

/* Queries that ended at each link, and what they cost. */
typedef struct solver_stats {
#define STAT(NAME, TEXT) uint64_t NAME;
#include "solver/stats.def"
} solver_stats;

typedef struct solver solver;

solver *solver_new(expr_table *, const solver_options *);
void solver_free(solver *);
const solver_stats *solver_get_stats(const solver *);
/* From now on all queries together may take so many conflicts (those of large
 * questions, and making them, count more); beyond them the answer is unknown,
 * and may be asked again once more are allowed. */
void solver_allow(solver *, uint64_t conflicts);
bool solver_is_spent(const solver *);
/* What all took so far, counted likewise. */
uint64_t solver_work(const solver *);
/* The part of solver_work that single expensive questions took: each at least
 * limits.solver_expensive.  Many cheap questions add nothing. */
uint64_t solver_expensive_work(const solver *);
/* The last unknown answer was one for want of what was allowed. */
bool solver_ran_out(const solver *);
/* The options say what a question may take. */
bool solver_is_limited(const solver *);
/* Writes answers for later runs: before a process ends without freeing anything. */
void solver_flush(solver *);
/* Forgets the SAT solvers, to save memory. */
void solver_empty_pool(solver *);
/* Maybe in the middle of a question. */
void solver_before_fork(solver *);
/* In a process that was just forked: threads did not come along. */
void solver_after_fork(solver *);
/* So much work was done for the question under way, which may never be answered. */
void solver_note_open(solver *, uint64_t work);
/* The question under way, and all after it, have no answer until this is undone. */
void solver_give_up(solver *, bool);
/* What the work of base/yield.h counts as: sat_work, once the question is answered. */
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
 * The path condition of a state: a satisfiable conjunction, kept as independent
 * slices.  A slice is an interned set of conjuncts that hang together by their
 * symbols, with a model of its own, so states that share a slice share its
 * answer, and the path's model is the union of its slices' models.  Copying
 * is O(1).  All zero is `true`.
 */
typedef struct path {
  struct path_node *last;       /* conjuncts in the order they came, shared */
  pmap slices;                  /* an index of the slices by symbol ... */
  uint32_t folded;              /* ... of so many conjuncts */
  bool uncertain;               /* a conjunct was added on an unknown answer */
} path;

typedef VEC(uint32_t) path_symbols;

path path_copy(path);
void path_release(path *);      /* before its solver is freed */
void path_mark(path *, expr_table *);   /* see expr/sweep.h */
/* So many models were made since the last sweep that another one pays. */
bool solver_wants_sweep(const solver *);

/* Is path and condition satisfiable?  Changes nothing. */
answer path_may(solver *, const path *, expr condition);

/* What the path says of one byte excludes the condition.  False says nothing; for little. */
bool path_excludes(solver *, const path *, expr condition);

/* Looks for a model of path and condition that leaves most inputs as the path's own
 * has them, where other inputs hang together with the condition's: path_may and
 * path_assume know it then.  False: none was found, which says nothing. */
bool path_near(solver *, const path *, expr condition);

/* Both sides of a branch at once: may it be true, may it be false?  A path's
 * own model always answers one of them. */
void path_branch(solver *, const path *, expr condition, answer *may_hold,
                 answer *may_fail);

/* Adds the conjunct.  The answer is that of path_may; on ANSWER_UNSAT the path
 * is unchanged, on ANSWER_UNKNOWN it is added and the path is uncertain. */
answer path_assume(solver *, path *, expr condition);

/*
 * Values, by symbol plus one, that are known to fulfil a path: the inputs of a
 * seed.  More may come; none changes.  What they fulfil is added to the
 * path without a question, and without looking at its slices until one is asked.
 */
typedef struct path_witness {
  uint32_t refs;
  solver *solver;
  idmap values;
} path_witness;

path_witness *path_witness_new(solver *);
void path_witness_release(path_witness *);   /* accepts NULL */

/* Adds the conjunct.  The witness fulfils it, and all of the path. */
void path_assume_held(path *, expr condition, path_witness *);

/* Whether the condition is decided without the path: by its term's range. */
bool path_is_decided(solver *, expr condition, bool *value);

/* A value that the term can have under the path, from the path's model. */
uint64_t path_value(solver *, const path *, expr);
void path_value_limbs(solver *, const path *, expr, uint64_t *limbs);

/* The symbols of the slices that have some of the term's: the inputs whose values
 * hang together with its value. */
void path_related(solver *, const path *, expr, path_symbols *out);
/* Whether there are any: the path says something of a symbol of the term. */
bool path_mentions(solver *, const path *, expr);

/* Sound bounds of the unsigned value of a term of at most 64 bits: the static
 * range narrowed by the path; tight if `exact` (asks the solver, bisecting). */
void path_range(solver *, const path *, expr, bool exact, uint64_t *low,
                uint64_t *high);

/* The longest path from which both grew. */
path path_common(const path *, const path *);
uint32_t path_common_count(const path *, const path *);

/* Conjuncts in the order in which they were added. */
uint32_t path_count(const path *);
void path_conjuncts(const path *, expr *out);
/* Whether all conjuncts from this number on are as `is_so` says; the newest first. */
bool path_all_from(const path *, uint32_t first, bool (*is_so)(void *context, expr),
                   void *context);
/* Those from this number on; the first one is 0. */
void path_conjuncts_from(const path *, uint32_t first, expr *out);

/* Fatal if an invariant of the path is broken: its newest `most` conjuncts are each
 * in one slice, which is satisfiable, and hold under the path's model. */
void path_check(solver *, const path *, uint32_t most);

#endif
