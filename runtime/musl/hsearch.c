/* GNU's sets errno where nothing is found: setup/musl edits it. */
#include "../world.h"

#include <errno.h>

#include "src/search/hsearch.c"
