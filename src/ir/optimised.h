#ifndef IR_OPTIMISED_H
#define IR_OPTIMISED_H

#include <llvm-c/Types.h>
#include <stdbool.h>

/*
 * Whether a pass of the optimiser has left its mark in the module: a proof is then
 * about the code that the pass made of the source, in which undefined behaviour may
 * be gone.  A compiler's front end keeps each number among the parameters in memory
 * and marks no call as a tail call; functions that are `optnone` were spared.
 */
bool optimised_has_marks(LLVMModuleRef);

#endif
