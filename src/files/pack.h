#ifndef FILES_PACK_H
#define FILES_PACK_H

#include "files/outdir.h"

/*
 * Many tests in one file, tests.pack: a file of its own for each takes longer than
 * to explore its path.
 *
 *   "BRAIDPK1"                     8 bytes
 *   number, size, size bytes       again and again; the first two are 32 bits, big
 *                                  endian, and the bytes are a whole .ktest file
 *
 * Records stand in the order in which they were written.  A file whose end is
 * missing is good up to there: the run was killed.
 */

/* Adds the test of that number; it is sure to be there after outdir_flush. */
bool pack_add(outdir *, const testcase *, uint32_t number);

typedef struct pack pack;

/* NULL: there is none in the directory, or it cannot be read, and *error. */
pack *pack_open(const char *directory, char **error);
void pack_close(pack *);                        /* accepts NULL */

uint32_t pack_count(const pack *);
/* The number and the .ktest of the k-th record. */
uint32_t pack_number(const pack *, uint32_t k);
const void *pack_ktest(const pack *, uint32_t k, size_t *size);
/* The record of that number; pack_count: there is none. */
uint32_t pack_find(const pack *, uint32_t number);

#endif
