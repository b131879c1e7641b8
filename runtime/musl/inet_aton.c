/* GNU's takes what follows white space for no part of the address: setup/musl edits it. */
#include "../world.h"

#include <ctype.h>

#include "src/network/inet_aton.c"
