#include "explore/part.h"

/* What the scheduler keeps in a state. */

static void begin(void *part) { ((explore_part *) part)->share = 1; }

#define EXTENSION_PART explore_part
#define EXTENSION_TABLE "explore/state.def"
#include "exec/extension_table.h"

EXTENSION(explore, begin, NULL)
