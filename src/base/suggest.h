#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* Insertions, deletions, replacements and swaps of neighbours that change one
 * word into the other. */
size_t suggest_distance(const char *, const char *);

/* The candidate that the misspelt word most likely meant; the first of the
 * nearest.  NULL when none is near enough to be worth saying. */
const char *suggest_nearest(const char *word, const char *const *candidates,
                            size_t count);

#endif
