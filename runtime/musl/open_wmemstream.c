/* musl 1.2.3's forgets what stands in the stream's buffer: setup/musl edits it. */
#include "src/stdio/open_wmemstream.c"
