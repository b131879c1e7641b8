#ifndef CLI_RECHECK_H
#define CLI_RECHECK_H

#include "cli/session.h"

/*
 * --check-invariants: a proof that rests on invariants is made again from the program's
 * start, by Z3 alone and with nothing but the invariants themselves (merger_for_check).
 * What does not hold is counted as a cut, so that nothing is proved.  True: all holds.
 */
bool recheck_invariants(session *);

#endif
