/* wide_memory.h */
#include "wide_memory.h"

#include <wchar.h>

/* mbtowc() of a NUL is 0 long, which would be written for ever. */
static int next_wide(wchar_t *to, const char *from, size_t size) {
  const int length = mbtowc(to, from, size);
  return length ? length : 1;
}

#include "src/stdio/vswprintf.c"
