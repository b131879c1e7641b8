#ifndef FILES_CORPUS_H
#define FILES_CORPUS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A directory of plain inputs, each named by the SHA-1 of its bytes: AFL++ reads the
 * directory as a foreign queue (-F) and libFuzzer as a corpus (-reload), while braid
 * writes.  A file appears with all bytes, or not at all.
 */

/* Makes the directory.  NULL, or a message: no directory, or not writable. */
char *corpus_open(const char *directory);

/* *is_new: absent before.  NULL, or a message. */
char *corpus_add(const char *directory, const void *bytes, size_t size,
                 bool *is_new);

#endif
