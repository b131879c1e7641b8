#include "explore/fields.h"

/* What the scheduler keeps in a state. */

static void begin(void *part) { ((explore_fields *) part)->share = 1; }

#define EXTENSION_FIELDS explore_fields
#define EXTENSION_TABLE "explore/state.def"
#include "exec/extension_table.h"

EXTENSION(explore, begin, NULL)
