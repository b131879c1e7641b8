#ifndef FORMATS_SCOPE_H
#define FORMATS_SCOPE_H

/*
 * The scope of a verdict (scope.def) as one line, which every format of the report
 * states: "x86_64; resources suffice: ...; C library: as GNU's".
 */
typedef enum scope_item {
#define SCOPE(NAME, TEXT) SCOPE_##NAME,
#include "formats/scope.def"
  SCOPE_COUNT
} scope_item;

typedef struct scope { char *text[SCOPE_COUNT]; } scope;

/* The item applies, with this word for its %s.  Once for each item. */
void scope_say(scope *, scope_item, const char *word);
char *scope_line(const scope *);        /* items that apply; to be freed */
void scope_release(scope *);

#endif
