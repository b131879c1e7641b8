#ifndef IR_READS_H
#define IR_READS_H

#include <llvm-c/Types.h>
#include <stdbool.h>

/* The definition of a called function; NULL: unknown. */
typedef LLVMValueRef (*reads_find)(void *context, LLVMValueRef callee);

/*
 * Whether code can depend on the parameter `value`: the value reaches more than unread
 * variables.  Passing the value to a function that does not read its parameter is no read.
 */
bool reads_value(LLVMValueRef, reads_find, void *context);

#endif
