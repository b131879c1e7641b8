#ifndef REPORT_FENCE_ROOT_H
#define REPORT_FENCE_ROOT_H

#include "base/vec.h"

/*
 * The files of a test where a program looks for them by absolute paths: `--root`
 * is its "/", in braid.  Natively most of "/" stays the host's, which has the
 * libraries; in a few directories, which programs have their data in, the test's
 * files take the place of the host's.
 */
typedef struct root_mount {
  char *from;                   /* NULL: an empty directory */
  char *to;
} root_mount;

typedef VEC(root_mount) root_mounts;

/* `files` is the "/" of the test.  `kept`: paths that must stay what they are,
 * NULL at the end. */
void root_mounts_find(const char *files, const char *const *kept, root_mounts *);
void root_mounts_release(root_mounts *);

#endif
