#ifndef FINDING_ENTRY_VALUES_H
#define FINDING_ENTRY_VALUES_H

#include "finding/session.h"

/* For a bug of --entry that depends on no argument: the variable read on the path and
 * written by functions that the entered function does not call; NULL: none, and the bug
 * happens in every call of the function. */
const char *entry_find_value(session *, const state *end, const fixed_inputs *);

#endif
