#ifndef IR_INPUTS_H
#define IR_INPUTS_H

#include "ir/signature.h"

/* Notes what the module's calls that make inputs say of the inputs' C types, in program->inputs.
 * An input with two types has none.  Only what reports show depends on it. */
void inputs_find(signatures *, LLVMModuleRef);

#endif
