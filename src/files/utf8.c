#include "files/utf8.h"

#include <stdbool.h>

unsigned utf8_read(const char *text, uint32_t *code) {
  const unsigned char *p = (const unsigned char *) text;
  unsigned length = p[0] < 0x80             ? 1
                    : (p[0] & 0xe0) == 0xc0 ? 2
                    : (p[0] & 0xf0) == 0xe0 ? 3
                    : (p[0] & 0xf8) == 0xf0 ? 4
                                            : 0;
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  *code = p[0];
  if (length < 2) return length;
  *code = p[0] & (0x7fu >> length);
  for (unsigned i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80) return 0;        /* the NUL ends here, too */
    *code = *code << 6 | (p[i] & 0x3f);
  }
  bool valid = *code >= least[length] && *code <= 0x10ffff &&
               (*code < 0xd800 || *code > 0xdfff);
  return valid ? length : 0;
}

unsigned utf8_write(uint32_t code, char *out) {
  const unsigned more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static const unsigned char marks[] = {0, 0xc0, 0xe0, 0xf0};
  out[0] = (char) (marks[more] | code >> 6 * more);
  for (unsigned k = 1; k <= more; k++)
    out[k] = (char) (0x80 | (code >> 6 * (more - k) & 0x3f));
  return more + 1;
}
