#ifndef IR_ANSWERS_H
#define IR_ANSWERS_H

#include "ir/link.h"

/*
 * What the standard leaves open in answers of the C library (runtime/libc/differences.def).
 *
 * CHOICE: comparison functions return any number of a certain sign.  Calls whose result is
 * only compared with zero stay as they are.  The others, and pointers to such functions that
 * may be called for more than the sign, get __braid_any_NAME of the runtime instead, which
 * returns any magnitude.
 *
 * memcmp, where the result is more than compared with zero for equality, is __braid_order_memcmp:
 * a pointer among the bytes makes the order an assumption.
 *
 * NEAR: mathematical functions get __braid_near_NAME, which lists an assumption unless
 * the result is exact.  Calls whose result is ignored stay as they are.
 *
 * INHERITED (runtime/posix/inherited.def): numbers of new descriptors and old actions of signals
 * get __braid_near_NAME, which lists an assumption, where the function that calls looks at more
 * than success.
 *
 * Called once, when all modules of the program are there and none of a library.
 */
bool link_choose_answers(ir_linker *, char **message);

#endif
