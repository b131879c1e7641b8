#ifndef CLI_INPUTS_H
#define CLI_INPUTS_H

#include "base/options.h"
#include "ir/ir.h"

/*
 * What is symbolic where the command line does not say: arguments, standard input and a
 * file, each if the program reads it (ir/refers.def).  The choice is words of
 * --sym-..., which are added to the options' `world`: so a test, a report and a worker
 * of a queue see them as if the user had given them.  It is a function of the options
 * and the program: a run that is resumed makes the same one.
 *
 * Unlike the user's words the choice is an assumption of the verdict, where the program
 * comes to read the input.
 */

/* True: `chosen` words were added.  Nothing is chosen with --sym=none,
 * where a word of the command line describes inputs or is an argument, or where others
 * say what the inputs are: --entry, --seeds, --corpus, a fuzz target. */
bool inputs_choose(options *, const ir_program *);

/* The words that were chosen, as a command line has them; to be freed.  NULL: none. */
char *inputs_text(const options *);

#endif
