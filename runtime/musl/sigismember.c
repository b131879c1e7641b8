/* GNU's refuses what is no signal: setup/musl edits it. */
#include "../world.h"

#include <errno.h>

#include "src/signal/sigismember.c"
