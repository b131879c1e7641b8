#ifndef FILES_OUTDIR_H
#define FILES_OUTDIR_H

#include "files/testcase.h"

#include <sys/types.h>

/*
 * The directory of a run.  A file is there complete or not at all: written under a
 * temporary name and then renamed.  A failed write is reported on stderr, as far as useful,
 * and counted: the run must then exit with 2.
 */
typedef struct outdir outdir;

/* path NULL: the next free braid-out-N in the current directory, and the link braid-last.
 * Otherwise path itself, which must be absent or empty.  NULL on failure, and *error is a
 * message to be freed. */
outdir *outdir_open(const char *path, char **error);
/* A directory of other processes, now gone: removes half-written files. */
outdir *outdir_reopen(const char *path);
/* All tests and files beside tests. */
void outdir_remove_tests(const outdir *);
void outdir_close(outdir *);                    /* accepts NULL */

const char *outdir_path(const outdir *);        /* "braid-out-3" */
uint64_t outdir_failed(const outdir *);         /* files that could not be written ... */
uint32_t outdir_lost_tests(const outdir *);     /* ... .ktest files among them */
void outdir_note_failures(outdir *, uint64_t files, uint32_t tests);    /* of the
                                                 * process that wrote until now */

/* Room on the disk that is kept from the beginning: all of it for the report, or, if a write
 * has failed, some of it for the test of a bug. */
void outdir_release_reserve(outdir *);
void outdir_make_room(outdir *);

/* name may begin with a directory ("test-suite/"), made when needed. */
bool outdir_write(outdir *, const char *name, const void *bytes, size_t size);

/* For formatted text: outdir_begin opens a stream, outdir_end writes the text as a file.  A
 * single file at a time. */
FILE *outdir_begin(outdir *, const char *name);
bool outdir_end(outdir *);

/* The only growing file, opened at first request and kept open; the only file that may be
 * there in part. NULL: cannot be opened. */
FILE *outdir_append(outdir *, const char *name);
bool outdir_appends(const outdir *);            /* is the file open? */
bool outdir_flush(outdir *);                    /* false: the write failed */

/* The same as outdir_write for a file anywhere: NULL, or a message to be freed, and then no
 * half-written file is left. */
char *file_write_whole(const char *path, const void *bytes, size_t size);

/* The same for what is written piece by piece; a begun text is ended. */
typedef struct file_text {
  FILE *stream;
  char *bytes;
  size_t size;
} file_text;
FILE *file_text_begin(file_text *);
char *file_text_end(file_text *, const char *path);

/* The whole file, to be freed, with a NUL past its end; NULL and *error. */
char *file_read_whole(const char *path, size_t *size, char **error);

#endif
