#ifndef IR_ARCHIVE_H
#define IR_ARCHIVE_H

#include "ir/bitcode.h"

#include <stdint.h>

/*
 * An archive as `ar` writes archives, with llvm-ar's index of the symbols of bitcode
 * members. Only headers and the index are parsed; the members stay mapped.
 */
typedef struct archive archive;

typedef struct archive_member {
  const unsigned char *data;
  size_t size;
  char name[64];                /* cut off if longer */
} archive_member;

archive *archive_open(const char *path, char **message);
void archive_free(archive *);
const char *archive_path(const archive *);

/* The symbol's member in the index, as an offset; 0: none. */
uint64_t archive_find(const archive *, const char *symbol);
/* The member behind the offset (0: the first) that defines a symbol of the index; 0: none. */
uint64_t archive_next(const archive *, uint64_t offset);
/* False: no such member. */
bool archive_get(const archive *, uint64_t offset, archive_member *);

#endif
