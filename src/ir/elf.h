#ifndef IR_ELF_H
#define IR_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Object files, executables and shared objects in ELF, of 32 and 64 bits, in
 * this machine's byte order.  The file's bytes are borrowed.  Headers are held
 * in their 64-bit form whatever the file's class is, so nobody else need know
 * of the class.  Whatever the bytes are, nothing outside them is read.
 */
typedef struct elf {
  const uint8_t *data;
  size_t size;
  Elf64_Ehdr head;
  uint32_t section_count, names; /* names: the section that has their names */
} elf;

typedef struct elf_section {
  Elf64_Shdr head;
  const char *name;             /* "" if it has none */
  const uint8_t *data;          /* NULL: it occupies no bytes */
  size_t size;
} elf_section;

bool elf_is_magic(const void *data, size_t size);

/* False if it is no ELF file, a foreign one, or damaged. */
bool elf_init(elf *, const void *data, size_t size);

/* False past the last one, and for a section that lies outside the file. */
bool elf_get(const elf *, uint32_t index, elf_section *);
bool elf_find(const elf *, const char *name, elf_section *);

/* The functions that are defined in it and visible to other files: calls
 * `take` with each name.  False if it has no table of symbols. */
bool elf_functions(const elf *, void (*take)(void *context, const char *name),
                   void *context);

/* Shared objects: the names of those that the file is linked to, one by one,
 * and the name that it gives to others; NULL if there is none. */
const char *elf_needed(const elf *, uint32_t index);
const char *elf_soname(const elf *);

/* A new section, which linkers concatenate like any other that is not loaded.
 * flags is SHF_*. */
typedef struct elf_addition {
  const char *name;
  const void *data;
  size_t size;
  uint64_t flags;
} elf_addition;

/* The file with one section more, to be freed; NULL if its sections have no
 * names. */
uint8_t *elf_add(const elf *, const elf_addition *, size_t *size);

/* An object file with this section and nothing else, to be freed. */
uint8_t *elf_object(uint16_t machine, bool is_64, const elf_addition *,
                    size_t *size);

#endif
