#ifndef MERGE_INTERNAL_H
#define MERGE_INTERNAL_H

#include "merge/merger.h"

/* What the files of mergers share. */

/* Two values that differ. */
typedef struct pair {
  expr left, right;
  expr joined;                  /* the term for both */
  expr mark, any;               /* while probing: whose value it is (1 bit), or
                                   a symbol in its place */
  bool is_mentioned;            /* an expression of the annotation reads it */
  bool is_abstract;             /* `joined` is an abstract symbol */
  join_cell cell;               /* where it is, if it is one of an array's */
  expr first;                   /* for invariants: what it was at first ... */
  expr step;                    /* ... and added in the first round; {0}: no number */
} pair;

typedef VEC(pair) pairs;
typedef VEC(expr) merge_terms;

/* A term over the values of a state at a loop's head, which an order on its bits makes
 * smaller (or greater) in each iteration.  Bits are finite: so the loop ends. */
typedef struct ranking {
  expr term;
  bool is_signed, is_greater;
} ranking;

typedef VEC(ranking) rankings;

/* A state that went on from an annotated block in a loop. */
typedef struct visit {
  uint32_t site, serial;        /* where, and of which call */
  uint64_t stack;
  state *state;
  pairs values;                 /* those of its join that are abstract */
  uint32_t rounds;              /* for invariants: how often it was widened */
  merge_terms candidates;       /* ... what holds of its values so far */
  bool is_assumed;              /* its state went on in the place of others */
  bool is_entered;              /* in a check: it went on */
  bool is_closed;               /* iterations came back that need a rank */
  rankings ranks;               /* what is smaller after each of them */
  uint32_t fold;                /* of the state that went on; see merger.c */
  uint32_t steps;               /* iterations of an induction; see induction.c */
  uint32_t symbols;             /* those from here on are the loop's own */
} visit;

/* What went on from a loop's head. */
typedef enum fold_kind {
  FOLD_PLAIN,
  FOLD_FIRST,                   /* so many iterations after it came from outside */
  FOLD_STEP,                    /* ... or after the state that went on for all */
  FOLD_LEFT                     /* it left the loop before that one went on */
} fold_kind;
typedef struct fold {
  uint32_t above;               /* what that came from */
  bool is_void;                 /* a wider state went on in its place */
  fold_kind kind;
  uint32_t step;
  uint32_t site, serial;        /* which loop it is about, unless plain */
  uint64_t stack;
  uint32_t visit;               /* in a check: number of the last visit, 0: none */
} fold;

/* How a state came to a loop's head: see induction.c. */
typedef struct passing {
  bool is_first;                /* from outside of it */
  uint32_t step;                /* iterations since then */
} passing;

/* In a check: states of one visit came to another.  0: from the start. */
typedef struct arrival {
  uint32_t from, to;
  bool is_iteration;            /* to where it is known to come from: it has a rank */
} arrival;

/* A BRAID_INVARIANT, and what became of it. */
typedef struct proposal {
  uint32_t place;
  bool is_kept;
} proposal;

/* Recursion: contract.c ------------------------------------------------------ */

/* Bytes of an object that calls change. */
typedef struct contract_cell {
  uint32_t name, bytes;
  uint64_t offset;
} contract_cell;

/* Of the values that a call is made with and those that it leaves: where the guard
 * holds, so does the fact. */
typedef struct claim {
  uint32_t guard;               /* the first is true */
  expr fact;                    /* false: no such call returns */
  expr by;                      /* a fact from which it follows; {0}: none */
  uint32_t out;                 /* which value it is about */
  bool is_equal;                /* it says what that value is */
  bool is_planted;              /* taken as proved: see merger_plant */
} claim;

/* A call that waits for what others return. */
typedef struct contract_caller {
  state *state;                 /* where it entered the function */
  uint32_t fold;                /* of what went on behind the call; 0: nothing yet */
} contract_caller;

/* What is known of all calls of a function from the same place of the stack. */
typedef struct contract {
  const ir_function *function;
  uint32_t component;
  uint64_t stack;               /* of the frame that calls */
  uint32_t serial;
  state *below;                 /* ... with a copy of it on top: */
  frame *base;
  uint64_t room;                /* bytes of stack for nested calls */
  uint32_t pc, calls;           /* of the first call */
  bool is_refused;              /* calls are executed one by one */
  VEC(contract_cell) cells;
  merge_terms ins;              /* symbols: parameters, then cells; {0}: not said of */
  merge_terms outs;             /* ... results, then cells */
  merge_terms guards;
  VEC(claim) claims;
  VEC(contract_caller) callers;
} contract;

