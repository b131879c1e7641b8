#ifndef EXEC_HOST_H
#define EXEC_HOST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Real files readable for the program under test: files below a directory, which is the
 * program's root and working directory.  A path is taken by its words, so ".." does not
 * climb above the root, and a symbolic link counts only if it ends below the root.  Each
 * file is read once and kept, so all paths and all re-executions see the same; nothing is
 * written.
 */
typedef struct host_files host_files;

typedef struct host_file {
  char *path;                   /* as written in the program */
  int error;                    /* an errno; 0: the rest is valid */
  bool is_outside;              /* the name leads outside the root */
  uint32_t mode;                /* st_mode */
  uint8_t *bytes;               /* contents; of a directory names with NULs */
  size_t size;
} host_file;

/* NULL and a message to be freed: no such directory. */
host_files *host_files_new(const char *root, char **message);
/* Those that belong to the system, none larger than so many bytes; NULL: there are none. */
#define HOST_SYSTEM "/usr"
host_files *host_files_of_system(size_t most);
void host_files_free(host_files *);             /* accepts NULL */

/* Never NULL; valid as long as the files are.  *is_new: asked for the first
 * time; of the system: never. */
const host_file *host_files_find(host_files *, const char *path, bool *is_new);

#endif
