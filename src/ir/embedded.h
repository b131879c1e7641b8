#ifndef IR_EMBEDDED_H
#define IR_EMBEDDED_H

#include "base/vec.h"
#include "ir/ir.h"

/*
 * The bitcode that `braid cc` leaves in object files: a unit for each C file, in a section
 * that is not loaded and that every linker concatenates.  So an executable has the units of
 * exactly the linked objects, archives' members included.
 *
 * A unit begins at a multiple of 8 bytes with "braidbc1", the two sizes as 64-bit numbers,
 * and then the two parts; zeros between units are padding.  A unit without bitcode refers
 * to its source, a file on the linker's line: if the file is a shared object and the linker
 * saw a use, the shared object's units belong to the program, too.  Other files matter only
 * for linking again.
 */
#define EMBEDDED_SECTION ".braid_bc"

typedef struct embedded_unit {
  /* The command, each text with a final zero: the directory, the source, the compiler's
   * flags. */
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
  const char *name;             /* of a shared object in the program */
} embedded_file;

/* The units of a file, as pointers into the file. */
typedef struct embedded {
  VEC(embedded_unit) units;     /* none twice, each with bitcode */
  VEC(embedded_file) files;
  VEC(const char *) parts;      /* archives and objects without units */
} embedded;

/* Whether the file's kind can have units: an object, an executable, a shared object, an
 * archive. */
bool embedded_is_candidate(const char *path);

/* False, and a message to be freed: the file cannot be read or has no units. */
bool embedded_open(embedded *, const char *path, char **message);
void embedded_close(embedded *);

/* The program's shared objects without units here, perhaps repeated; NULL past the last. */
const char *embedded_needed(const embedded *, uint32_t index);

/* Whether a program linked to this file must remember the file: a shared object with units,
 * an archive, an object without units. */
bool embedded_is_part(const char *path);

/* The functions called by the program and defined by the file only natively: their objects
 * were not made by braid cc.  The first few as text, to be freed; NULL: none. */
char *embedded_missing(const char *path, const ir_program *);

#endif
