#ifndef FINDING_TRACE_H
#define FINDING_TRACE_H

#include "finding/session.h"

/* How a path came to a bug. */

/* The user's frames, innermost first, and the bug's identity: its kind and its sites.
 * Repeated calls by recursion count once. */
void trace_stack(session *, const state *, const ending *, session_bug *);

/* The last branches before the bug: re-executes the bug's model once more, unless too
 * expensive.  The trace's list is the caller's to release. */
void trace_branches(session *, const fixed_inputs *, const state *,
                    const ending *, session_bug *, exec_trace *);

#endif
