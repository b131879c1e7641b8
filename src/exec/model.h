#ifndef EXEC_MODEL_H
#define EXEC_MODEL_H

#include "exec/exec.h"

/*
 * The inputs of a path as numbers, and running a program on them: in a twin, which
 * runs with no strategy, or to find a state again.
 */

/* One input of a model, for concrete re-execution. */
typedef struct fixed_input {
  input_kind kind;
  const char *name;
  uint32_t size;
  uint8_t *bytes;
  uint32_t object;              /* as in the log */
  uint64_t offset;
  uint32_t symbol;              /* its first */
} fixed_input;

/* As input_is_placed: re-execution looks it up when the object is made, if
 * it does. */
static inline bool fixed_is_placed(const fixed_input *f) {
  return f->object && f->kind != INPUT_UNINIT && f->kind != INPUT_PLACE;
}

typedef VEC(fixed_input) fixed_inputs;

/* The inputs of the state under the model of its path. */
void exec_model(exec *, const state *, fixed_inputs *);
/* Instructions that a run on that model takes, about. */
uint64_t exec_model_length(exec *, const state *);
void fixed_inputs_release(fixed_inputs *);

/* The text for as long as the executor lives; the same text is the same pointer. */
const char *exec_intern(exec *, const char *text);

/* From now on inputs are these, in order; NULL: symbolic again. */
void exec_fix_inputs(exec *, const fixed_inputs *);
/* Whether an input came that the list did not foresee. */
bool exec_inputs_diverged(const exec *);

/* From now on the first values that a path takes from its model are these, which
 * stay the caller's: as they were when the path first ran. */
void exec_fix_picks(exec *, const uint64_t *, uint32_t count);

/* Who knows which inputs a path is to take says which of the values that a term can
 * have comes first, and which inputs those are: they fulfil the path.  NULL: any will
 * do. */
typedef path_witness *exec_advice(void *context, const state *, expr, uint64_t *bits);
void exec_set_advice(exec *, exec_advice *, void *context);
/* From its start the run is led by inputs that are there before: what jobs describe has
 * picks wherever a path could be led.  Otherwise no state that was led may be a job. */
void exec_lead_all(exec *);
/* From now on a path that follows an input asks about both sides, so that its states
 * are the jobs of others. */
void exec_ask_at_once(exec *);
/* Asks now what was not asked of the state; false: it is gone, or was put off. */
bool exec_ask_now(exec *, state *);
/* From now on questions that take long are put off, or not. */
void exec_put_off(exec *, bool);
bool exec_puts_off(const exec *);
/* From now on questions wait before they are asked where others took long, or not. */
void exec_spare_solver(exec *, bool spares);
/* From now on the state's forks need not be those of a run that asks. */
void exec_leave_job(state *);
/* States that can be jobs stay so, or need not: their questions are not put off. */
void exec_keep_jobs(exec *, bool);
bool exec_may_wait(const exec *, const state *);
/* What the next question about a state that was put off may take: conflicts. */
uint64_t exec_patience(const state *);
/* From now on what the state, which is led, leaves behind is one state, which begins where
 * it is now; until the next call.  NULL: each side is a state. */
void exec_begin_remainder(exec *, state *);
void exec_mark_remainder(const exec *, expr_table *);
/* When a state is born that was not asked about: the coverage edge that its parent
 * took, plus one; 0: none. */
uint32_t exec_led_edge(const exec *);
/* While a path is ended for an unknown answer: the condition that could not be
 * decided; {0}: none. */
expr exec_open_condition(const exec *);
/* For an exploration that nobody has to find again: no path is led any more. */
void exec_lead_nowhere(exec *);

/* A branch that a re-execution took, or an input that it asked for. */
typedef struct exec_step {
  uint32_t edge;                /* plus one; 0: an input */
  const ir_function *function;  /* the user's that asked; NULL: none did */
  uint32_t place;               /* ... and where */
  uint32_t size;                /* of the input, in bytes */
  uint64_t bits;                /* its value, if it has up to 8 bytes */
} exec_step;

/* The last branches that a re-execution took in the user's code, as numbers of
 * edges; `count` in all, the k-th at k % EXEC_TRACED.  And its first steps. */
enum { EXEC_TRACED = 64, EXEC_STEPS = 4096 };
typedef struct exec_trace {
  uint64_t count;
  uint32_t edges[EXEC_TRACED];
  VEC(exec_step) steps;         /* the caller's to release */
  bool has_more;                /* than EXEC_STEPS */
  uint8_t *seen;                /* a byte an edge, set if it was taken; or NULL */
} exec_trace;
/* From now on a twin notes them, and runs nothing natively; NULL: no more. */
void exec_set_trace(exec *twin, exec_trace *);

#endif
