#ifndef TRAIL_RECORD_H
#define TRAIL_RECORD_H

#include "exec/model.h"
#include "trail/input.h"
#include "trail/tree.h"

/*
 * Writes the tree down while the executor runs (exec_set_look).  Only the user's functions are
 * in it: what a library does belongs to the line of the user's that called.
 */
typedef struct trail_decision {
  expr holds;                   /* a condition of the input, as it was decided */
  uint32_t place;               /* of the user's line */
  uint32_t line;                /* how many lines had been visited */
} trail_decision;

typedef struct trail_activation {
  trail_call *call;
  uint32_t block;
  VEC(uint32_t) heads;          /* of the loops that control is in, outermost first */
  bool has_visit;               /* the last item is the line where control is */
} trail_activation;

enum { TRAIL_ARGUMENTS = 4, TRAIL_PEEKED = 64 };

/* What an instruction is about to change: known after it ran. */
typedef struct trail_pending {
  enum { PENDING_NONE, PENDING_VARIABLE, PENDING_MEMORY, PENDING_CALL } kind;
  uint32_t serial;              /* of the frame */
  uint32_t variable;
  uint64_t address, size;
  uint32_t count;               /* of a call: its pointers, and what is behind them */
  struct { uint64_t address; uint32_t size; uint8_t bytes[TRAIL_PEEKED]; } seen[TRAIL_ARGUMENTS];
} trail_pending;

typedef struct trail_record {
  exec *exec;
  const ir_program *program;
  trail_inputs *inputs;
  uint32_t most_rounds;         /* sets of rounds of a loop that are kept */
  uint64_t most_lines;          /* lines of a call that has returned */
  trail_call *root;             /* of no function: the calls from outside */
  VEC(trail_activation) open;   /* outermost first */
  VEC(trail_decision) decisions;
  bool has_more;                /* ... than are kept */
  uint64_t steps;               /* instructions */
  uint32_t lines;               /* visits in all */
  trail_pending pending;
  VEC(uint32_t *) variables;    /* by function: of a register, plus 1; NULL: not looked up yet */
  uint8_t *is_system;           /* by file: 1 of the system, 2 the user's, 0 not known */
  VEC(trail_value) last;        /* variables of the last function, at the end */
  uint32_t last_place;
  const ir_function *last_function;
} trail_record;

void trail_record_begin(trail_record *, exec *, trail_inputs *, bool all);
void trail_record_release(trail_record *);
/* For exec_set_look, and for what the solver decides. */
void trail_record_look(void *record, const state *, const ir_insn *);
void trail_record_decided(void *record, expr holds);
/* The path is at its end. */
void trail_record_end(trail_record *, const state *, uint32_t place);

#endif
