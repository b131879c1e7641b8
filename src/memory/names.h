#ifndef MEMORY_NAMES_H
#define MEMORY_NAMES_H

#include "ir/ir.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Names of objects: the upper bits of their addresses.
 *
 * A name is found from where and when the object is made on its path: the
 * site and the how-manieth time there.  Both sides of a branch therefore give
 * the same object the same name, whichever runs first.  One table serves the
 * whole run; it only grows, so a name that is known but not in a state's
 * memory is an object that died.
 *
 * On 64-bit targets names have a high bit set, those of the program's own symbols,
 * too: whatever looks like the address of an object is one, and no pair of small
 * integers.
 */
#define NAME_BIT IR_NAME_BIT

typedef enum object_kind {
  OBJECT_NONE, OBJECT_FUNCTION, OBJECT_GLOBAL, OBJECT_STACK, OBJECT_HEAP,
  OBJECT_ARGUMENTS,             /* variadic arguments, argv, the thread area */
  OBJECT_LAZY                   /* made up for a pointer of unknown origin */
} object_kind;

typedef struct name_info {
  object_kind kind;
  uint32_t first;               /* of the names that one object owns */
  uint32_t alike;               /* the first one given for its site and occurrence, for
                                   any number of names */
  uint32_t site;                /* as given by the maker */
  const char *label;            /* of a variable; NULL: none.  Borrowed */
  uint32_t place;               /* where it is made; 0: unknown */
} name_info;

typedef struct names names;

names *names_new(unsigned object_shift, uint32_t first_free);
void names_free(names *);

/*
 * The first of `count` names for the objects made at this site at its n-th
 * occurrence; the same arguments always give the same names.  0 when the
 * target's address space is full.
 */
uint32_t names_intern(names *, object_kind, uint32_t site,
                      uint32_t occurrence, uint32_t count);

/* Names that an object of this size owns: 1 on 64-bit targets; one a page and
 * a page between neighbours on 32-bit ones. */
uint32_t names_needed(const names *, uint64_t size);

unsigned names_shift(const names *);
name_info *names_info(names *, uint32_t name);  /* NULL if unknown */

/* The name is, or was, that of a symbol or an object; of a free number between symbols
 * the answer may be true as well. */
bool names_is_given(const names *, uint64_t name);
/* The same for native code: what lies in [lowest, lowest + *count) is given. */
uint32_t names_lowest(const names *);
const uint32_t *names_count(const names *);

/* If the name belongs to nothing yet, widens it to all such names around it. */
void names_unknown(const names *, uint32_t *first, uint32_t *last);

#endif
