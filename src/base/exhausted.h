#ifndef BASE_EXHAUSTED_H
#define BASE_EXHAUSTED_H

/* What fatal() says first where the system refuses memory, or a table is full that has as
 * many entries as there are numbers for them: a limit, and no error of braid's.  The process
 * that watches goes by these words, and the run was cut. */
#define EXHAUSTED "out of memory"

#endif
