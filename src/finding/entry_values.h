#ifndef FINDING_ENTRY_VALUES_H
#define FINDING_ENTRY_VALUES_H

#include "finding/session.h"

/* Of a bug of --entry that depends on no argument: the variable that its path looks at
 * and that functions write which the entered one does not call; NULL: there is none, and
 * the bug happens however the function is called. */
const char *entry_find_value(session *, const state *end, const fixed_inputs *);

#endif
