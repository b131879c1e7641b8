#ifndef SMT2_SMT2_H
#define SMT2_SMT2_H

#include "solver/solver.h"

/*
 * A reader of SMT-LIB 2 scripts in QF_BV and QF_ABV; the chain answers.  Answers go to
 * `out`, reasons of unknown answers to `err`.  Bad input is a line "name:line:column:
 * message" on `err`, and nothing on `out`.
 */
typedef struct smt2_outcome {
  int status;                   /* 0, or 2 for bad input */
  uint32_t sat, unsat, unknown; /* answers given */
  solver_stats stats;
} smt2_outcome;

smt2_outcome smt2_run(const char *name, const char *text, size_t size,
                      const solver_options *, FILE *out, FILE *err);

#endif
