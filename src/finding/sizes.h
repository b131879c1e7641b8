#ifndef FINDING_SIZES_H
#define FINDING_SIZES_H

#include "finding/session.h"

/*
 * Other sizes of the inputs that braid chose (inputs.h), for one contender in its own process: the
 * session's options and the program's start are replaced.  The first process, and so the verdict,
 * keeps the sizes that were chosen.
 */

/* The program's start with the next larger sizes; NULL: there are none, and nothing changed. */
const state *sizes_grow(session *);

/* ... with the small ones. */
const state *sizes_shrink(session *);

/* As explore_go; when all inputs are explored, goes on with the next larger sizes, those that were
 * chosen left out.  Alone, when the others are done: also when the latter half of what these sizes
 * cost found nothing new. */
explore_pause sizes_go(session *, uint64_t until, bool is_alone);

/* A test that covers what none in the run did. */
void sizes_note_news(const session *);

#endif
