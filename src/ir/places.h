#ifndef IR_PLACES_H
#define IR_PLACES_H

#include "ir/ir.h"
#include "ir/ptrmap.h"

#include <llvm-c/Types.h>

/* Source places out of debug locations, each kept once. */
typedef struct places {
  ir_program *program;
  ptrmap numbers;               /* of LLVM's locations */
  ptrmap files;                 /* of LLVM's files */
} places;

void places_release(places *);
uint32_t places_of_insn(places *, LLVMValueRef);        /* 0: none */
uint32_t places_of_function(places *, LLVMValueRef);
uint32_t places_of_variable(places *, LLVMValueRef);

/* Whether the function is of Rust's library: a bug in there is its caller's. */
bool places_is_of_rust(LLVMValueRef function);

#endif
