#ifndef TRAIL_VALUE_H
#define TRAIL_VALUE_H

#include "exec/exec.h"
#include "trail/tree.h"

/* What variables and memory hold in a state of a followed path, in C's words. */

/* The variable of the frame, as it is now.  False: it has no value yet. */
bool trail_variable(exec *, const state *, const frame *, const ir_variable *, trail_value *);

/* So many bytes at an address, under the name of the object there.  False: nothing is known. */
bool trail_memory(exec *, const state *, uint64_t address, uint64_t size, trail_value *);

/* The first bytes behind a pointer, at most `room`: how many there are.  For seeing whether they
 * change. */
uint32_t trail_peek(exec *, const state *, uint64_t address, uint8_t *bytes, uint32_t room);

/* A value as a number under the followed input; false: it is not defined. */
bool trail_number(exec *, const state *, value, uint64_t *bits);

#endif
