#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "base/options.h"
#include "ir/ir.h"

/* `braid run`: from files to a verdict.  Returns the exit status. */
int cli_run(int argc, char **argv);

/* The same on load_program's result for the files with such options, if not NULL; the
 * program stays the caller's. */
int cli_run_loaded(int argc, char **argv, ir_program *);

/* Takes jobs of the run in the queue o->queue, until there are none: `braid work`. */
int cli_run_work(options *o);

#endif
