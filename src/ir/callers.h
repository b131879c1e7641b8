#ifndef IR_CALLERS_H
#define IR_CALLERS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What every call of one function in the program guarantees of its arguments.  Calls
 * are read in LLVM's form after a few of its passes, which know what the conditions
 * round a call say.  A guarantee that is not seen is not there: callers may then pass
 * anything.
 */
typedef struct ir_callers_param {
  bool is_never_null;           /* a pointer, and no call passes null */
  bool is_number;               /* all calls pass constants, ... */
  int64_t least, most;          /* ... from this to that, as signed numbers */
} ir_callers_param;

typedef struct ir_callers_pair { uint32_t a, b; } ir_callers_pair;

typedef struct ir_callers {
  uint32_t sites;               /* calls of it by its name */
  bool is_elsewhere;            /* its address is used otherwise: there may be more */
  bool is_unknown;              /* some calls could not be read */
  VEC(ir_callers_param) params; /* as LLVM counts them; empty: not known */
  /* Pairs of parameters, the first below the second: no call passes pointers into one
   * object for both. */
  VEC(ir_callers_pair) apart;
  VEC(char *) written;          /* variables that functions write (or whose address they
                                 * use) which this one does not call */
} ir_callers;

/* Adds what the calls in the file say, its own calls of itself included.  A file that
 * cannot be read says that nothing is guaranteed. */
void ir_callers_read(ir_callers *, const char *bitcode, const char *function);
/* Whether the variable may hold something else than its initial value when the function
 * is called. */
bool ir_callers_write(const ir_callers *, const char *variable);
void ir_callers_release(ir_callers *);

#endif
