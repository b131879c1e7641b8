/* GNU's writes as few digits as there are: setup/musl edits the format. */
#include "../world.h"

#include "src/network/ether.c"
