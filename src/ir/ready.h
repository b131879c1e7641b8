#ifndef IR_READY_H
#define IR_READY_H

#include "ir/constant.h"

#include <stddef.h>

/*
 * Functions of an archive's members, translated when braid was built: ARCHIVE.ready, beside the
 * archive.
 *
 * A record belongs to the bytes of a member and to this translator's source, both by digest.  What
 * depends on the program is relative in a record: addresses and callees to the globals of the
 * module, edges to the function's first.  A correct answer is obtained without records: a function
 * without one, or whose module does not fit (ready_fits), is translated from bitcode, to the same
 * instructions.
 *
 * Which numbers are addresses is found by translating a member twice, with all symbols elsewhere:
 * numbers that differ are addresses, by the difference of one symbol.  A function is left out if
 * the two translations differ in anything else.
 */
typedef struct ready_file ready_file;
typedef struct ready_member ready_member;

/* NULL: none that this braid could use. */
ready_file *ready_open(const char *archive);
void ready_close(ready_file *);

/* The record of the member at the offset of the archive, with these bytes; NULL: none. */
const ready_member *ready_find(const ready_file *, uint64_t offset, const void *data,
                               size_t size);
/* Blocks in the bitcode of the module's n-th function. */
uint32_t ready_block_count(const ready_member *, uint32_t function);

/* A module's functions, variables and aliases, in the module's order. */
typedef struct ready_globals {
  number *items; uint32_t count;
  bool fits;                    /* different globals are different objects, and an alias stands
                                 * for what the module says: as when the record was made */
} ready_globals;

/* Fills in the code of the module's n-th function.  False: there is none that fits, and nothing
 * was changed. */
bool ready_take(const ready_member *, uint32_t function, const ready_globals *, ir_program *,
                ir_function *);

/* For ready_make.c: the layout of a file, all numbers as this machine has them. ------------ */

enum { READY_DIGEST = 64 };

/* No place, or no global; in the place of a callee: a builtin's. */
#define READY_NONE UINT32_MAX
#define READY_BUILTIN (UINT32_MAX - 1)

typedef struct ready_header {
  char magic[8];
  char digest[READY_DIGEST];    /* of the translator's source */
  uint64_t size;                /* of the file */
  uint64_t members;             /* so many ready_index follow, by ascending offset */
} ready_header;

typedef struct ready_index {
  uint64_t offset, size, hash;  /* of the member */
  uint64_t at, bytes, seal;     /* of the record, its place, size and hash */
} ready_index;

struct ready_member {
  uint32_t functions, globals;
  struct { uint32_t at, blocks; } function[];   /* place of its code in the record, or
                                                 * READY_NONE */
};

/* Code: this, then addresses, calls with their arguments, instructions, parameters, blocks with
 * their successors, slots, switches, and limbs of wide constants in the order of instructions. */
typedef struct ready_code {
  uint32_t insns, addresses, blocks, params, slots, calls, switches;
  uint32_t registers, edges;
  uint32_t leaks_slots, holds_pointers;
} ready_code;

typedef struct ready_address { uint32_t insn, global; } ready_address;
typedef struct ready_slot { uint64_t size; uint32_t align; uint16_t lives, renewed; } ready_slot;

extern const char ready_magic[8], ready_digest[];
uint64_t ready_hash(const void *, size_t size);

#endif
