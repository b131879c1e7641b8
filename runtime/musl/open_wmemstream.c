/* wide_memory.h.  musl 1.2.3's also forgets what stands in the stream's buffer. */
#include "wide_memory.h"

#include "src/stdio/open_wmemstream.c"
