#ifndef IR_ANSWERS_H
#define IR_ANSWERS_H

#include "ir/link.h"

/*
 * Answers of the C library that the standard leaves open (runtime/libc/differences.def).
 *
 * CHOICE: comparison functions return any number of a certain sign.  Calls whose result is
 * only compared with zero stay unchanged.  Other calls, and pointers to such functions with
 * an unknown use, get __braid_any_NAME of the runtime, which returns any magnitude.
 *
 * memcmp, with a result used for more than equality to zero, is __braid_order_memcmp: a
 * pointer among the bytes makes the order an assumption.
 *
 * NEAR: mathematical functions get __braid_near_NAME, which lists an assumption unless the
 * result is exact.  Calls with an ignored result stay unchanged.
 *
 * INHERITED (runtime/posix/inherited.def): numbers of new descriptors and old actions of
 * signals get __braid_near_NAME, which lists an assumption, where the calling function
 * looks at more than success.
 *
 * Called once, when all modules of the program are present and no module of a library.
 */
bool link_choose_answers(ir_linker *, char **message);

#endif
