#ifndef IR_READS_H
#define IR_READS_H

#include <llvm-c/Types.h>
#include <stdbool.h>

/* The definition of the function that a call names; NULL: not known. */
typedef LLVMValueRef (*reads_find)(void *context, LLVMValueRef callee);

/*
 * Whether code can depend on the value, a parameter: it reaches more than variables
 * that are never read.  Passing the value on is no read if the called function does
 * not read its parameter.
 */
bool reads_value(LLVMValueRef, reads_find, void *context);

#endif
