#ifndef COMPACT_ASKED_H
#define COMPACT_ASKED_H

#include "compact/iteration.h"

/*
 * Inputs that an iteration asks for.  Each iteration gets values of its own,
 * yet a template has one list of symbols for all of them.  That is no loss
 * where no iteration sees another one's inputs: they occur in conditions
 * without anything that the loop carries, and in carried values that nothing
 * else in the loop reads.  What is left of the loop then depends on the last
 * iteration's inputs alone, and whatever serves the last iteration serves all.
 *
 * The inputs of the iteration that is not taken any more are those that the
 * state will ask for next: their symbols are known before they are asked for.
 */
typedef struct asked {
  VEC(const input *) inputs;    /* oldest first; the iteration's */
  VEC(uint32_t) from;           /* symbols in the iteration ... */
  VEC(expr) repeated;           /* ... in all iterations of the template ... */
  VEC(expr) next;               /* ... and in the iteration after */
  VEC(uint32_t) firsts;         /* of `repeated`: an input's first symbol */
} asked;

/* False: another iteration sees them, or they are of a kind that it cannot
 * say. */
bool asked_init(asked *, exec *, const iteration *, const carried_list *,
                const state *);
void asked_release(asked *);

/* The term for iterations of the template, or for the one after it. */
expr asked_repeat(const asked *, expr_table *, expr);
expr asked_advance(const asked *, expr_table *, expr);

#endif
