/* tinf: a deflated stream. */
#include <stddef.h>
#include <stdint.h>
#include <tinf.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static unsigned char out[4096];
  unsigned length = sizeof out;
  tinf_init();
  tinf_uncompress(out, &length, data, (unsigned)size);
  return 0;
}
