#ifndef FINDING_GATE_H
#define FINDING_GATE_H

#include "finding/session.h"

/* Re-execution of models: the invariant is in gate.c. */

/* To be called when the executors and the start state are there. */
exec_hooks gate_twin_hooks(session *);

/* Time is up, or a signal came, and what all re-executions together have after
 * that is used up. */
bool gate_is_late(const session *);

/* A state after templates has models that take few iterations and models that
 * take billions: it is narrowed to short ones, if there are any.  Like the
 * state itself in all else; the caller frees it. */
state *gate_with_short_model(const session *, const state *);

/* What is kept of the last confirmation. */
void gate_forget(session *);

/* Whether the inputs, taken concretely, end the program as predicted. */
bool gate_confirms(session *, const fixed_inputs *, const state *end,
                   const ending *predicted);

/* Runs the program on the inputs, and zero behind them, for at most so many instructions,
 * which are subtracted.  True: it ended, and s->twin_end is how. */
bool gate_run(session *, const fixed_inputs *, uint64_t *fuel);

/* Inline assembly's outputs are made up: what depends on one may never happen.
 * The reason why they were made up, if the state's path depends on one; or
 * NULL. */
const char *gate_made_up_by(const session *, const state *,
                            const fixed_inputs *);

/* A copy of the state that has a model for which what was made up most likely plays no
 * part: the path holds for some values of it.  NULL: there is none. */
state *gate_without_made_up(const session *, const state *, const fixed_inputs *);

#endif
