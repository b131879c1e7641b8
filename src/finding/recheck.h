#ifndef FINDING_RECHECK_H
#define FINDING_RECHECK_H

#include "finding/session.h"

/*
 * --check-invariants: a proof that rests on invariants is made again from the program's
 * start, by Z3 alone and with nothing but the invariants themselves (merger_for_check).
 * What does not hold is counted as a cut, so that nothing is proved.  A contender does so
 * before it says that it has ended: one that is refused decides nothing.  True: all was
 * proved again; false also if that was not asked for or there is no proof.
 */
bool recheck_proof(session *);

#endif
