#ifndef BASE_LIBS_H
#define BASE_LIBS_H

#include "base/vec.h"

/*
 * Libraries that `braid lib` built with bitcode: each has a directory of its own below
 * libs_root(), named as its source package, with include/, lib/ and the sources.  The file
 * "built" in there is written last and holds libs_stamp(): a directory without it, or
 * with what another version wrote, is no library.
 */

/* $XDG_CACHE_HOME/braid/lib, or $HOME/.cache/braid/lib; to be freed.  NULL: neither names
 * an absolute path. */
char *libs_root(void);

/* Who can use what is built: braid's version, LLVM's, and this machine's kind. */
const char *libs_stamp(void);

/* The directories of all libraries, in the order of their names. */
typedef VEC(char *) libs;
void libs_init(libs *);
void libs_release(libs *);

/* The path of libNAME.a, to be freed, and whose directory that is; NULL: in none of them. */
char *libs_find(const libs *, const char *name, const char **directory);

#endif
