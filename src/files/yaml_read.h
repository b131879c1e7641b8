#ifndef FILES_YAML_READ_H
#define FILES_YAML_READ_H

#include "files/json_read.h"

/*
 * Reads the YAML of verification tools: block and flow collections, plain and quoted
 * scalars, block scalars (| and >), comments.  Anchors, tags, complex keys and second
 * documents are refused, not guessed at.  Every scalar is a string; a missing value is
 * null.
 */
json_value *yaml_parse(const char *text, char **message);

#endif
