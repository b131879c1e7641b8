/* zlib: deflate any bytes. */
#include "begin.h"

#include <zlib.h>

static void use(unsigned char *in) {
  unsigned char out[4 * LENGTH + 64];
  z_stream z;
  memset(&z, 0, sizeof z);
  if (deflateInit2(&z, 6, Z_DEFLATED, -9, 1, Z_DEFAULT_STRATEGY) != Z_OK) return;
  z.next_in = in;
  z.avail_in = LENGTH;
  z.next_out = out;
  z.avail_out = sizeof out;
  deflate(&z, Z_FINISH);
  deflateEnd(&z);
}
