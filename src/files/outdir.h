#ifndef FILES_OUTDIR_H
#define FILES_OUTDIR_H

#include "files/testcase.h"

#include <sys/types.h>

/*
 * The directory of one run.  A file in it is there whole or not at all: it is
 * written under a temporary name and then renamed.  A write that fails says so
 * on stderr, as far as that helps, and is counted: the run must then exit with 2.
 */
typedef struct outdir outdir;

/* path NULL: the next free braid-out-N in the current directory, and the link
 * braid-last to it.  Else path itself, which must not exist or be empty.
 * NULL on failure, and *error is a message to be freed. */
outdir *outdir_open(const char *path, char **error);
/* One that other processes wrote, which are gone: what they wrote half goes, too. */
outdir *outdir_reopen(const char *path);
/* All tests and what is beside them. */
void outdir_remove_tests(const outdir *);
void outdir_close(outdir *);                    /* accepts NULL */

const char *outdir_path(const outdir *);        /* "braid-out-3" */
bool outdir_failed(const outdir *);             /* some write failed */
void outdir_note_failure(outdir *);             /* ... in another process */

/* name may begin with one directory ("test-suite/"), made when needed. */
bool outdir_write(outdir *, const char *name, const void *bytes, size_t size);

/* For formatted text: outdir_begin gives a stream, outdir_end writes what it
 * received.  One file at a time. */
FILE *outdir_begin(outdir *, const char *name);
bool outdir_end(outdir *);

/* The one file that grows, opened when first asked for and kept open; it is the only
 * one that may be there in part.  NULL if it cannot be opened. */
FILE *outdir_append(outdir *, const char *name);
bool outdir_appends(const outdir *);            /* it is open */
bool outdir_flush(outdir *);                    /* false: it could not be written */

/* What outdir_write does, for a file anywhere: NULL, or a message to be freed,
 * and then nothing half-written is left behind. */
char *file_write_whole(const char *path, const void *bytes, size_t size);

/* The whole file, to be freed, with a NUL past its end; NULL and *error. */
char *file_read_whole(const char *path, size_t *size, char **error);

#endif
