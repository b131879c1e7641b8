#ifndef FILES_TYPED_TEXT_H
#define FILES_TYPED_TEXT_H

#include "ir/ir.h"

/* Bytes as a value of a C type, as people write it: 17.5, 'a', "text", NULL, RED,
 * {.x = 1, .tail = {0, 5}}.  False, and nothing is written, if the type says nothing of so many
 * bytes. */
bool typed_text_put(const ir_program *, uint32_t type, const uint8_t *bytes, uint32_t size,
                    FILE *);

/* The same; what a pointer points to is written by the function, which returns false if it does
 * not know. */
typedef bool typed_text_pointer(void *context, uint32_t type, uint64_t address, FILE *);
bool typed_text_put_with(const ir_program *, uint32_t type, const uint8_t *bytes, uint32_t size,
                         typed_text_pointer *, void *context, FILE *);

/* The type of the input of that name and size; 0: not known. */
uint32_t typed_text_find(const ir_program *, const char *name, uint32_t size);

#endif
