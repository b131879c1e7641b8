/* zlib: inflate any bytes. */
#include "begin.h"

#include <zlib.h>

static void use(unsigned char *in) {
  unsigned char out[4 * LENGTH];
  z_stream z;
  memset(&z, 0, sizeof z);
  if (inflateInit2(&z, -15) != Z_OK) return;
  z.next_in = in;
  z.avail_in = LENGTH;
  z.next_out = out;
  z.avail_out = sizeof out;
  inflate(&z, Z_FINISH);
  inflateEnd(&z);
}
