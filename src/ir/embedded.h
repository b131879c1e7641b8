#ifndef IR_EMBEDDED_H
#define IR_EMBEDDED_H

#include "base/vec.h"
#include "ir/ir.h"

/*
 * The bitcode that `braid cc` leaves in object files: one unit a C file, in a
 * section that is not loaded and that every linker concatenates.  So an
 * executable has the units of exactly those objects that were linked into it,
 * archives' members included.
 *
 * A unit begins at a multiple of 8 bytes with "braidbc1", the two sizes as
 * 64-bit numbers, and then the two parts; zeros between units are padding.  A
 * unit without bitcode stands for its source, a file that was on the linker's
 * line.  If that is a shared object and the linker saw a use for it, its units
 * belong to the program, too.  Others matter only to those who link again.
 */
#define EMBEDDED_SECTION ".braid_bc"

typedef struct embedded_unit {
  /* How it was made, each text with its final zero: the directory, the source,
   * the compiler's flags. */
  const char *command;
  size_t command_size;
  const uint8_t *bitcode;
  size_t bitcode_size;
} embedded_unit;

typedef VEC(uint8_t) embedded_bytes;

void embedded_append(embedded_bytes *, const embedded_unit *);

/* The command's texts by number; NULL past the last. */
const char *embedded_word(const embedded_unit *, uint32_t index);

typedef struct embedded_file {
  void *data;
  size_t size;
  const char *name;             /* of a shared object that is part of it */
} embedded_file;

/* The units of a file; they point into it. */
typedef struct embedded {
  VEC(embedded_unit) units;     /* none twice, each with bitcode */
  VEC(embedded_file) files;
  VEC(const char *) parts;      /* archives and objects without units */
} embedded;

/* Whether the file is one that could have units: an object, an executable, a
 * shared object, an archive. */
bool embedded_is_candidate(const char *path);

/* False, and a message that the caller frees, if the file cannot be read or has
 * no units. */
bool embedded_open(embedded *, const char *path, char **message);
void embedded_close(embedded *);

/* The shared objects that the program is linked to and that have no units here,
 * one by one, perhaps more than once; NULL past the last. */
const char *embedded_needed(const embedded *, uint32_t index);

/* Whether what is linked to this file must remember it: a shared object that
 * has units, an archive, an object that has none. */
bool embedded_is_part(const char *path);

/* The functions that the program calls and the file defines, but only
 * natively: their objects were not made by braid cc.  The first few of them as
 * text, to be freed; NULL if there are none. */
char *embedded_missing(const char *path, const ir_program *);

#endif
