#ifndef FINDING_LOAD_H
#define FINDING_LOAD_H

#include "finding/compile.h"
#include "ir/ir.h"

/* The program of the bitcode, with the runtime and libc below; NULL, and a message to be
 * freed, on bad input. */
ir_program *load_program(const options *, const bitcode *, char **message);
/* The same with ir_link_variables. */
ir_program *load_with_variables(const options *, const bitcode *, char **message);

/* Names of targets: the requested target, and the program's target. */
const char *load_target_name(uint64_t target);
const char *load_program_target(const ir_program *);

/* Whether the program itself defines the function. */
bool load_defines(const ir_program *, const char *function);

#endif
