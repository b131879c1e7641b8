#ifndef MERGE_INTERNAL_H
#define MERGE_INTERNAL_H

#include "merge/merger.h"

/* Shared by the files of mergers. */

/* Two different values. */
typedef struct pair {
  expr left, right;
  expr joined;                  /* the term for both */
  expr mark, any;               /* while probing: the side (1 bit), or a symbol instead */
  bool is_mentioned;            /* an expression of the annotation reads the value */
  bool is_abstract;             /* `joined` is an abstract symbol */
  join_cell cell;               /* the place of a cell in an array */
  expr first;                   /* for invariants: the value at first ... */
  expr step;                    /* ... and added in the first round; {0}: no number */
} pair;

typedef VEC(pair) pairs;
typedef VEC(expr) merge_terms;

/* A term over the values of a state at a loop's head, made smaller (or greater) by each
 * iteration in an order on its bits.  Bits are finite: so the loop ends. */
typedef struct ranking {
  expr term;
  bool is_signed, is_greater;
} ranking;

typedef VEC(ranking) rankings;

/* A state that went on from an annotated block in a loop. */
typedef struct visit {
  uint32_t site, serial;        /* the place, and the call */
  uint64_t stack;
  state *state;
  uint32_t conjuncts;           /* of its path */
  pairs values;                 /* abstract values of the join */
  uint32_t rounds;              /* for invariants: number of widenings */
  merge_terms candidates;       /* ... facts about the values so far */
  bool is_assumed;              /* the state went on in place of others */
  bool is_entered;              /* in a check: the state went on */
  bool is_closed;               /* iterations came back and need a rank */
  rankings ranks;               /* terms made smaller by each iteration */
  uint32_t fold;                /* of the state that went on; see merger.c */
  uint32_t steps;               /* iterations of an induction; see induction.c */
  uint32_t symbols;             /* symbols from here on are the loop's own */
} visit;

/* States that went on from a loop's head. */
typedef enum fold_kind {
  FOLD_PLAIN,
  FOLD_FIRST,                   /* so many iterations after entering from outside */
  FOLD_STEP,                    /* ... or after the state that went on for all */
  FOLD_LEFT                     /* left the loop before that state went on */
} fold_kind;
typedef struct fold {
  uint32_t above;               /* predecessor */
  bool is_void;                 /* a wider state went on instead */
  fold_kind kind;
  uint32_t step;
  uint32_t site, serial;        /* the loop, unless plain */
  uint64_t stack;
  uint32_t visit;               /* in a check: number of the last visit, 0: none */
} fold;

/* How a state came to a loop's head: see induction.c. */
typedef struct passing {
  bool is_first;                /* from outside the loop */
  uint32_t step;                /* iterations since then */
} passing;

/* In a check: states of a visit came to another visit. 0: from the start. */
typedef struct arrival {
  uint32_t from, to;
  bool is_iteration;            /* along a known iteration, with a rank */
} arrival;

/* A BRAID_INVARIANT, and its result. */
typedef struct proposal {
  uint32_t place;
  bool is_kept;
} proposal;

/* Recursion: contract.c ------------------------------------------------------ */

/* Bytes of an object changed by calls. */
typedef struct contract_cell {
  uint32_t name, bytes;
  uint64_t offset;
} contract_cell;

/* A statement about the values at a call and the values left by the call: where the guard
 * holds, the fact holds. */
typedef struct claim {
  uint32_t guard;               /* the first is true */
  expr fact;                    /* false: no such call returns */
  expr by;                      /* a stronger fact; {0}: none */
  uint32_t out;                 /* the value concerned */
  bool is_equal;                /* the fact defines the value */
  bool is_planted;              /* taken as proved: see merger_plant */
} claim;

/* A call waiting for returns of others. */
typedef struct contract_caller {
  state *state;                 /* at the entry of the function */
  uint32_t fold;                /* of the state behind the call; 0: none yet */
} contract_caller;

/* Facts about all calls of a function from the same place of the stack. */
typedef struct contract {
  const ir_function *function;
  uint32_t component;
  uint64_t stack;               /* of the calling frame */
  uint32_t serial;
  state *below;                 /* ... with a copy of it on top: */
  frame *base;
  uint64_t room;                /* bytes of stack for nested calls */
  uint32_t pc, calls;           /* of the first call */
  bool is_refused;              /* calls are executed singly */
  VEC(contract_cell) cells;
  merge_terms ins;              /* symbols: parameters, then cells; {0}: not said of */
  merge_terms outs;             /* ... results, then cells */
  merge_terms guards;
  VEC(claim) claims;
  VEC(contract_caller) callers;
} contract;