/* A term over a call's arguments that is smaller in the calls that it makes. */
typedef enum descent_kind {
  DESCENT_VALUE,
  DESCENT_SIZE,                 /* without its sign */
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
  bool is_deep;                 /* ... some of them not directly */
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
  /* What the last join kept, for the next one at the same place: the state that
   * came of it, as it was then. */
  VEC(lattice_element) kept;
  uint32_t kept_for;            /* its `abstraction`, which is its own alone ... */
  uint64_t kept_instructions;   /* ... until it runs on; 0: none */
  VEC(visit) visits;
  VEC(contract) contracts;
  uint32_t *component_of;       /* by function; 0: it does not call itself */
  VEC(component) components;    /* the first is none */
  VEC(fold) folds;              /* the first is none */
  bool has_arrays;              /* see array.c */
  bool has_steps;               /* candidates of steps.c are asked ... */
  bool tried_steps;             /* ... or were */
  uint32_t steps;               /* see induction.c ... */
  bool is_flat;                 /* ... which is not to be tried any more */
  bool starts_anew;
  uint32_t restarts;
  bool ranks_all;               /* see merger_rank_all */
  bool is_unranked;             /* a loop was given up without rank ... */
  uint32_t unranked;            /* ... at this place */
  VEC(proposal) proposals;      /* that were asked */
  uint32_t plants, planting;    /* see merger_plant, and candidates so far */
  merge_terms planted;
  bool checks;                  /* see merger_for_check */
  VEC(arrival) arrivals;
  bool is_refuted;              /* ... and one did not hold ... */
  uint32_t refuted;             /* ... at this place, ... */
  expr refuted_term;            /* ... which is this; {0}: the state has another form */
  merger_stats stats;
};

/* What replaces a pair while it is found out whether expressions read it. */
typedef enum probing { PROBE_NOT, PROBE_CHOICE, PROBE_ANY } probing;

/* How a join goes; `widens` when the right state came from the left one. */
typedef struct merging {
  merger *m;
  const state *left, *right;
  lattice_sizes lattices;
  bool is_mixed;                /* each expression says which is its own */
  bool widens;
  bool seeks;                   /* candidates for invariants are kept, not elements */
  bool is_call;                 /* ... of a function's entry: see contract.c */
  bool checks;                  /* ... and none are sought: they are there */
  bool is_iteration;            /* ... and the right state comes from the left one */
  bool is_first;                /* it comes from outside of the loop: see induction.c */
  const visit *before;           /* ... the left state's */
  join_cell cell;               /* where the next value is */
  probing probing;              /* none is abstract yet */
  bool is_partial;              /* only what is mentioned becomes abstract */
  bool forgot;                  /* something of the paths */
  bool has_others;              /* some values were left to if-then-else */
  bool knows_left;              /* its elements are those kept */
  pairs pairs;
  uint32_t at;                  /* next pair */
  VEC(lattice_element) kept;    /* as they are found */
  merge_terms candidates;       /* for invariants: of the joined values, those that
                                   hold, whether they had to be assumed or not */
} merging;

/* As include/braid.h has them, instead of a lattice's number and beside it. */
enum { ANNOTATION_MIXED = 255, ANNOTATION_FOLDS = 256 };

/* Nothing is going to be lost. */
static inline bool merging_is_exact(const merging *w) {
  return !w->is_mixed && lattice_sizes_are_exact(&w->lattices);
}
/* Whether a value of the visit before is still that symbol after the join, which is
 * then nowhere else in the state but in its path. */
bool invariant_carries(const merging *, const pair *old);
/* Whether it is taken as proved: see merger_plant. */
bool invariant_is_planted(const merger *, expr);
/* What is kept of values that became abstract: see invariant.c. */
void invariant_constrain(merging *, state *joined);
/* Whether all that the path says implies it; the candidate, said of the right, the left and
 * the joined values, is kept if it holds of both. */
bool invariant_must(merging *, const path *, expr);
bool invariant_keep(merging *, state *joined, expr right, expr left, expr of_joined);
/* No symbol in it stands for what this loop changes. */
bool invariant_is_fixed(const merging *, expr);
/* The constants among what it finds. */
void invariant_find_constants(const merging *, merge_terms *, unsigned width);

