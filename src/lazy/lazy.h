#ifndef LAZY_LAZY_H
#define LAZY_LAZY_H

#include "base/vec.h"
#include "ir/ir.h"

/*
 * Lazy initialisation.  A pointer whose origin is unknown (a parameter of the
 * function that `--entry` names, a field of an object made up before, a result
 * of a function without code) is a symbol.  When it is first followed, it is
 * decided: it is null, or the address of a new object of its type, or that of
 * one made up earlier; the choice is a conjunct of the path.  The new object's
 * scalars are inputs, its pointers are symbols again.
 *
 * Everything is an input of the log, so that the concrete twin gets the same
 * values; objects come to be at the first access in both, so that the order of
 * inputs is the same.
 */
typedef struct lazy_pointer {
  const char *text;             /* what C would call it.  Interned */
  uint32_t type;                /* of what it points to; 0: not known */
  uint32_t depth;               /* pointers followed to get there */
  uint32_t name;                /* of the object; 0: not named yet */
  uint32_t symbol;
} lazy_pointer;

/* One for an executor and its twin. */
typedef struct lazy_table {
  VEC(lazy_pointer) pointers;
  VEC(uint32_t) by_symbol;      /* number plus 1; 0: no such pointer */
  VEC(uint32_t) seen;           /* by term: the stamp of the last walk there */
  uint32_t stamp;
} lazy_table;

/* A scalar of a made-up value. */
typedef struct lazy_leaf {
  uint64_t offset;
  uint32_t size;                /* in bytes */
  uint32_t type;                /* of the scalar; 0: bytes of any meaning */
  bool is_bytes;                /* one symbol a byte */
  bool is_word;                 /* of unknown meaning: may be a pointer */
  const char *text;             /* "p->next"; valid during the visit */
} lazy_leaf;

/* The scalars of `count` elements of the type in their order; `text` is what
 * the whole is called, a pointer's name if it is what that points to. */
void lazy_each(const ir_program *, uint32_t type, uint64_t count,
               const char *text, bool is_behind_pointer,
               void (*visit)(void *context, const lazy_leaf *),
               void *context);

/* What a pointer to the type points to: elements of which type, how many, and
 * their size in bytes.  Type 0: words of unknown meaning. */
typedef struct lazy_shape { uint32_t type; uint64_t count, bytes; } lazy_shape;
lazy_shape lazy_shape_of(const ir_program *, uint32_t type, uint32_t elements);

#endif
