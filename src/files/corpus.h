#ifndef FILES_CORPUS_H
#define FILES_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A directory of plain inputs, each named by the SHA-1 of its bytes: what AFL++ reads
 * as a foreign queue (-F) and libFuzzer as a corpus (-reload), while this writes.  A
 * file appears with all of its bytes, or not at all.
 */

/* There from now on; NULL, or a message: no directory, or it cannot be written. */
char *corpus_open(const char *directory);

/* *is_new: it was not there.  NULL, or a message. */
char *corpus_add(const char *directory, const void *bytes, size_t size,
                 bool *is_new);

#endif
