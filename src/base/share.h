#ifndef BASE_SHARE_H
#define BASE_SHARE_H

/* The path of a file or directory that comes with braid: below $BRAID_SHARE
 * or, without that, below share/braid beside the executable (a build) or
 * beside its directory (an installation).  To be freed; NULL if it is in none
 * of them. */
char *share_find(const char *name);

#endif
