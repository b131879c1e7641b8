#ifndef FILES_UTF8_H
#define FILES_UTF8_H

#include <stdint.h>

/* The length in bytes of the UTF-8 character at the text's start, and its code; 0: none.
 * Overlong forms, surrogates and numbers past 0x10ffff are no characters.  The text ends
 * with a NUL. */
unsigned utf8_read(const char *, uint32_t *code);

/* Writes the character to `out`, which has room for four bytes; its length. */
unsigned utf8_write(uint32_t code, char *out);

#endif
