#ifndef REPLAY_FENCE_ROOT_H
#define REPLAY_FENCE_ROOT_H

#include "base/vec.h"

#include <stdbool.h>

/*
 * The file system of a native run with namespaces.  As in braid's model, "/" is the working
 * directory, holds the files of the test, and is writable.  Programs need libraries and the
 * loader: the host's lie read-only in a directory that cannot be listed, so a program that
 * walks through "/" does not walk through the host, and links lead there.
 */
typedef struct root_entry {
  bool is_link;                 /* else the host's, shown read-only */
  char *from, *to;              /* a link at `to` says `from` */
} root_entry;

typedef VEC(root_entry) root_entries;

extern const char root_hidden[];        /* the directory */

/* The place of a file of the host, if shown.  To be freed. */
char *root_view(const char *path);

/* Whether shown without request. */
bool root_shows(const char *path);

/* `files` is the "/" of the test, or NULL; the test's files win over the host's. */
void root_entries_find(const char *files, root_entries *);
void root_entries_release(root_entries *);

#endif
