#ifndef FINDING_RECHECK_H
#define FINDING_RECHECK_H

#include "finding/session.h"

/*
 * --check-invariants: repeats a proof by invariants from the program's start, by Z3 alone
 * and with only the invariants themselves (merger_for_check).  A failure is counted as a
 * cut, so nothing is proved.  A contender rechecks before reporting its end: a refused
 * contender decides nothing.  True: all was proved again; false also if not asked for or
 * without a proof.
 */
bool recheck_proof(session *);

#endif
