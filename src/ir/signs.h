#ifndef IR_SIGNS_H
#define IR_SIGNS_H

#include "ir/link.h"

/*
 * The comparison functions of the C library (CHOICE in runtime/libc/differences.def) return
 * any number of a certain sign.  Calls whose result is only compared with zero stay as they
 * are.  The others, and pointers to such functions that may be called for more than the sign,
 * get __braid_any_NAME of the runtime instead, which returns any magnitude.
 *
 * Called once, when all modules of the program are there and none of a library.
 */
bool link_choose_signs(ir_linker *, char **message);

#endif
