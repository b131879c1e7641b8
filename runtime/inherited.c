/*
 * Answers that depend on what the program inherits, where the program looks at them
 * (posix/inherited.def).  The functions are weak: those that it does not call are not linked.
 */
#include "libc.h"

#define ASSUMPTION(NAME, WORD, TEXT) \
  static const char text_##NAME[] __attribute__((unused)) = TEXT;
#include "posix/assumptions.def"

typedef void handler(int);

#define INHERITED(TYPE, NAME, PARAMETERS, ARGUMENTS) \
  WEAK TYPE NAME PARAMETERS; \
  TYPE __braid_near_##NAME PARAMETERS; \
  TYPE __braid_near_##NAME PARAMETERS { \
    __braid_note_here(text_INHERITED); \
    return NAME ARGUMENTS; \
  }
#include "posix/inherited.def"

/* Those with a mode only if a file may be made; one that is not there is not read. */
WEAK int open(const char *, int, ...);
int __braid_near_open(const char *, int, ...);
int __braid_near_open(const char *path, int flags, ...) {
  __braid_note_here(text_INHERITED);
  va_list more;
  va_start(more, flags);
  const unsigned mode = flags & 0100 ? va_arg(more, unsigned) : 0;
  va_end(more);
  return open(path, flags, mode);
}
