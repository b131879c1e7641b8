#ifndef FINDING_OPTIMISTIC_H
#define FINDING_OPTIMISTIC_H

#include "finding/session.h"

/*
 * A path ended since the solver could not decide a side of a branch.  The side's condition
 * with only the directly connected conjuncts of the path is mostly an easy query, and its
 * answer often an input that gets there, or to another new place: the input is run with
 * concrete values, and with new coverage goes into the corpus, and is followed as a seed.
 * The path stays cut: no verdict depends on this.
 */
void optimistic_try(session *, const state *);

#endif
