#ifndef IR_TIDY_H
#define IR_TIDY_H

#include "ir/draft.h"

/* Makes the draft shorter and its frame smaller; what it does stays the same,
 * errors and missing definitions included.  A correct answer is obtained if
 * this is omitted. */
void tidy(draft *);

#endif
