#ifndef FINDING_INPUTS_H
#define FINDING_INPUTS_H

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

/* Sizes that one contender tries one after the other (hunting.h). */
enum { INPUTS_SIZES = 4 };

/* The same options with the next larger sizes of the inputs that were chosen; their `world` is to
 * be released, all else is borrowed.  False: none were, or there are no larger ones. */
bool inputs_grow(const options *, options *larger);

/* The words that were chosen, as a command line has them; to be freed.  NULL: none. */
char *inputs_text(const options *);
/* ... with sizes that have grown so often. */
char *inputs_grown_text(const options *, uint64_t times);

#endif
