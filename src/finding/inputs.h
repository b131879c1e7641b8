#ifndef FINDING_INPUTS_H
#define FINDING_INPUTS_H

#include "base/options.h"
#include "ir/ir.h"

/*
 * Symbolic inputs without words on the command line: arguments, standard input and a file,
 * each if the program reads such an input (ir/refers.def).  The choice is words of
 * --sym-..., added to the options' `world`: so a test, a report and a worker of a queue see
 * the words as if given by the user.  A function of the options and the program: a resumed
 * run chooses the same.
 *
 * Unlike the user's words the choice is an assumption of the verdict, where the program
 * reads the input.
 */

/* True: `chosen` words were added.  Nothing is chosen with --sym=none, with words for
 * inputs or arguments on the command line, or where inputs come from elsewhere: --entry,
 * --seeds, --corpus, a fuzz target. */
bool inputs_choose(options *, const ir_program *);

/* Sizes: small ones, those that are chosen, and larger ones.  Those that were not chosen are for
 * two contenders: sizes.h, hunting.h. */
enum { INPUTS_SMALL, INPUTS_CHOSEN, INPUTS_SIZES = 5 };

/* The same options with the next larger sizes of the inputs that were chosen; their `world` is to
 * be released, all else is borrowed.  False: none were, or there are no larger ones. */
bool inputs_grow(const options *, options *larger);
/* ... with the small sizes. */
bool inputs_shrink(const options *, options *smaller);

/* The words that were chosen, as a command line has them; to be freed.  NULL: none. */
char *inputs_text(const options *);
/* ... with sizes that have grown so often. */
char *inputs_grown_text(const options *, uint64_t times);

#endif
