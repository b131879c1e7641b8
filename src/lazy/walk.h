#ifndef LAZY_WALK_H
#define LAZY_WALK_H

#include "base/vec.h"
#include "ir/ir.h"

/* The scalars of a C type, in an order common to both runs of a model. */

/* A scalar of a made-up value. */
typedef struct lazy_leaf {
  uint64_t offset;
  uint32_t size;                /* in bytes */
  uint32_t type;                /* of the scalar; 0: bytes of any meaning */
  bool is_bytes;                /* a symbol a byte */
  bool is_word;                 /* of unknown meaning: may be a pointer */
  const char *text;             /* "p->next"; valid during the visit */
} lazy_leaf;

/* The scalars of `count` elements of the type in order; `text` is the name of the whole, or
 * of the pointer to the whole. */
void lazy_each(const ir_program *, uint32_t type, uint64_t count,
               const char *text, bool is_behind_pointer,
               void (*visit)(void *context, const lazy_leaf *),
               void *context);

/* The target of a pointer to the type: type of elements, how many, and their size in bytes.
 * Type 0: words of unknown meaning. */
typedef struct lazy_shape { uint32_t type; uint64_t count, bytes; } lazy_shape;
lazy_shape lazy_shape_of(const ir_program *, uint32_t type, uint32_t elements);

#endif
