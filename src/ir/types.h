#ifndef IR_TYPES_H
#define IR_TYPES_H

#include "base/vec.h"
#include "ir/ptrmap.h"

#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * An LLVM type after flattening: a part for each scalar, in memory order.  Vector elements
 * of no whole number of bytes have no address: is_packed is set and the parts' offsets are
 * meaningless.
 */
typedef struct type_part {
  uint16_t width;               /* in bits */
  bool is_float;
  uint64_t offset;              /* in bytes */
} type_part;

typedef struct type_layout {
  type_part *parts;
  uint32_t count;
  bool is_packed;
  bool is_supported;            /* false: no value of this type is lowered */
} type_layout;

/* A bit for each of the first 32 parts: set for a float. */
uint32_t types_floats(const type_layout *);

typedef struct types {
  LLVMTargetDataRef data;
  unsigned pointer_bits;
  ptrmap numbers;               /* of types: position in layouts, plus 1 */
  VEC(type_layout) layouts;
} types;

void types_init(types *, LLVMTargetDataRef);
void types_release(types *);

/* Valid until the next call. */
const type_layout *types_layout(types *, LLVMTypeRef);

/* Bits of a scalar; 0 for anything else. */
unsigned types_width(const types *, LLVMTypeRef);
bool types_is_float(LLVMTypeRef);
bool types_is_vector(LLVMTypeRef);

static inline uint64_t types_size(const types *t, LLVMTypeRef type) {
  return LLVMABISizeOfType(t->data, type);
}

#endif
