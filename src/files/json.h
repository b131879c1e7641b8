#ifndef FILES_JSON_H
#define FILES_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Writes JSON, a member a line.  Inside an object every call gives a key, inside an array
 * the key is NULL. Strings may hold anything: a byte outside valid UTF-8 becomes U+FFFD, so
 * every reader accepts the result.
 */
typedef struct json {
  FILE *out;
  unsigned depth;
  bool has_member;              /* the innermost container has a member already */
} json;

void json_begin(json *, const char *key, char bracket);         /* '{' or '[' */
void json_end(json *, char bracket);                            /* '}' or ']' */
void json_string(json *, const char *key, const char *);        /* NULL: null */
void json_number(json *, const char *key, uint64_t);
void json_real(json *, const char *key, double);                /* finite */
void json_ms(json *, const char *key, double ms);
void json_bool(json *, const char *key, bool);

/* The text in quotes. */
void json_put_string(FILE *, const char *);

#endif
