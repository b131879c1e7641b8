#include "files/xml.h"

#include "files/utf8.h"

void xml_text(FILE *out, const char *text) {
  while (*text) {
    const unsigned char c = (unsigned char) *text;
    uint32_t code;
    unsigned length = utf8_read(text, &code);
    if (c == '<') fputs("&lt;", out);
    else if (c == '>') fputs("&gt;", out);
    else if (c == '&') fputs("&amp;", out);
    else if (c == '"') fputs("&quot;", out);
    /* XML 1.0 has no way to write control characters at all. */
    else if (!length || (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
             code == 0xfffe || code == 0xffff)
      fputs("\xef\xbf\xbd", out);
    else fwrite(text, 1, length, out);
    text += length ? length : 1;
  }
}
