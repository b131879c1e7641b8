/* GNU's result is never negative where a long has 64 bits: setup/musl edits it. */
#include "../world.h"

#include "src/misc/a64l.c"
