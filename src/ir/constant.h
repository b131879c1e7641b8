#ifndef IR_CONSTANT_H
#define IR_CONSTANT_H

#include "ir/ir.h"
#include "ir/ptrmap.h"
#include "ir/types.h"

#include <llvm-c/Types.h>

/*
 * LLVM's constants as numbers.  Symbols have their addresses by now; blocks
 * have their numbers only when all functions are lowered, so until then the
 * address of a block is left to the caller.
 */
typedef struct constants {
  const ir_program *program;
  const ptrmap *symbols;        /* functions and variables of every module */
  const ptrmap *aliases;        /* position in alias_targets, plus 1 */
  const LLVMValueRef *alias_targets;    /* the linker's choice for each */
  const ptrmap *blocks;         /* final number plus 1; NULL: not known yet */
  types *types;                 /* of the module at hand */
} constants;

typedef struct number {
  uint64_t bits;
  uint32_t symbol;              /* base of the address; 0: none */
  bool is_missing;              /* undef or poison */
  LLVMBasicBlockRef block;      /* not NULL: the block's address, bits is 0 */
} number;

/* A scalar of at most 64 bits; false: another kind. */
bool constant_number(const constants *, LLVMValueRef, number *);
/* The limbs of a scalar above 64 bits, least first. */
bool constant_wide(const constants *, LLVMValueRef, unsigned width,
                   uint64_t *limbs, bool *is_missing);

typedef VEC(ir_relocation) relocation_list;

/* Writes the initial value of a variable; missing bytes are left alone. */
bool constant_write(const constants *, LLVMValueRef, uint8_t *bytes,
                    uint64_t offset, relocation_list *);

#endif
