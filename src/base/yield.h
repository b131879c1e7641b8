#ifndef BASE_YIELD_H
#define BASE_YIELD_H

#include <stdint.h>

/*
 * A point within a long computation of the solver or of diagrams where the process may let
 * others go first.  A process that shares a core by counted work sets the hook.
 *
 * The contract of a hook: it waits, sends messages and runs other processes, but makes no
 * term, no diagram and no query, since handles, memo tables and an open query of the
 * computation are live below it.  A hook that yields again is an error of ours.
 *
 * `work` is done since the last such point and is in no statistic yet: conflicts of
 * CaDiCaL's, or equal work of small queries (solver_weigh).
 */
extern void (*yield_hook)(uint64_t work);

void yield(uint64_t work);

#endif
