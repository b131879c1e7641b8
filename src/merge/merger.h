#ifndef MERGE_MERGER_H
#define MERGE_MERGER_H

#include "ir/annotate.h"
#include "merge/join.h"
#include "merge/lattice.h"

/*
 * Joins by lattices: which one is the annotation's at whose place two states
 * meet, else the option's.
 *
 * What a join forgets is replaced by symbols of the class SYMBOL_ABSTRACT and
 * what the lattice says of them.  The joined state denotes all that the two
 * did and perhaps for more: it can prove, but what goes wrong in it need not go
 * wrong in the program.  No abstract symbol is an input, so the re-execution of
 * a model's inputs decides; what it does not confirm is only possible, and the
 * join to blame is named.  A place that is to blame can be refined: from then on
 * it joins exactly.
 */
typedef struct merger merger;

/* One join that lost something. */
typedef struct abstraction {
  uint32_t site, place;         /* of the instruction where they met */
  const char *kind;             /* of lattice */
  uint32_t first, last;         /* its symbols are among these */
} abstraction;

typedef struct merger_stats {
  uint64_t abstracted;          /* values that became abstract */
  uint64_t same;                /* ... or were equal */
  uint64_t folded;              /* iterations that an earlier one covers */
  uint64_t widened;             /* ... and that were joined with an earlier one */
  uint64_t returned;            /* states that came back to a loop to be folded */
  uint64_t invariants;          /* candidates that were assumed, in all rounds */
  uint64_t unknown;             /* annotations whose expressions had no value */
} merger_stats;

/* `everywhere` is for places without annotation. */
merger *merger_new(exec *, const lattice_sizes *everywhere);
void merger_free(merger *);
merger_stats merger_get_stats(const merger *);

/* As join_states. */
state *merger_join(merger *, const state *, const state *, join_stats *);

/* A state that goes on from the annotated body of a loop whose iterations are
 * to be folded; else it is always new. */
typedef enum revisit {
  REVISIT_NEW,                  /* it goes on */
  REVISIT_COVERED,              /* subsumed by one that went on before */
  REVISIT_WIDER,                /* *wider goes on in its place */
  REVISIT_BOTH                  /* both go on */
} revisit;
revisit merger_revisit(merger *, const state *, state **wider, join_stats *);

/* The same at the head of a loop, for what invariants say of the values that it
 * changes: see invariant.c. */
revisit merger_fold(merger *, state *, state **wider, join_stats *);
/* What one iteration does not keep may be kept by more of them: see induction.c.  False:
 * there are no more to try.  Else, and if it wants so by itself, exploration starts
 * anew. */
bool merger_deepen(merger *);
/* Whether iterations of a loop are counted in which the state is, or was: it must be folded
 * at each of its heads. */
bool merger_counts_heads(const merger *, const state *);
bool merger_starts_anew(merger *);
uint32_t merger_restarts(const merger *);       /* how often that was */
/* Whether a wider state went on in the place of one that this comes from: so it need
 * not go on. */
bool merger_is_void(const merger *, const state *);

/*
 * Recursion.  A state that enters a function that may call itself does not go on in it:
 * what is known of all such calls does.  One state denotes them all, at the function's
 * entry, widened as at the head of a loop; what is claimed of all returns is weakened by
 * each return of it, and each call goes on as if it had returned what is claimed.  See
 * contract.c.
 */
typedef VEC(state *) merger_states;
/* Whether a function of the program's own code may call itself. */
bool merger_has_recursion(const ir_program *);
/* Which functions these are, for exec_strategy. */
const uint32_t *merger_find_recursion(merger *);
/* The state has just entered a function.  `born` are the states that go on; false: this one
 * does, and executes the call. */
bool merger_call(merger *, const state *, merger_states *born);
/* A state that denotes all calls has returned. */
void merger_return(merger *, const state *, merger_states *born);
/* Whether calls may go on for ever, or be nested deeper than half of the stack; and
 * where. */
bool merger_has_endless_calls(const merger *, uint32_t *place);
bool merger_has_deep_calls(const merger *, uint32_t *place);
/* What is claimed of returns, for each function: symbols are a parameter's value, a
 * result, or the value of a variable before the call or after it. */
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

/* From now on iterations that take an input need a rank, too: see ranking.c. */
void merger_rank_all(merger *);
/* Whether a loop may go on for ever with no input and no output, and its place. */
bool merger_has_unranked(const merger *, uint32_t *place);

/* Each BRAID_INVARIANT that was asked: whether it is inductive, as far as is known. */
uint32_t merger_proposal_count(const merger *);
bool merger_proposal_is_kept(const merger *, uint32_t, uint32_t *place);

/* For tests of the check: each n-th candidate is taken as proved, which it is not. */
void merger_plant(merger *, uint32_t n);

/*
 * A merger that finds nothing: it has the invariants that the other one found, and
 * the executor, which has another solver now, is to go through the program again.  A
 * state that comes to the head of a loop that was folded must be covered by what holds
 * there; the first one gives way to that.  So all is proved anew: that invariants hold
 * at first, that an iteration keeps them, that ranks get smaller, and what was concluded
 * behind the loop; nothing is taken from how they were found.
 */
merger *merger_for_check(const merger *, exec *);
/* Whether a state was not covered: where, and what does not hold of it; {0}: it has
 * another form. */
bool merger_is_refuted(const merger *, uint32_t *place, expr *term);

/* Whether a run of what was checked may go on for ever though each loop has a rank. */
bool merger_missed_rank(const merger *);

/* What is assumed of the values at the heads of loops that were folded, and the state
 * that went on from there. */
typedef void merger_visit(void *context, const state *head, expr invariant);
void merger_each_invariant(const merger *, merger_visit *, void *context);

/* The join to blame for what went wrong in the state; NULL: it is precise. */
const abstraction *merger_blame(const merger *, const state *);

/* The join to blame is exact from now on; false: it is already, or there is
 * none.  What was explored so far is to be explored anew. */
bool merger_refine(merger *, const state *);
/* Forgets what went on before: exploration starts anew. */
void merger_restart(merger *);

/* For ir_check_annotations: NULL or what is wrong. */
char *merger_check_annotation(uint64_t kind, const ir_argument *expressions,
                              uint32_t count);

#endif
