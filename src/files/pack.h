#ifndef FILES_PACK_H
#define FILES_PACK_H

#include "files/outdir.h"

/*
 * Many tests in a single file, tests.pack: a separate file for each takes longer than
 * exploring its path.
 *
 *   "BRAIDPK1" 8 bytes
 *   number, size, size bytes repeated; the first two are 32 bits, big endian, and
 *                                  the bytes are a whole .ktest file
 *
 * Records stand in the order of writing.  A truncated file is good up to the end: the run
 * was killed.
 */

/* Adds the test of this number; certain to be there after outdir_flush. */
bool pack_add(outdir *, const testcase *, uint32_t number);

typedef struct pack pack;

/* NULL: no pack in the directory, or an unreadable one, and *error. */
pack *pack_open(const char *directory, char **error);
void pack_close(pack *);                        /* accepts NULL */

uint32_t pack_count(const pack *);
/* The number and the .ktest of the k-th record. */
uint32_t pack_number(const pack *, uint32_t k);
const void *pack_ktest(const pack *, uint32_t k, size_t *size);
/* The record of this number; pack_count: none. */
uint32_t pack_find(const pack *, uint32_t number);

#endif
