/* As multibyte.c; alone, since printf needs no more of these. */
#include "../world.h"

#include "src/multibyte/wcrtomb.c"