/* A term over a call's arguments that is smaller in the calls inside. */
typedef enum descent_kind {
  DESCENT_VALUE,
  DESCENT_SIZE,                 /* absolute value */
  DESCENT_SUM,
  DESCENT_LESS,                 /* the difference of two */
  DESCENT_PAIR
} descent_kind;
typedef struct descent {
  descent_kind kind;
  uint32_t i, j;                /* arguments */
  bool is_signed, is_greater;
  bool is_second_greater;       /* of a PAIR, in the order of dictionaries */
} descent;

typedef struct component {
  bool is_closed;               /* calls were made out of calls */
  bool is_deep;                 /* ... some of them indirectly */
  uint32_t place;
  VEC(descent) descents;
} component;

struct merger {
  exec *x;
  expr_table *t;
  solver *solver;
  lattice_sizes everywhere;
  VEC(abstraction) lost;
  VEC(uint32_t) refined;        /* sites */
  /* Values kept by the last join for the next join at the same place: the joined state, as
   * made then. */
  VEC(lattice_element) kept;
  uint32_t kept_for;            /* its own `abstraction` ... */
  uint64_t kept_instructions;   /* ... until the state runs on; 0: none */
  VEC(visit) visits;
  VEC(contract) contracts;
  VEC(component) components;    /* by the functions' numbers; the first is none */
  VEC(fold) folds;              /* the first is none */
  bool has_arrays;              /* see array.c */
  bool has_steps;               /* candidates of steps.c are asked ... */
  bool tried_steps;             /* ... or were */
  uint32_t steps;               /* see induction.c ... */
  bool is_flat;                 /* ... not to be tried any more */
  bool starts_anew;
  uint32_t restarts;
  bool ranks_all;               /* see merger_rank_all */
  bool is_unranked;             /* a loop was given up without rank ... */
  uint32_t unranked;            /* ... at this place */
  VEC(proposal) proposals;      /* invariants asked about */
  uint32_t plants, planting;    /* see merger_plant, and candidates so far */
  merge_terms planted;
  bool checks;                  /* see merger_for_check */
  VEC(arrival) arrivals;
  bool is_refuted;              /* ... and one failed ... */
  uint32_t refuted;             /* ... at this place, ... */
  expr refuted_term;            /* ... namely this; {0}: the state has another form */
  merger_stats stats;
};

/* Replacement of a pair while testing whether expressions read the pair. */
typedef enum probing { PROBE_NOT, PROBE_CHOICE, PROBE_ANY } probing;

/* A join in progress; `widens` when the right state came from the left state. */
typedef struct merging {
  merger *m;
  const state *left, *right;
  lattice_sizes lattices;
  bool is_mixed;                /* each expression names its own lattice */
  bool widens;
  bool seeks;                   /* candidates for invariants are kept, not elements */
  bool is_call;                 /* ... of a function's entry: see contract.c */
  bool checks;                  /* ... with given invariants, none sought */
  bool is_first;                /* from outside the loop: see induction.c */
  const visit *before;           /* ... the left state's */
  join_cell cell;               /* where the next value is */
  probing probing;              /* none is abstract yet */
  bool is_partial;              /* only mentioned values become abstract */
  bool forgot;                  /* something of the paths */
  bool has_others;              /* some values were left to if-then-else */
  bool knows_left;              /* the left elements are the kept ones */
  pairs pairs;
  uint32_t at;                  /* next pair */
  VEC(lattice_element) kept;    /* in order of discovery */
  merge_terms candidates;       /* for invariants: statements about joined values that hold,
                                 * assumed or not */
} merging;

/* As in include/braid.h, instead of a lattice's number and beside a number. */
/* Rounds of widening before a loop is unrolled instead: a value that is widened bit by bit takes
 * as many as it has bits.  And words of an object about each of which invariants are looked for. */
enum { MERGE_ROUNDS = 64, MERGE_CELLS = 64 };

enum { ANNOTATION_MIXED = 255, ANNOTATION_FOLDS = 256 };

/* Nothing is going to be lost. */
static inline bool merging_is_exact(const merging *w) {
  return !w->is_mixed && lattice_sizes_are_exact(&w->lattices);
}
/* Whether a value of the previous visit is still the same symbol after the join, which then
 * occurs nowhere else in the state except in the path. */
