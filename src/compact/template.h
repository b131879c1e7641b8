#ifndef COMPACT_TEMPLATE_H
#define COMPACT_TEMPLATE_H

#include "compact/iteration.h"

/*
 * A template: one way round the loop, any number of times.  Where the first
 * iteration that cannot be taken has a closed form, too, that is the number of
 * iterations, and nothing is left of the loop but terms; else it is a fresh
 * symbol of 64 bits.  The state becomes the one after that many iterations
 * along the way, on the condition that each of them could be taken and that the
 * next one cannot; from there it goes on as any state does, so exits and errors
 * are found where the program has them, and iterations along other ways are
 * taken one by one.
 *
 * A concrete run determines the number, so the states that this one denotes
 * are just those that unrolling would reach; a run that never leaves the loop
 * is not among them.  A correct answer is obtained if any template is omitted.
 */
typedef struct application {
  refusal refusal;              /* REFUSED_NONE: it was applied */
  expr stays;                   /* where the loop is never left, of which the
                                 * state says nothing any more; {0}: not known */
  bool may_stay;                /* ... so some run may never leave it */
  bool is_endless;              /* no run leaves the loop: nothing was applied */
  expr first;                   /* what the first iteration needs */
} application;

typedef struct template_rules {
  uint64_t most_spelled_out;    /* iterations, else a quantifier says it */
} template_rules;

application template_apply(prober *, exec *, const iteration *, carried_list *,
                           state *, const template_rules *);

#endif
