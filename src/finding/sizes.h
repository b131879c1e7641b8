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

#endif
