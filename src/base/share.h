#ifndef BASE_SHARE_H
#define BASE_SHARE_H

/* The path of a file or directory installed with braid: below $BRAID_SHARE, else below
 * share/braid beside the executable (a build) or beside the executable's directory (an
 * installation).  To be freed; NULL if absent everywhere. */
char *share_find(const char *name);

/* The path of a program of braid's that lies beside this one.  To be freed; NULL if this
 * program's own path is unknown. */
char *share_sibling(const char *name);

#endif
