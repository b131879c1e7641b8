#ifndef FINDING_WITNESS_H
#define FINDING_WITNESS_H

#include "finding/invariants.h"
#include "finding/session.h"
#include "formats/witness.h"

/*
 * Witnesses of a run's findings.  A bug's witness holds the values returned by the
 * program's nondeterministic functions, in order; for other inputs also the branches taken.
 * Calls and conditions are looked up in the sources by the compiler's places; anything not
 * found there is left out, which weakens the witness.
 */
void witness_of_bug(const session *, const exec_trace *, const session_bug *,
                    witness *);

/* Of a program with every path explored, with the invariants in C of loops with a keyword
 * in a given file. */
void witness_of_proof(const session *, const invariant_list *, witness *);

#endif
