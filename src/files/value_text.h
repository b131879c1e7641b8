#ifndef FILES_VALUE_TEXT_H
#define FILES_VALUE_TEXT_H

#include "files/testcase.h"
#include "ir/ir.h"

/* An input for people: `x = -5 (0xfffffffb)`, `name = "root"`, `data = {0x89, 0x50}, then
 * 62 zero bytes`; by its type where the program (or NULL) knows that.  To be freed. */
char *value_text(const ir_program *, const testcase_input *);

void value_text_put_bytes(FILE *, const uint8_t *bytes, uint32_t size);

#endif
