#ifndef BASE_SHARE_H
#define BASE_SHARE_H

/* The path of a file or directory that comes with braid: below $BRAID_SHARE
 * or, without that, below share/braid beside the executable (a build) or
 * beside its directory (an installation).  To be freed; NULL if it is in none
 * of them. */
char *share_find(const char *name);

/* The path of a program of braid's that lies beside this one.  To be freed; NULL if this
 * program's own path is unknown. */
char *share_sibling(const char *name);

#endif
