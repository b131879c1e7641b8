#ifndef IR_OPTIMISED_H
#define IR_OPTIMISED_H

#include <llvm-c/Types.h>
#include <stdbool.h>

/*
 * Whether an optimiser pass has left marks in the module: a proof is then about the
 * optimised code, from which undefined behaviour of the source may be gone.  A front end
 * keeps each numeric parameter in memory and marks no call as a tail call; functions that
 * are `optnone` are spared.
 */
bool optimised_has_marks(LLVMModuleRef);

#endif
