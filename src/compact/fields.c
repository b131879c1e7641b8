#include "compact/fields.h"

/* What templates keep in a state. */

#define EXTENSION_FIELDS compact_fields
#define EXTENSION_TABLE "compact/state.def"
#include "exec/extension_table.h"

EXTENSION(compact, NULL, NULL)
