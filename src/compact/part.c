#include "compact/part.h"

/* What templates keep in a state. */

#define EXTENSION_PART compact_part
#define EXTENSION_TABLE "compact/state.def"
#include "exec/extension_table.h"

EXTENSION(compact, NULL, NULL)
