#ifndef ZEQ_UNSEEN_H
#define ZEQ_UNSEEN_H

#include "exec/exec.h"

/*
 * Memory of the runtime that no program can read back: the amount of standard output and
 * error so far, and stdio's buffered rest.  Two states that differ in nothing else behave
 * alike for ever, and only print at other times.  Excluded: writes that may fail, and
 * programs that ask for stdio's buffered amount.  Standard output and error have no
 * position: lseek fails, which is an assumption of the run.
 *
 * Found by the names of the library's variables, and recognised only if all parts look as
 * expected; otherwise compared like any memory.
 */
typedef struct unseen {
  uint32_t stream;              /* stdout; 0: none */
  uint32_t buffer;              /* its buffer */
  uint32_t table;               /* of open files */
  uint32_t files[2];            /* standard output and error */
} unseen;

/* The state's; all 0 if there is nothing of the kind. */
unseen unseen_in(const exec *, const state *);

/* NULL, or a copy of the object with meaningless numbers for unseen parts, to be freed. */
object *unseen_strip(const unseen *, const exec *, const object *);

#endif
