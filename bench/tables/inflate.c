/* zlib: inflate any bytes. */
#include <braid.h>
#include <string.h>

#include <zlib.h>

#ifndef LENGTH
#define LENGTH 64
#endif

int main(void) {
  unsigned char in[LENGTH], out[4 * LENGTH];
  z_stream z;
  memset(&z, 0, sizeof z);
  braid_make_symbolic(in, sizeof in, "in");
  if (inflateInit2(&z, -15) != Z_OK) return 0;
  z.next_in = in;
  z.avail_in = sizeof in;
  z.next_out = out;
  z.avail_out = sizeof out;
  inflate(&z, Z_FINISH);
  inflateEnd(&z);
  return 0;
}
