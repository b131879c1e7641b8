#ifndef FILES_UTF8_H
#define FILES_UTF8_H

#include <stdint.h>

/* The length in bytes of the UTF-8 character at the text's start, and its code;
 * 0: it is none.  Neither longer forms than needed nor surrogates nor numbers
 * past 0x10ffff are characters.  The text ends with a NUL. */
unsigned utf8_read(const char *, uint32_t *code);

/* Writes the character to `out`, which has room for four bytes; its length. */
unsigned utf8_write(uint32_t code, char *out);

#endif
