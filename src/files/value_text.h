#ifndef FILES_VALUE_TEXT_H
#define FILES_VALUE_TEXT_H

#include "files/testcase.h"

/* An input for people: `x = -5 (0xfffffffb)`, `name = "root"`, `data = {0x89, 0x50}, then
 * 62 zero bytes`.  To be freed. */
char *value_text(const testcase_input *);

#endif
