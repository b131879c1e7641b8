#ifndef EXEC_MODEL_H
#define EXEC_MODEL_H

#include "exec/exec.h"

/*
 * The inputs of a path as numbers, and runs of a program on these inputs: in a twin, which
 * runs with no strategy, or to find a state again.
 */

/* An input of a model, for concrete re-execution. */
typedef struct fixed_input {
  input_kind kind;
  const char *name;
  uint32_t size;
  uint8_t *bytes;
  uint32_t object;              /* as in the log */
  uint64_t offset;
  uint32_t symbol;              /* the first symbol */
} fixed_input;

/* As input_is_placed: re-execution looks the input up when making the object, if ever. */
static inline bool fixed_is_placed(const fixed_input *f) {
  return f->object && f->kind != INPUT_UNINIT && f->kind != INPUT_PLACE;
}

typedef VEC(fixed_input) fixed_inputs;

/* The inputs of the state under the model of its path. */
void exec_model(exec *, const state *, fixed_inputs *);
/* Approximate number of instructions of a run on the state's model. */
uint64_t exec_model_length(exec *, const state *);
void fixed_inputs_release(fixed_inputs *);

/* The text for as long as the executor lives; the same text is the same pointer. */
const char *exec_intern(exec *, const char *text);

/* From now on inputs are these, in order; NULL: symbolic again. */
void exec_fix_inputs(exec *, const fixed_inputs *);
/* Whether the program asked for an input missing in the list. */
bool exec_inputs_diverged(const exec *);

/* From now on the first picks of a path from its model are these values, borrowed: the
 * picks of the path's first run. */
void exec_fix_picks(exec *, const uint64_t *, uint32_t count);

/* The adviser knows the inputs that a path is to take, chooses among possible values of a
 * term, and returns the inputs as a witness: they satisfy the path.  NULL: any value will
 * do. */
typedef path_witness *exec_advice(void *context, const state *, expr, uint64_t *bits);
void exec_set_advice(exec *, exec_advice *, void *context);
/* From the start the run is led by given inputs: descriptions of jobs have picks wherever a
 * path could be led.  Otherwise no led state may be a job. */
void exec_lead_all(exec *);
/* From now on a seeded path asks about both sides, so its states can be jobs of other
 * processes. */
void exec_ask_at_once(exec *);
/* Asks the postponed query of the state; false: the state is gone, or was put off. */
bool exec_ask_now(exec *, state *);
/* From now on expensive queries are put off, or not. */
void exec_put_off(exec *, bool);
bool exec_puts_off(const exec *);
/* From now on queries wait where similar queries were expensive, or not. */
void exec_spare_solver(exec *, bool spares);
/* From now on the state's forks may differ from the forks of a run that asks. */
void exec_leave_job(state *);
/* Whether states that can be jobs must stay so: their queries are not put off. */
void exec_keep_jobs(exec *, bool);
bool exec_keeps_jobs(const exec *);
bool exec_may_wait(const exec *, const state *);
/* Allowance of the next query about a put-off state, in conflicts. */
uint64_t exec_patience(const state *);
/* When a state is born without a query: 1 + the coverage edge of the parent; 0: none. */
uint32_t exec_led_edge(const exec *);
/* While a path is ended for an unknown answer: the undecided condition; {0}: none. */
expr exec_open_condition(const exec *);
/* For an exploration without jobs: no path is led any more. */
void exec_lead_nowhere(exec *);

/* Sees each instruction before it runs, and nothing runs natively; NULL: nobody does. */
typedef void exec_look(void *context, const state *, const ir_insn *);
void exec_set_look(exec *, exec_look *, void *context);

/* A branch of a re-execution, or an input request. */
typedef struct exec_step {
  uint32_t edge;                /* plus one; 0: an input */
  const ir_function *function;  /* the asking function of the user; NULL: none */
  uint32_t place;               /* ... and where */
  uint32_t size;                /* of the input, in bytes */
  uint64_t bits;                /* the value, of up to 8 bytes */
} exec_step;

/* The last branches of a re-execution in the user's code, as numbers of edges; `count` in
 * all, the k-th at k % EXEC_TRACED. And the first steps. */
enum { EXEC_TRACED = 64, EXEC_STEPS = 4096 };
typedef struct exec_trace {
  uint64_t count;
  uint32_t edges[EXEC_TRACED];
  VEC(exec_step) steps;         /* the caller's to release */
  bool has_more;                /* than EXEC_STEPS */
  uint8_t *seen;                /* a byte an edge, set if taken; or NULL */
} exec_trace;
/* From now on a twin notes its steps, and runs nothing natively; NULL: no more. */
void exec_set_trace(exec *twin, exec_trace *);

#endif
