/* Bytes from 128 on are no characters of GNU's locale C; musl has characters of its own for
 * them.  setup/musl edits that into musl's code. */
#include "../world.h"

#include "src/multibyte/btowc.c"
#include "src/multibyte/mbrtowc.c"
#include "src/multibyte/mbsrtowcs.c"
#include "src/multibyte/mbtowc.c"
#include "src/multibyte/wctob.c"
