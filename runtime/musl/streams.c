/* errno of the GNU C library where a stream is read that was opened for writing alone, or the
 * other way round: musl leaves it. */
#include "../world.h"

#include <errno.h>

#define __toread __musl_toread
#define __toread_needs_stdio_exit __musl_toread_needs_stdio_exit
#include "src/stdio/__toread.c"
#undef __toread
#undef __toread_needs_stdio_exit
#define __towrite __musl_towrite
#define __towrite_needs_stdio_exit __musl_towrite_needs_stdio_exit
#include "src/stdio/__towrite.c"
#undef __towrite
#undef __towrite_needs_stdio_exit

int __toread(FILE *f) {
  const int result = __musl_toread(f);
  if (f->flags & F_NORD && braid_world.is_gnu) errno = EBADF;
  return result;
}

int __towrite(FILE *f) {
  const int result = __musl_towrite(f);
  if (f->flags & F_NOWR && braid_world.is_gnu) errno = EBADF;
  return result;
}

void __toread_needs_stdio_exit(void) { __musl_toread_needs_stdio_exit(); }
void __towrite_needs_stdio_exit(void) { __musl_towrite_needs_stdio_exit(); }
