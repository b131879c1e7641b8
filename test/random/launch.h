#ifndef RANDOM_LAUNCH_H
#define RANDOM_LAUNCH_H

#include "ir/ir.h"
#include "base/process.h"

/*
 * Runs of braid without what a process costs: this program is linked with all of
 * braid, so a run is a child of it.  The program under test is compiled and
 * loaded once, before its children are born.
 */

/* What `braid run` with these arguments would explore, to be freed by
 * ir_program_free; NULL if it does not compile, and clang has said why. */
ir_program *launch_load(int argc, char **argv);

/* `braid run` with these arguments, on that program unless it is NULL. */
process_result launch_run(int argc, char **argv, ir_program *,
                          uint32_t wall_ms);

#endif
