#ifndef COMPACT_ASKED_H
#define COMPACT_ASKED_H

#include "compact/turn.h"

/*
 * Inputs that a turn asks for.  Each turn gets values of its own, yet a template
 * has one list of symbols for all of them.  That is no loss where no turn sees
 * another one's inputs: they occur in conditions without anything that the loop
 * carries, and in carried values that nothing else in the loop reads.  What is
 * left of the loop then depends on the last turn's inputs alone, and whatever
 * serves the last turn serves all.
 *
 * The inputs of the turn that is not taken any more are those that the state
 * will ask for next: their symbols are known before they are asked for.
 */
typedef struct asked {
  VEC(const input *) inputs;    /* oldest first; the turn's */
  VEC(uint32_t) from;           /* symbols in the turn ... */
  VEC(expr) repeated;           /* ... in all turns of the template ... */
  VEC(expr) next;               /* ... and in the turn after */
  VEC(uint32_t) firsts;         /* of `repeated`: an input's first symbol */
} asked;

/* False: another turn sees them, or they are of a kind that it cannot say. */
bool asked_init(asked *, exec *, const turn *, const carried_list *,
                const state *);
void asked_release(asked *);

/* Whether the term depends on them. */
bool asked_occurs(const asked *, expr_table *, expr);
/* The term for turns of the template, or for the one after it. */
expr asked_repeat(const asked *, expr_table *, expr);
expr asked_advance(const asked *, expr_table *, expr);

#endif
