#ifndef EXPLORE_GUIDE_H
#define EXPLORE_GUIDE_H

#include "exec/exec.h"

/*
 * Distances of states from the user's code that no path has run: branch edges not taken,
 * functions not entered.  Distances are counted in blocks over the control flow of the
 * whole program, calls and pending returns included.
 *
 * Much unexecuted code is unreachable.  So a target recedes with each state sent there
 * without success; distances only ever grow, and an earlier distance is a lower bound.  A
 * correct answer is obtained if this is omitted: only the order depends on distances.
 */
typedef struct guide guide;

enum { GUIDE_FAR = 255 };

guide *guide_new(exec *);
void guide_free(guide *);

/* At most GUIDE_FAR; and the target meant, for guide_sent. */
uint32_t guide_distance(guide *, const state *, uint32_t *target);

/* The state runs next, for this target: counts, and now and then updates coverage. */
void guide_sent(guide *, const state *, uint32_t target);

/* How often a state was sent from this state's place in the user's code. */
uint32_t guide_sent_from(const guide *, const state *);

#endif
