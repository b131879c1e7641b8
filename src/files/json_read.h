#ifndef FILES_JSON_READ_H
#define FILES_JSON_READ_H

#include <stddef.h>
#include <stdint.h>

/*
 * Reads JSON: a value is a node of a tree, members and elements are a list.  Every function
 * accepts NULL for a missing value, so a reader only states the wanted members.
 */
typedef enum json_kind {
  JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY,
  JSON_OBJECT
} json_kind;

typedef struct json_value {
  json_kind kind;
  char *key;                    /* of a member; else NULL */
  char *text;                   /* of a string, in UTF-8; NUL is U+FFFD */
  double number;
  uint64_t whole;               /* of a whole number, as far as it fits */
  struct json_value *first, *next;
} json_value;

/* NULL, and a message to be freed, if the text is no JSON. */
json_value *json_parse(const char *text, char **message);
void json_free(json_value *);

const json_value *json_get(const json_value *, const char *key);
const char *json_text(const json_value *);      /* NULL: no string */
uint64_t json_whole(const json_value *);        /* 0: no number */
double json_double(const json_value *);
uint32_t json_length(const json_value *);       /* members or elements */

#endif
