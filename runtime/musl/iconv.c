/* Where the other code has no such character, musl writes a star and GNU ends. */
#include "../libc/differences.h"

#define iconv __musl_iconv
#include "src/locale/iconv.c"
#undef iconv

size_t iconv(iconv_t code, char **restrict in, size_t *restrict in_left, char **restrict out,
             size_t *restrict out_left) {
  const size_t result = __musl_iconv(code, in, in_left, out, out_left);
  if (result && result != (size_t) -1) __braid_note_here(differs_ICONV);
  return result;
}