/* array.c: the same of arrays' cells that change for the first time; `by` are other
 * values that change. */
void array_constrain(merging *, state *joined, const pair *by, uint32_t count);
/* Whether a loop was folded that changes one of several words of an object. */
bool array_is_changed(const merger *);
/* Terms of that width that the left state's function and the right one's path compare
 * with. */
void invariant_find_comparands(const merging *, merge_terms *, unsigned width);

/* steps.c: candidates from how far values went. */
void steps_seek_drift(merging *, state *joined, const pair *, const pair *);
void steps_seek_weighted(merging *, state *joined, const pair *, const pair *, const pair *);
void steps_seek_bounds(merging *, state *joined, const pair *, expr with);

/* The right state came back to the visit, and is covered: drops what is not smaller.
 * The visit's symbols have these values now. */
void ranking_note(merging *, visit *, const uint32_t *symbols, const expr *now,
                  uint32_t count);
/* The visit begins anew, from a state that contains its old one or not. */
void ranking_restart(merger *, visit *, bool is_wider);

/* Whether nothing changed from one iteration to the next but numbers that became
 * abstract; and whether the visit's state subsumes this one, with which it was joined. */
bool merger_is_whole(const merging *, const join_stats *);
bool merger_covers(merger *, visit *, const state *, merging *);
/* Whether it would if its values were among the visit's; which is then assumed of it:
 * REVISIT_COVERED if they cannot be, else REVISIT_NEW. */
bool merger_assume_covered(merging *, const visit *, state *, revisit *what);
/* In a check: what merger_fold does. */
revisit check_visit(merger *, visit *, state *, state **wider);
void check_refute(merger *, uint32_t place);

/* merger.c: visits and folds; and whether a place is exact from now on. */
bool merger_is_refined(const merger *, uint32_t site);
void merger_remember(merger *, visit *, const state *, const merging *);
revisit merger_visit_again(merger *, visit *, const state *, merging *, state *joined,
                           state **wider, join_stats *);
uint32_t merger_new_fold(merger *, uint32_t above);
bool merger_fold_is_void(const merger *, uint32_t fold);
void merger_forget_void(merger *);

/* induction.c */
/* Of how many iterations what holds at the state's loop is a matter. */
uint32_t induction_steps(const merger *, const state *);
passing induction_passing(const merger *, const visit *, const state *);
/* It goes on from the head by itself. */
void induction_pass(merger *, const visit *, state *, passing);
/* The state is at the head of a loop outside of one that it was followed in for an
 * induction: whether it need not go on. */
bool induction_leaves(merger *, state *);
/* The visit's state went on for all: those that left the loop before need not. */
void induction_widened(merger *, const visit *);
void induction_fail(merger *);

/* contract.c */
void contracts_mark(const merger *, expr_table *);
void contracts_forget_void(merger *);
void contracts_restart(merger *);
void contracts_copy(merger *to, const merger *);        /* for a check */
void contracts_release(merger *);

/* Whether the state, which entered a function, was called in a call that denotes all,
 * and with which arguments that was; none: it is not known any more. */
uint32_t contract_component(const merger *, const ir_function *);
bool contract_outer(const merger *, const state *, merge_terms *arguments);

/* claims.c */
/* What the functions of a component and their callers compare with, of that width. */
void claims_find_constants(const merger *, uint32_t component, unsigned width,
                           merge_terms *, uint32_t most);
/* Finds guards, and claims that no call returns. */
void claims_begin(merger *, contract *);
/* Drops what does not hold of a return on that path, with these values in the places of
 * the symbols; whether any was. */
bool claims_weaken(merger *, contract *, const path *, const uint32_t *symbols,
                   const expr *values, uint32_t count);
/* Whether all that is claimed holds of a return; else what does not. */
bool claims_hold(merger *, const contract *, const path *, const uint32_t *symbols,
                 const expr *values, uint32_t count, expr *wrong);
/* All that is claimed, said of these values. */
expr claims_say(merger *, const contract *, const uint32_t *symbols, const expr *values,
                uint32_t count);

/* descent.c */
/* On that path a call with these arguments makes one with those. */
void descent_note(merger *, component *, const path *, const expr *outer,
                  uint32_t outer_count, const expr *inner, uint32_t inner_count);

/* The joined state or NULL; what it made of the values is in `pairs`. */
state *merging_run(merging *, join_stats *);
void merging_release(merging *);

#endif
