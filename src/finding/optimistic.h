#ifndef FINDING_OPTIMISTIC_H
#define FINDING_OPTIMISTIC_H

#include "finding/session.h"

/*
 * A path ended since the solver could not decide a side of a branch.  That side's
 * condition with only those conjuncts of the path that share inputs with it directly
 * is mostly an easy question, and its answer often an input that gets there, or
 * somewhere else that is new: it is run with concrete values, and if it covers what
 * nothing did it goes into the corpus, and is followed as a seed.  The path stays cut:
 * this is no part of any verdict.
 */
void optimistic_try(session *, const state *);

#endif
