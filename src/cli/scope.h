#ifndef CLI_SCOPE_H
#define CLI_SCOPE_H

#include "base/options.h"
#include "ir/ir.h"

/* What a verdict on the program is about, as one line (formats/scope.def); to be
 * freed. */
char *scope_of_run(const options *, const ir_program *);

#endif
