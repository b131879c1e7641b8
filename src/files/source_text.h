#ifndef FILES_SOURCE_TEXT_H
#define FILES_SOURCE_TEXT_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A C file as text, for finding the call, the condition or the loop at a line and column.
 * `code` is the text with blanks for comments, contents of literals and directives, so
 * every bracket counts. Lines and columns count from 1, columns in bytes, as clang's.
 */
typedef struct source_text {
  char *path;
  char *text, *code;            /* of equal size */
  size_t size;
  VEC(size_t) lines;            /* offsets of their beginnings */
} source_text;

#define SOURCE_NOWHERE SIZE_MAX

/* NULL, or a message to be freed. */
char *source_read(source_text *, const char *path);
void source_release(source_text *);

size_t source_at(const source_text *, uint32_t line, uint32_t column);
void source_place(const source_text *, size_t at, uint32_t *line,
                  uint32_t *column);

/* The first non-blank from there on. */
size_t source_skip(const source_text *, size_t at);
/* Whether exactly this word begins there. */
bool source_is_word(const source_text *, size_t at, const char *word);
size_t source_word_end(const source_text *, size_t at);
/* The matching bracket of the bracket there; SOURCE_NOWHERE. */
size_t source_close(const source_text *, size_t open);

/* The parentheses of the condition of the `if`, `while`, `switch`, `for` or `do` there: of
 * a `for` the semicolons around the condition. */
bool source_condition(const source_text *, size_t keyword, size_t *begin,
                      size_t *end);

/* The first character of the call with its closing parenthesis there. */
size_t source_call_begin(const source_text *, size_t close);

#endif
