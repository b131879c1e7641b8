#ifndef ZEQ_UNSEEN_H
#define ZEQ_UNSEEN_H

#include "exec/exec.h"

/*
 * Memory of the runtime that no program can read back: how much went to standard
 * output and error so far, and what stdio still holds of it.  Two states that differ
 * in nothing else do the same for ever, and only print it at other times.  Not so
 * where a write may fail, or where the program asks how much stdio holds.  Standard
 * output and error have no position: lseek fails, which is an assumption of the run.
 *
 * It is found by the names of the library's variables, and taken for what it is only
 * if all of it looks as it should; otherwise it is compared like any memory.
 */
typedef struct unseen {
  uint32_t stream;              /* stdout; 0: none */
  uint32_t buffer;              /* its buffer */
  uint32_t table;               /* of open files */
  uint32_t files[2];            /* standard output and error */
} unseen;

/* The state's; all 0 if there is nothing of the kind. */
unseen unseen_in(const exec *, const state *);

/* NULL, or the object with numbers that mean nothing in place of what is unseen; the
 * caller frees it. */
object *unseen_strip(const unseen *, const exec *, const object *);

#endif
