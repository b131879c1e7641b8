#ifndef MEMORY_NAMES_H
#define MEMORY_NAMES_H

#include "ir/ir.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Names of objects: the upper bits of addresses.
 *
 * A name is found from site and occurrence: where the object is made on the path, and for
 * the how-manieth time.  Both sides of a branch therefore give the same object the same
 * name, whichever runs first.  A single growing table serves the whole run, so a known name
 * that is absent from a state's memory is a dead object's.
 *
 * On 64-bit targets names have a high bit set, names of the program's symbols, too: a
 * number in the range of objects' addresses is an address, and no pair of small integers.
 */
#define NAME_BIT IR_NAME_BIT

typedef enum object_kind {
  OBJECT_NONE, OBJECT_FUNCTION, OBJECT_GLOBAL, OBJECT_STACK, OBJECT_HEAP,
  OBJECT_ARGUMENTS,             /* variadic arguments, argv, the thread area */
  OBJECT_LAZY                   /* made up for a pointer of unknown origin */
} object_kind;

typedef struct name_info {
  object_kind kind;
  uint32_t first;               /* of an object's names */
  uint32_t alike;               /* the first given for the site and occurrence, for any
                                 * number of names */
  uint32_t site;                /* as given by the maker */
  const char *label;            /* of a variable; NULL: none.  Borrowed */
  uint32_t place;               /* where the object is made; 0: unknown */
} name_info;

typedef struct names names;

names *names_new(unsigned object_shift, uint32_t first_free);
void names_free(names *);

/*
 * The first of `count` names for the object made at this site at the n-th occurrence; the
 * same arguments always give the same names. 0: the target's address space is full.
 */
uint32_t names_intern(names *, object_kind, uint32_t site,
                      uint32_t occurrence, uint32_t count);

/* Names owned by an object of this size: 1 on 64-bit targets; on 32-bit targets a name for
 * each page, and a page between neighbours. */
uint32_t names_needed(const names *, uint64_t size);

unsigned names_shift(const names *);
name_info *names_info(names *, uint32_t name);  /* NULL if unknown */

/* The name is, or was, a symbol's or an object's; the answer may also be true for a free
 * number between symbols. */
bool names_is_given(const names *, uint64_t name);
/* The same for native code: names in [lowest, lowest + *count) are given. */
uint32_t names_lowest(const names *);
const uint32_t *names_count(const names *);

/* For a name without owner, widens *first and *last to all such names around. */
void names_unknown(const names *, uint32_t *first, uint32_t *last);

#endif
