#ifndef LAZY_WALK_H
#define LAZY_WALK_H

#include "base/vec.h"
#include "ir/ir.h"

/* The scalars of a C type, in an order that both runs of a model agree on. */

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
