#ifndef FINDING_GATE_H
#define FINDING_GATE_H

#include "finding/session.h"

/* Re-execution of models: the invariant is in gate.c. */

/* To be called when the executors and the start state are there. */
exec_hooks gate_twin_hooks(session *);

/* Time is up, or a signal came, and the time for all re-executions afterwards is spent. */
bool gate_is_late(const session *);

/* A state after templates has models with few iterations and models with billions: narrows
 * a copy of the state to short models, if there are any; the caller frees the copy. */
state *gate_with_short_model(const session *, const state *);

/* Frees the results of the last confirmation. */
void gate_forget(session *);

/* Whether the inputs, taken concretely, end the program as predicted. */
bool gate_confirms(session *, const fixed_inputs *, const state *end,
                   const ending *predicted);

/* Runs the program on the inputs, followed by zeros, for at most so many instructions,
 * which are subtracted. True: ended; s->twin_end is the end. */
bool gate_run(session *, const fixed_inputs *, uint64_t *fuel);

/* Inline assembly's outputs are made up: an event that depends on one may never happen.
 * The reason for making up, if the state's path depends on such an output; or NULL. */
const char *gate_made_up_by(const session *, const state *,
                            const fixed_inputs *);

/* A copy of the state with a model in which made-up values most likely play no part: the
 * path holds for some of their values.  NULL: none. */
state *gate_without_made_up(const session *, const state *, const fixed_inputs *);

#endif
