#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* Insertions, deletions, replacements and swaps of neighbours between two words. */
size_t suggest_distance(const char *, const char *);

/* The nearest candidate of a misspelt word, the first of equals; NULL: no candidate is near
 * enough. */
const char *suggest_nearest(const char *word, const char *const *candidates,
                            size_t count);

#endif
