#ifndef IR_CALLERS_H
#define IR_CALLERS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Guarantees of every call of a function in the program about the arguments.  Calls are
 * read in LLVM's form after a few of LLVM's passes, which know the conditions around a
 * call.  A guarantee not seen is not claimed: callers may then pass anything.
 */
typedef struct ir_callers_param {
  bool is_never_null;           /* a pointer, and no call passes null */
  bool is_number;               /* all calls pass constants, ... */
  int64_t least, most;          /* ... signed bounds */
} ir_callers_param;

typedef struct ir_callers_pair { uint32_t a, b; } ir_callers_pair;

typedef struct ir_callers {
  uint32_t sites;               /* calls by name */
  bool is_elsewhere;            /* other uses of the address: there may be more calls */
  bool is_unknown;              /* some calls could not be read */
  VEC(ir_callers_param) params; /* in LLVM's numbering; empty: unknown */
  /* Pairs of parameters, the first below the second: no call passes pointers into the same
   * object for both. */
  VEC(ir_callers_pair) apart;
  VEC(char *) written;          /* variables written by functions (or with an address used)
                                 * that this function does not call */
} ir_callers;

/* Adds the calls in the file, recursive calls included.  An unreadable file removes all
 * guarantees. */
void ir_callers_read(ir_callers *, const char *bitcode, const char *function);
/* Whether the variable may differ from its initial value when the function is called. */
bool ir_callers_write(const ir_callers *, const char *variable);
void ir_callers_release(ir_callers *);

#endif
