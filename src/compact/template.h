#ifndef COMPACT_TEMPLATE_H
#define COMPACT_TEMPLATE_H

#include "compact/iteration.h"

/*
 * A template: a way round the loop, any number of times.  Where the first impossible
 * iteration has a closed form, the form is the number of iterations, and the loop is
 * replaced by terms; otherwise the number is a fresh symbol of 64 bits.  The state becomes
 * the state after that many iterations along the way, on the condition that each was
 * possible and the next is not; from there the state runs as usual, so exits and errors are
 * found where the program has them, and iterations along other ways are taken one by one.
 *
 * A concrete run determines the number, so the state denotes exactly the states of
 * unrolling; a run that never leaves the loop is not included.  A correct answer is
 * obtained if any template is omitted.
 */
typedef struct application {
  refusal refusal;              /* REFUSED_NONE: applied */
  expr stays;                   /* where the loop is never left, excluded from the state;
                                 * {0}: unknown */
  bool may_stay;                /* ... so some run may never leave the loop */
  bool is_endless;              /* no run leaves the loop: nothing was applied */
  expr first;                   /* condition of the first iteration */
} application;

typedef struct template_rules {
  uint64_t most_spelled_out;    /* iterations; with more a quantifier is used */
} template_rules;

application template_apply(prober *, exec *, const iteration *, carried_list *,
                           state *, const template_rules *);

#endif
