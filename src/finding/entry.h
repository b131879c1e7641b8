#ifndef FINDING_ENTRY_H
#define FINDING_ENTRY_H

#include "finding/session.h"

/* Runs of an incomplete program: any function as the start, missing functions and
 * variables. */
bool entry_is_incomplete(const options *);
void entry_set_options(const options *, exec_options *);

/* NULL, or a message to be freed: a name in the options is missing in the program. */
char *entry_check(const options *, const ir_program *);

/* Notes in the bug the objects made up for its path, and writes the harness that builds the
 * objects natively under the number of the bug's test. */
void entry_describe(session *, const state *, const fixed_inputs *,
                    session_bug *);

#endif
