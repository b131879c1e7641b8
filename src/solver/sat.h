#ifndef SOLVER_SAT_H
#define SOLVER_SAT_H

#include "solver/interrupt.h"

/*
 * A back end for propositional logic, behind a small table of functions.  Literals are
 * nonzero integers, a negative literal the complement of its variable; variables are 1, 2,
 * ... without declaration.  Assumptions hold for the next `solve` only.
 */
typedef enum sat_answer { SAT_UNKNOWN, SAT_YES, SAT_NO } sat_answer;

/* When to give up; 0: never. */
typedef struct sat_limits {
  uint64_t conflicts;
  uint64_t visits;              /* of clauses, if counted */
} sat_limits;

typedef struct sat_table {
  const char *name;
  /* A running `solve` gives up when the interrupt is set; NULL: never. */
  void *(*create)(const interrupt *);
  void (*destroy)(void *);
  void (*clause)(void *, const int *literals, unsigned count);
  void (*assume)(void *, int literal);
  /* For the next `solve`: all relevant literals follow from these inputs.  Other literals
   * may stay without a value.  A solver may ignore the call. */
  void (*focus)(void *, int literal);
  sat_answer (*solve)(void *, sat_limits);
  bool (*value)(void *, int literal);           /* after SAT_YES */
  bool (*failed)(void *, int assumption);       /* after SAT_NO */
  /* Of all calls so far. */
  uint64_t (*conflicts)(void *);
  uint64_t (*visits)(void *);           /* of clauses, about */
} sat_table;

extern const sat_table sat_light;       /* own: many small queries */
extern const sat_table sat_cadical;     /* for few hard queries */

#endif
