/* zlib: deflate any bytes. */
#include <braid.h>
#include <string.h>

#include <zlib.h>

#ifndef LENGTH
#define LENGTH 64
#endif

int main(void) {
  unsigned char in[LENGTH], out[4 * LENGTH + 64];
  z_stream z;
  memset(&z, 0, sizeof z);
  braid_make_symbolic(in, sizeof in, "in");
  if (deflateInit2(&z, 6, Z_DEFLATED, -9, 1, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  z.next_in = in;
  z.avail_in = sizeof in;
  z.next_out = out;
  z.avail_out = sizeof out;
  deflate(&z, Z_FINISH);
  deflateEnd(&z);
  return 0;
}
