#ifndef SOLVER_GATES_H
#define SOLVER_GATES_H

#include "base/vec.h"
#include "solver/sat.h"

/*
 * Gates over literals of a SAT solver, as clauses that define a fresh output.  Equal gates
 * have equal outputs, constants propagate, and signs are moved so that a gate and its
 * complements share an output.  Only definitions are added, never facts, so the clauses are
 * satisfiable for any values of the inputs and stay valid for every later query.
 */
enum { GATE_TRUE = 1, GATE_FALSE = -1 };        /* variable 1 is true */

typedef struct gate { uint32_t op; int in[3], out; } gate;

typedef struct gates {
  const sat_table *api;
  void *sat;
  int variables;                /* the largest in use */
  VEC(gate) made;
  /* Indices + 1 into `made`, by open addressing.  Not base/index.h: half the size, with a
   * million gates. */
  uint32_t *slot;
  uint32_t slots;
  uint64_t limit;               /* of `variables`; 0: none */
  const interrupt *end;
  bool is_full;                 /* the limit or the end was met: outputs mean nothing */
} gates;

void gates_init(gates *, const sat_table *, const interrupt *);
void gates_release(gates *);

int gates_fresh(gates *);
int gates_and(gates *, int a, int b);
int gates_or(gates *, int a, int b);
int gates_xor(gates *, int a, int b);
int gates_mux(gates *, int c, int then, int other);
int gates_sum(gates *, int a, int b, int c);    /* xor of three */
int gates_carry(gates *, int a, int b, int c);  /* at least two of three */
int gates_and_all(gates *, int *literals, unsigned count);  /* reorders the literals */

#endif
