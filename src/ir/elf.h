#ifndef IR_ELF_H
#define IR_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Object files, executables and shared objects in ELF, of 32 and 64 bits, in this machine's
 * byte order.  The file's bytes are borrowed.  Headers are held in 64-bit form whatever the
 * file's class.  No damaged file makes the reader read outside the bytes.
 */
typedef struct elf {
  const uint8_t *data;
  size_t size;
  Elf64_Ehdr head;
  uint32_t section_count, names; /* names: the section of the sections' names */
} elf;

typedef struct elf_section {
  Elf64_Shdr head;
  const char *name;             /* "" if unnamed */
  const uint8_t *data;          /* NULL: without bytes */
  size_t size;
} elf_section;

bool elf_is_magic(const void *data, size_t size);

/* False: not an ELF file, a foreign file, or a damaged file. */
bool elf_init(elf *, const void *data, size_t size);

/* False past the last section, and for a section outside the file. */
bool elf_get(const elf *, uint32_t index, elf_section *);
bool elf_find(const elf *, const char *name, elf_section *);

/* Calls `take` with the name of each function defined in the file and visible to other
 * files. False: no table of symbols. */
bool elf_functions(const elf *, void (*take)(void *context, const char *name),
                   void *context);

/* Shared objects: the names of the linked libraries, and the file's own name for others;
 * NULL: none. */
const char *elf_needed(const elf *, uint32_t index);
const char *elf_soname(const elf *);

/* A new section, not loaded, to be concatenated by linkers. flags is SHF_*. */
typedef struct elf_addition {
  const char *name;
  const void *data;
  size_t size;
  uint64_t flags;
} elf_addition;

/* The file with another section, to be freed; NULL if the file's sections have no names. */
uint8_t *elf_add(const elf *, const elf_addition *, size_t *size);

/* An object file with this section and nothing else, to be freed. */
uint8_t *elf_object(uint16_t machine, bool is_64, const elf_addition *,
                    size_t *size);

#endif
