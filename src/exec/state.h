#ifndef EXEC_STATE_H
#define EXEC_STATE_H

#include "base/outcomes.h"
#include "ir/ir.h"
#include "memory/memory.h"
#include "solver/solver.h"

/*
 * A state: one path of execution, or several that were joined.  Copying costs
 * little: frames, memory, path condition and logs are shared until one side
 * changes them.
 */

/* An activation of a function.  Shared frames are copied before they change;
 * only the top frame ever changes. */
typedef struct call_event call_event;
typedef struct exec exec;

typedef struct frame {
  uint32_t refs;
  uint32_t depth;               /* callers below it */
  const ir_function *function;
  struct frame *caller;         /* owned; NULL below the first */
  uint32_t resume;              /* instruction of the caller that called, or
                                 * UINT32_MAX: nobody, braid pushed it ... */
  uint32_t restart;             /* ... and the caller goes on from here */
  uint64_t stack;               /* hash of the functions and calls below */
  uint32_t serial;              /* of all calls of the path; for longjmp */
  uint32_t first_slot;          /* name of its first stack slot; 0: no slots */
  uint64_t stack_bytes;         /* that it and its callers need natively, at
                                 * least, without dynamic objects */
  uint32_t variadic;            /* name of the object of `...`; 0: none */
  uint32_t swept;               /* the last sweep that marked it: see states_mark */
  uint32_t *loops;              /* iterations by block, if they are counted */
  uint32_t forkfree;            /* the fork-free region that all of the call is part
                                 * of; 0: none.  See exec/forkfree.h */
  bool is_any_call;             /* it denotes all calls of the function, and does not
                                 * return: merge/contract.c */
  call_event *event;            /* owned; NULL: nobody compares its returns */
  value regs[];
} frame;

/* What the program asked for, newest first; shared between states. */
typedef enum input_kind {
  INPUT_OBJECT,                 /* klee_make_symbolic and the like */
  INPUT_NONDET,                 /* one value; the name is its type */
  INPUT_UNINIT,                 /* an uninitialised value, where any goes */
  INPUT_HAVOC,                  /* what braid could not compute */
  INPUT_LAZY,                   /* made up; the name is what C would call it */
  INPUT_PLACE,                  /* where the machine puts an object: place.c */
} input_kind;

typedef struct input {
  uint32_t refs;
  struct input *before;         /* owned */
  input_kind kind;
  const char *name;             /* interned */
  uint32_t size;                /* in bytes */
  uint32_t symbol;              /* first; one a byte for objects, else one */
  uint32_t index;               /* at most so many came before */
  uint32_t object;              /* of UNINIT: whose bytes; 0: a register's ... */
  uint64_t offset;              /* ... and where they are.  Likewise of what was
                                 * made up for an object.  Of PLACE: the object, and how
                                 * many before it had its name */
  expr guard;                   /* {0}: always; else where it was asked for */
  expr iterations;              /* {0}: once; else the inputs of one iteration
                                 * stand together and came so often */
  uint32_t swept;               /* as of frames */
} input;

/* Contents of an object that was made up.  They are the same whenever it is made,
 * so they are found by their place and have no number in the order of
 * inputs. */
static inline bool input_is_placed(const input *i) {
  return i->object && i->kind != INPUT_UNINIT && i->kind != INPUT_PLACE;
}

/* Names of dynamic stack objects of the frames, newest first. */
typedef struct name_list {
  uint32_t refs;
  uint32_t name;
  uint32_t depth;               /* of the frame that owns it */
  uint64_t bytes, sure;         /* of it and all before, at most and at least */
  struct name_list *before;
} name_list;

/* What was made up for the path, newest first: its scalars are the inputs from
 * `input` on, in the order of lazy_each, or those that lie in `object`. */
typedef enum made_kind {
  MADE_PARAMETER,               /* of the function that was entered */
  MADE_OBJECT,                  /* what a pointer points to */
  MADE_GLOBAL,                  /* the contents of a variable */
  MADE_RESULT,                  /* of a call of a function without code ... */
  MADE_EFFECT                   /* ... and what it left behind its pointers */
} made_kind;

typedef struct made {
  uint32_t refs;
  struct made *before;          /* owned */
  made_kind kind;
  uint32_t number;              /* parameter, object's name, or symbol */
  uint32_t argument;            /* of an effect */
  uint32_t type;
  uint64_t count;               /* elements of that type */
  uint64_t bytes;               /* of all of it */
  uint32_t input, inputs;       /* first one, and how many */
  uint32_t object;              /* whose contents it is; 0: of no one object */
  uint32_t length;              /* of the list, this one included */
  const char *text;             /* what C would call it.  Interned */
} made;

/* The text is a pointer's, and this is what it points to. */
static inline bool made_is_behind(made_kind k) {
  return k == MADE_OBJECT || k == MADE_EFFECT;
}

/* Captured output, newest first.  Symbolic bytes are terms.  With a format it
 * is one number of 64 bits, still to be printed by that conversion. */
typedef struct output {
  uint32_t refs;
  struct output *before;
  uint32_t size;
  uint64_t total;               /* with all before */
  uint8_t fd;
  bool has_terms;
  uint32_t swept;               /* as of frames */
  const char *format;           /* interned; NULL: bytes */
  uint8_t data[];               /* bytes, or `size` terms if has_terms */
} output;

/* A byte, or the number of a format, of an output that has terms. */
static inline expr output_term(const output *o, uint32_t k) {
  return ((const expr *) (const void *) o->data)[k];
}

/* A value that was taken from the path's model to decide what to ask for next;
 * newest first.  Another run of the same path may have another model. */
typedef struct picked {
  uint32_t refs;
  uint32_t count;               /* this one included */
  uint64_t bits;
  struct picked *before;
} picked;

/* The fields, and what is done to each: exec/state.def.  Behind them are those of
 * strategies: exec/extension.h. */
typedef struct state {
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  TYPE NAME;
#include "exec/state.def"
} state;

/* Inputs that were asked for so far, at most. */
static inline uint32_t state_input_count(const state *s) {
  const input *last = s->inputs;
  return last ? last->index + !input_is_placed(last) : 0;
}

state *state_new(void);
state *state_copy(const state *);
void state_free(state *);

/* Marks the terms of all these states, and of the calls that they are in; see
 * expr/sweep.h.  What several of them share is looked at once. */
void states_mark(expr_table *, state *const *, uint32_t count);

void state_release_inputs(state *);
void made_release(made *);      /* one reference; accepts NULL */

/* The top frame, nobody else's. */
frame *state_own_top(state *);
/* The same for any, from the top on. */
frame *frame_own(frame **);

frame *frame_new(const ir_function *, frame *caller, uint32_t resume,
                 bool counts_loops);
/* What a call needs of the native stack, at least. */
uint64_t frame_bytes(const ir_function *);
void frame_retain(frame *);
void frame_release(frame *);

/* See exec/event.h; both accept NULL. */
void event_retain(call_event *);
void event_release(call_event *);

static inline const ir_insn *state_insn(const state *s) {
  return s->top->function->insns + s->pc;
}

#endif
