#ifndef EXPLORE_GUIDE_H
#define EXPLORE_GUIDE_H

#include "exec/exec.h"

/*
 * How far states are from code of the user's that no path has run: branch
 * edges not taken, functions not entered.  Distances are counted in blocks
 * over the control flow of the whole program, calls included; what a state
 * will return to counts, too.
 *
 * Much of what was never run never can be.  So a target recedes the more often
 * a state was sent to it and did not reach it; distances only ever grow, and
 * one computed earlier is a lower bound.  A correct answer is obtained if this
 * is omitted: it only says which goes first.
 */
typedef struct guide guide;

enum { GUIDE_FAR = 255 };

guide *guide_new(exec *);
void guide_free(guide *);

/* At most GUIDE_FAR; and the target meant, for guide_sent. */
uint32_t guide_distance(guide *, const state *, uint32_t *target);

/* The state runs next, for that target: counts, and now and then looks at what
 * is covered by now. */
void guide_sent(guide *, const state *, uint32_t target);

/* How often a state was sent from where this one stands in the user's code. */
uint32_t guide_sent_from(const guide *, const state *);

#endif
