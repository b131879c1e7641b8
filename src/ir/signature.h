#ifndef IR_SIGNATURE_H
#define IR_SIGNATURE_H

#include "ir/ir.h"
#include "ir/ptrmap.h"

#include <llvm-c/Types.h>

/*
 * C types for the program's table: out of debug information where there is
 * some, else out of LLVM's types, which know neither what a pointer points to
 * nor what a field is called.
 */
typedef struct signatures {
  ir_program *program;
  ptrmap known;                 /* of LLVM's types, in both forms: number + 1 */
} signatures;

void signatures_release(signatures *);

/* The number of the type of a function or a variable.  A function's is its
 * own, since its fields carry the names of the parameters. */
uint32_t signature_of(signatures *, LLVMValueRef);

#endif
