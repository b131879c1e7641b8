/* uzlib: a deflated stream, byte by byte. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tinf.h>

static const uint8_t *next, *end;

static unsigned char take(struct TINF_DATA *d) {
  (void)d;
  return next < end ? *next++ : 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static unsigned char out[1024];
  TINF_DATA d;
  next = data, end = data + size;
  uzlib_init();
  memset(&d, 0, sizeof d);
  uzlib_uncompress_init(&d, NULL, 0);
  d.source = NULL;
  d.readSource = take;
  d.destStart = d.dest = out;
  d.destSize = sizeof out;
  uzlib_uncompress(&d);
  return 0;
}
