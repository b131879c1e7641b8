#ifndef FILES_YAML_READ_H
#define FILES_YAML_READ_H

#include "files/json_read.h"

/*
 * Reads the YAML that verification tools exchange: block and flow collections,
 * plain and quoted scalars, block scalars (| and >), comments.  No anchors, tags,
 * complex keys or second documents: those are refused, not guessed at.  Every
 * scalar is a string; a value that is not there is null.
 */
json_value *yaml_parse(const char *text, char **message);

#endif
