#ifndef IR_SIGNATURE_H
#define IR_SIGNATURE_H

#include "ir/ir.h"
#include "ir/ptrmap.h"

#include <llvm-c/Types.h>

/*
 * C types for the program's table: from debug information where present, otherwise from
 * LLVM's types, without the targets of pointers and the names of fields.
 */
typedef struct signatures {
  ir_program *program;
  ptrmap known;                 /* of LLVM's types, in both forms: number + 1 */
} signatures;

void signatures_release(signatures *);

/* The number of a function's or variable's type.  Each function has its own, since the
 * fields carry the names of the parameters. */
uint32_t signature_of(signatures *, LLVMValueRef);

/* The type of a local variable, by its debug information. */
uint32_t signature_of_local(signatures *, LLVMContextRef, LLVMMetadataRef variable);

/* A type that the table does not have yet. */
uint32_t signature_add(signatures *, ir_type);

#endif
