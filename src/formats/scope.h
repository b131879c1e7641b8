#ifndef FORMATS_SCOPE_H
#define FORMATS_SCOPE_H

/*
 * The scope of a verdict (scope.def) as a line, stated in every format of the report:
 * "x86_64; resources suffice: ...; C library: as GNU's".
 */
typedef enum scope_item {
#define SCOPE(NAME, TEXT) SCOPE_##NAME,
#include "formats/scope.def"
  SCOPE_COUNT
} scope_item;

typedef struct scope { char *text[SCOPE_COUNT]; } scope;

/* The item applies, with this word for its %s.  Once for each item. */
void scope_say(scope *, scope_item, const char *word);
char *scope_line(const scope *);        /* applicable items; to be freed */
void scope_release(scope *);

#endif
