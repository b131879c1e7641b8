#ifndef FENCE_ENDING_H
#define FENCE_ENDING_H

#include <stdbool.h>

/* The report of src/fence, the program between braid and a program under test: written to a
 * descriptor, once and last. */
typedef enum fence_reason {
  FENCE_ENDED,                  /* by itself */
  FENCE_TIME, FENCE_MEMORY, FENCE_DISK,         /* a limit was reached */
  FENCE_STOPPED                 /* we were asked to */
} fence_reason;

typedef struct fence_ending {
  int start_error;              /* an errno: never started; 0: started */
  int wait_status;              /* from waitpid */
  fence_reason reason;
  bool is_spinning;             /* out of time after computing, with hardly any time in
                                 * system calls */
} fence_ending;

/* The mode of a directory among the files of a test that the program cannot change.  No
 * other directory has the sticky bit. */
enum { FENCE_FIXED_MODE = 01755 };

#endif
