#ifndef CLI_SCOPE_H
#define CLI_SCOPE_H

#include "base/options.h"
#include "ir/ir.h"

/* The scope of a verdict on the program, as a line (formats/scope.def); to be freed. */
char *scope_of_run(const options *, const ir_program *);

#endif
