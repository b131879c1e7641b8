#ifndef FINDING_TEXTS_H
#define FINDING_TEXTS_H

#include "base/vec.h"
#include "ir/ir.h"

/* Words that the program's own tables point at: names of options, keywords, names of modes.  What
 * a user may give as an argument mostly is in a table. */
typedef VEC(const char *) texts;

/* Each once, in the order of the program; borrowed from it.  The vector is to be released. */
texts texts_of_tables(const ir_program *);

#endif
