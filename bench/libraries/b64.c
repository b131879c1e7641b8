/* b64.c: encode a few bytes; decoding gives them back.  Decode any text. */
#include <braid.h>
#include <stdlib.h>

#include <b64.h>

#ifndef LENGTH
#define LENGTH 4
#endif

int main(void) {
  unsigned char bytes[LENGTH];
  size_t length = 0;
  braid_make_symbolic(bytes, sizeof bytes, "bytes");
  if (braid_bool("round trip")) {
    char *text = b64_encode(bytes, sizeof bytes);
    unsigned char *back = b64_decode_ex(text, 4 * ((LENGTH + 2) / 3), &length);
    braid_assert(length == LENGTH);
    for (size_t i = 0; i < LENGTH; i++) braid_assert(back[i] == bytes[i]);
    free(back);
    free(text);
  } else {
    free(b64_decode_ex((const char *) bytes, sizeof bytes, &length));
    braid_assert(length <= LENGTH);
  }
  return 0;
}