bool invariant_carries(const merging *, const pair *old);
/* Whether the candidate is taken as proved: see merger_plant. */
bool invariant_is_planted(const merger *, expr);
/* Facts kept about values that became abstract: see invariant.c. */
void invariant_constrain(merging *, state *joined);
/* Whether the path implies the candidate.  The candidate, stated of the right, the left and
 * the joined values, is kept if it holds of both sides. */
bool invariant_must(merging *, const path *, expr);
bool invariant_keep(merging *, state *joined, expr right, expr left, expr of_joined);
/* No symbol of the term denotes a value changed by this loop. */
bool invariant_is_fixed(const merging *, expr);
/* Adds the constants among the terms found. */
void invariant_find_constants(const merging *, merge_terms *, unsigned width);

/* array.c: the same for arrays' cells that change for the first time; `by` are other
 * changing values. */
void array_constrain(merging *, state *joined, const pair *by, uint32_t count);
/* Whether a folded loop changes one of several words of an object. */
bool array_is_changed(const merger *);
/* Terms of this width in comparisons of the left state's function and of the right state's
 * path. */
void invariant_find_comparands(const merging *, merge_terms *, unsigned width);

/* steps.c: candidates from how far values went. */
void steps_seek_drift(merging *, state *joined, const pair *, const pair *);
void steps_seek_weighted(merging *, state *joined, const pair *, const pair *, const pair *);
void steps_seek_bounds(merging *, state *joined, const pair *, expr with);

/* The right state came back to the visit, and is covered: drops terms that did not get
 * smaller.  The visit's symbols have these values now. */
void ranking_note(merging *, visit *, const uint32_t *symbols, const expr *now,
                  uint32_t count);
/* The visit begins anew, from a state that contains the old state or not. */
void ranking_restart(merger *, visit *, bool is_wider);

/* Whether only abstract numbers changed from one iteration to the next, and whether the
 * visit's state subsumes this state, after their join. */
bool merger_is_whole(const merging *, const join_stats *);
bool merger_covers(merger *, visit *, const state *, merging *);
/* In a check: the work of merger_fold. */
revisit check_visit(merger *, visit *, state *, state **wider);
void check_refute(merger *, uint32_t place, expr term);

/* merger.c: visits and folds; and whether a place is exact from now on. */
bool merger_is_refined(const merger *, uint32_t site);
void merger_remember(merger *, visit *, const state *, const merging *);
revisit merger_visit_again(merger *, visit *, const state *, merging *, state *joined,
                           state **wider, join_stats *);
uint32_t merger_new_fold(merger *, uint32_t above);
bool merger_fold_is_void(const merger *, uint32_t fold);
void merger_forget_void(merger *);

/* induction.c */
/* Number of iterations needed by the induction at the state's loop. */
uint32_t induction_steps(const merger *, const state *);
passing induction_passing(const merger *, const visit *, const state *);
/* The state goes on from the head alone. */
void induction_pass(merger *, const visit *, state *, passing);
/* The state is at the head of a loop outside the loop of its induction: whether the state
 * need not go on. */
bool induction_leaves(merger *, state *);
/* The visit's state went on for all: states that left the loop earlier need not. */
void induction_widened(merger *, const visit *);
void induction_fail(merger *);

/* contract.c */
void contracts_mark(const merger *, expr_table *);
void contracts_forget_void(merger *);
void contracts_restart(merger *);
void contracts_copy(merger *to, const merger *);        /* for a check */
void contracts_release(merger *);

/* Whether the state, which entered a function, was called in a call that denotes all calls,
 * and the arguments of the outer call; none: no longer known. */
bool contract_outer(const merger *, const state *, merge_terms *arguments);

/* claims.c */
/* Terms of this width in comparisons of a component's functions and their callers. */
void claims_find_constants(const merger *, uint32_t component, unsigned width,
                           merge_terms *, uint32_t most);
/* Finds guards, and claims that no call returns. */
void claims_begin(merger *, contract *);
/* Drops claims that fail for a return on this path, with these values of the symbols;
 * returns whether any was dropped. */
bool claims_weaken(merger *, contract *, const path *, const uint32_t *symbols,
                   const expr *values, uint32_t count);
/* All claims, stated of these values. */
expr claims_say(merger *, const contract *, const uint32_t *symbols, const expr *values,
                uint32_t count);

/* descent.c */
/* On this path a call with the arguments `outer` makes a call with the inner arguments. */
void descent_note(merger *, component *, const path *, const expr *outer,
                  uint32_t outer_count, const expr *inner, uint32_t inner_count);

/* The joined state or NULL; `pairs` are the joined values. */
state *merging_run(merging *, join_stats *);
void merging_release(merging *);

#endif
