#ifndef BASE_SOURCE_NAMES_H
#define BASE_SOURCE_NAMES_H

#include <stdbool.h>

/*
 * How a run names source files: relative to a root, or absolute if outside it.  All reports
 * use these names; a reader of a file asks for the path.  The root is the working directory
 * unless source_names_set_root has said otherwise.
 */

/* False, and errno is set: no such directory. */
bool source_names_set_root(const char *directory);

/* The absolute path of the root; valid until it is set. */
const char *source_names_root(void);

/* The name of a file that the compiler called `file` while it worked in `directory`.  A file
 * that is no longer there but has a namesake below the root is taken for that one: trees are
 * moved after they were built.  To be freed. */
char *source_names_of(const char *directory, const char *file);

/* Where the file of that name is.  To be freed. */
char *source_names_path(const char *name);

#endif
