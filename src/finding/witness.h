#ifndef FINDING_WITNESS_H
#define FINDING_WITNESS_H

#include "finding/invariants.h"
#include "finding/session.h"
#include "formats/witness.h"

/*
 * Witnesses of what a run found.  A bug's holds the values that the program's
 * nondeterministic functions returned, in order; where an input is none of those,
 * also the branches that were taken.  The calls and conditions are looked up in
 * the sources by the places that the compiler noted; what cannot be found there is
 * left out, which makes the witness say less.
 */
void witness_of_bug(const session *, const exec_trace *, const session_bug *,
                    witness *);

/* Of a program in which every path was explored, with those invariants that are C and
 * of a loop whose keyword is in one of the files given. */
void witness_of_proof(const session *, const invariant_list *, witness *);

#endif
