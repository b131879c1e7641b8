#ifndef MERGE_MERGER_H
#define MERGE_MERGER_H

#include "ir/annotate.h"
#include "merge/join.h"
#include "merge/lattice.h"

/*
 * Joins by lattices: the lattice of the annotation where two states meet, else the
 * option's.
 *
 * Forgotten values are replaced by symbols of class SYMBOL_ABSTRACT with a constraint of
 * the lattice.  The joined state denotes all behaviour of the two states and perhaps more:
 * a proof holds, but an error need not be real.  No abstract symbol is an input, so the
 * re-execution of a model's inputs decides; an unconfirmed error is only possible, and the
 * responsible join is named.  A responsible place can be refined: from then on joins there
 * are exact.
 */
typedef struct merger merger;

/* A join that lost information. */
typedef struct abstraction {
  uint32_t site, place;         /* of the instruction of the meeting */
  const char *kind;             /* of lattice */
  uint32_t first, last;         /* range that contains the join's symbols */
} abstraction;

typedef struct merger_stats {
  uint64_t abstracted;          /* values that became abstract */
  uint64_t same;                /* ... or were equal */
  uint64_t folded;              /* iterations covered by an earlier iteration */
  uint64_t widened;             /* ... and joined with an earlier iteration */
  uint64_t returned;            /* states that came back to a loop to be folded */
  uint64_t invariants;          /* candidates assumed, in all rounds */
  uint64_t unknown;             /* annotations with expressions without value */
} merger_stats;

/* `everywhere` is for places without annotation. */
merger *merger_new(exec *, const lattice_sizes *everywhere);
void merger_free(merger *);
merger_stats merger_get_stats(const merger *);

/* As join_states. */
state *merger_join(merger *, const state *, const state *, join_stats *);

/* A state that goes on from the annotated body of a loop with folded iterations; elsewhere
 * always new. */
typedef enum revisit {
  REVISIT_NEW,                  /* goes on */
  REVISIT_COVERED,              /* subsumed by an earlier state */
  REVISIT_WIDER,                /* *wider goes on instead */
  REVISIT_BOTH                  /* both go on */
} revisit;
revisit merger_revisit(merger *, const state *, state **wider, join_stats *);

/* The same at the head of a loop, for invariants about the values changed by the loop: see
 * invariant.c. */
revisit merger_fold(merger *, state *, state **wider, join_stats *);
/* More iterations together may keep facts that a single iteration loses: see induction.c.
 * False: no more to try.  Otherwise, and if the merger decides so by itself, exploration
 * starts anew. */
bool merger_deepen(merger *);
/* Whether iterations of a loop around the state, now or earlier, are counted: the state
 * must be folded at each head of the loop. */
bool merger_counts_heads(const merger *, const state *);
bool merger_starts_anew(merger *);
uint32_t merger_restarts(const merger *);       /* number of restarts */
/* Whether a wider state went on in place of an ancestor of the state: so the state need not
 * go on. */
bool merger_is_void(const merger *, const state *);

/*
 * Recursion.  A state that enters a recursive function does not go on inside: facts about
 * all such calls go on.  A single state denotes all calls, at the function's entry, widened
 * as at the head of a loop; claims about all returns are weakened by each return of this
 * state, and each call goes on as if it had returned as claimed.  See contract.c.
 */
typedef VEC(state *) merger_states;
/* Recursive calls are going to be shown. */
void merger_expect_recursion(merger *);
/* The state has just entered a function.  `born` are the states that go on; false: this
 * state goes on, and executes the call. */
bool merger_call(merger *, const state *, merger_states *born);
/* A state that denotes all calls has returned. */
void merger_return(merger *, const state *, merger_states *born);
/* Whether calls may go on for ever, or be nested deeper than half of the stack; and
 * where. */
bool merger_has_endless_calls(const merger *, uint32_t *place);
bool merger_has_deep_calls(const merger *, uint32_t *place);
/* Claims about returns, for each function: symbols are a parameter's value, a result, or
 * the value of a variable before or after the call. */
typedef struct merger_formal {
  expr symbol;
  bool is_before, is_parameter;
  uint32_t number;              /* of the parameter or result ... */
  uint32_t object;              /* ... or of the variable's object; 0: of none */
  uint64_t offset;
} merger_formal;
typedef void merger_claim_visit(void *context, const ir_function *, expr claim,
                                const merger_formal *, uint32_t count);
void merger_each_claim(const merger *, merger_claim_visit *, void *context);

/* From now on iterations with an input need a rank, too: see ranking.c. */
void merger_rank_all(merger *);
/* Whether a loop may go on for ever with no input and no output, and its place. */
bool merger_has_unranked(const merger *, uint32_t *place);

/* For each BRAID_INVARIANT asked about: whether the invariant is inductive, as far as
 * known. */
uint32_t merger_proposal_count(const merger *);
bool merger_proposal_is_kept(const merger *, uint32_t, uint32_t *place);

/* For tests of the check: each n-th candidate is wrongly taken as proved. */
void merger_plant(merger *, uint32_t n);

/*
 * A merger that finds nothing: it has the invariants of the other merger, and the executor,
 * which has another solver now, is to go through the program again.  A state at the head of
 * a folded loop must be covered by the invariant; the first such state is replaced by the
 * invariant.  So everything is proved anew: invariants hold at first, an iteration keeps
 * them, ranks get smaller, and the conclusions behind the loop; the way of finding is not
 * used.
 */
merger *merger_for_check(const merger *, exec *);
/* Whether a state was not covered: the place, and the failing term; {0}: the state has
 * another form. */
bool merger_is_refuted(const merger *, uint32_t *place, expr *term);

/* Whether a checked run may go on for ever though each loop has a rank. */
bool merger_missed_rank(const merger *);

/* Assumptions about the values at the heads of folded loops, and the state that went on
 * from there. */
typedef void merger_visit(void *context, const state *head, expr invariant);
void merger_each_invariant(const merger *, merger_visit *, void *context);

/* The join responsible for the error in the state; NULL: the error is precise. */
const abstraction *merger_blame(const merger *, const state *);

/* The responsible join is exact from now on; false: already exact, or none.  Exploration
 * must start anew. */
bool merger_refine(merger *, const state *);
/* Forgets all visits: exploration starts anew. */
void merger_restart(merger *);

/* For ir_check_annotations: NULL or an error message. */
char *merger_check_annotation(uint64_t kind, const ir_argument *expressions,
                              uint32_t count);

#endif
