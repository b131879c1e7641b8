#ifndef FENCE_ENDING_H
#define FENCE_ENDING_H

#include <stdbool.h>

/* What src/fence, the program that stands between braid and a program under
 * test, writes to its report descriptor, once and last. */
typedef enum fence_reason {
  FENCE_ENDED,                  /* by itself */
  FENCE_TIME, FENCE_MEMORY, FENCE_DISK,         /* a limit was reached */
  FENCE_STOPPED                 /* we were asked to */
} fence_reason;

typedef struct fence_ending {
  int start_error;              /* an errno: it never started; 0: it did */
  int wait_status;              /* as waitpid gives it */
  fence_reason reason;
  bool is_spinning;             /* out of time, and it used it, hardly any of it
                                 * in system calls */
} fence_ending;

/* A directory with this mode among the files of a test is one that the program
 * cannot change.  No other has the sticky bit. */
enum { FENCE_FIXED_MODE = 01755 };

#endif
