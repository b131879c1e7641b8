#ifndef EXEC_STATE_H
#define EXEC_STATE_H

#include "base/outcomes.h"
#include "ir/ir.h"
#include "memory/memory.h"
#include "solver/solver.h"

/*
 * A state: a path of execution, or several joined paths.  Copying is cheap: frames, memory,
 * path condition and logs are shared until a side changes them.
 */

/* An activation of a function.  Shared frames are copied before a change; only the top
 * frame ever changes. */
typedef struct call_event call_event;
typedef struct fan fan;
typedef struct exec exec;

typedef struct frame {
  uint32_t refs;
  uint32_t depth;               /* number of callers below; above a fan: at least */
  const ir_function *function;
  struct frame *caller;         /* owned; NULL below the first */
  fan *fan;                     /* owned: all callers; NULL: there is one.  See exec/fan.h */
  uint32_t resume;              /* the caller's call instruction, or UINT32_MAX: pushed by
                                 * braid ... */
  uint32_t restart;             /* ... and the caller goes on from here */
  uint64_t stack;               /* hash of the functions and calls below */
  uint32_t serial;              /* of all calls of the path; for longjmp */
  bool is_recursive;            /* the frame's or a caller's function may call itself */
  uint32_t entered;             /* the state's frontier when it was called, or joined */
  uint32_t first_slot;          /* name of the first stack slot; 0: no slots */
  uint64_t stack_bytes;         /* native stack of frame and callers, at least, without
                                 * dynamic objects */
  uint32_t variadic;            /* name of the object of `...`; 0: none */
  uint32_t swept;               /* the last sweep that marked the frame: states_mark */
  uint32_t *loops;              /* iterations by block, if counted */
  uint32_t forkfree;            /* the fork-free region of the whole call; 0: none. See
                                 * exec/forkfree.h */
  bool is_any_call;             /* denotes all calls of the function, and does not return:
                                 * merge/contract.c */
  call_event *event;            /* owned; NULL: returns are not compared */
  value regs[];
} frame;

/* The program's requests for inputs, newest first; shared between states. */
typedef enum input_kind {
  INPUT_OBJECT,                 /* klee_make_symbolic and the like */
  INPUT_NONDET,                 /* a single value; the name is its type */
  INPUT_UNINIT,                 /* an uninitialised value, where any goes */
  INPUT_HAVOC,                  /* a value that braid could not compute */
  INPUT_LAZY,                   /* made up; the name is a C expression */
  INPUT_PLACE,                  /* where the machine puts an object: place.c */
} input_kind;

typedef struct input {
  uint32_t refs;
  struct input *before;         /* owned */
  input_kind kind;
  const char *name;             /* interned */
  uint32_t size;                /* in bytes */
  uint32_t symbol;              /* the first; a symbol a byte for objects, else one */
  uint32_t index;               /* at most so many came before */
  uint32_t object;              /* of UNINIT: the object of the bytes; 0: a register */
  uint64_t offset;              /* ... and the offset.  The same for contents of a made-up
                                 * object.  Of PLACE: the object, and how many objects had
                                 * its name before */
  expr guard;                   /* {0}: always; else the condition of the request */
  expr iterations;              /* {0}: once; else the inputs of an iteration stand
                                 * together, repeated so often */
  uint32_t swept;               /* as of frames */
} input;

/* Contents of a made-up object.  The same whenever the object is made, so found by place
 * and without a number in the order of inputs. */
static inline bool input_is_placed(const input *i) {
  return i->object && i->kind != INPUT_UNINIT && i->kind != INPUT_PLACE;
}

/* Names of dynamic stack objects of the frames, newest first. */
typedef struct name_list {
  uint32_t refs;
  uint32_t name;
  uint32_t depth;               /* of the owning frame */
  uint64_t bytes, sure;         /* of the object and all before, at most and at least */
  struct name_list *before;
} name_list;

/* Objects made up for the path, newest first: scalars are the inputs from `input` on, in
 * the order of lazy_each, or inputs in `object`. */
typedef enum made_kind {
  MADE_PARAMETER,               /* of the entered function */
  MADE_OBJECT,                  /* the target of a pointer */
  MADE_GLOBAL,                  /* the contents of a variable */
  MADE_RESULT,                  /* of a call of a function without code ... */
  MADE_EFFECT                   /* ... and its effect behind its pointers */
} made_kind;

typedef struct made {
  uint32_t refs;
  struct made *before;          /* owned */
  made_kind kind;
  uint32_t number;              /* parameter, object's name, or symbol */
  uint32_t argument;            /* of an effect */
  uint32_t type;
  uint64_t count;               /* elements of the type */
  uint64_t bytes;               /* of the whole object */
  uint32_t input, inputs;       /* the first, and how many */
  uint32_t object;              /* with these contents; 0: of no single object */
  uint32_t length;              /* of the list from here on */
  const char *text;             /* as a C expression.  Interned */
} made;

/* The text is a pointer's, and the object is its target. */
static inline bool made_is_behind(made_kind k) {
  return k == MADE_OBJECT || k == MADE_EFFECT;
}

/* Captured output, newest first.  Symbolic bytes are terms.  With a format the output is a
 * number of 64 bits, to be printed by the conversion. */
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

/* A byte, or the number of a format, of an output with terms. */
static inline expr output_term(const output *o, uint32_t k) {
  return ((const expr *) (const void *) o->data)[k];
}

/* A value from the path's model, used to decide the next request; newest first.  Another
 * run of the same path may have another model. */
typedef struct picked {
  uint32_t refs;
  uint32_t count;               /* length of the list from here on */
  uint64_t bits;
  struct picked *before;
} picked;

/* Fields, and operations on each: exec/state.def.  Strategies' fields follow:
 * exec/extension.h. */
typedef struct state {
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  TYPE NAME;
#include "exec/state.def"
} state;

/* Inputs requested so far, at most. */
static inline uint32_t state_input_count(const state *s) {
  const input *last = s->inputs;
  return last ? last->index + !input_is_placed(last) : 0;
}

state *state_new(void);
state *state_copy(const state *);
void state_free(state *);

/* Marks the terms of all these states and of their calls; see expr/sweep.h.  Shared parts
 * are visited once. */
void states_mark(expr_table *, state *const *, uint32_t count);

void state_release_inputs(state *);
void made_release(made *);      /* a reference; accepts NULL */

/* The top frame, nobody else's. */
frame *state_own_top(state *);
/* The same for any, from the top on. */
frame *frame_own(frame **);

frame *frame_new(const ir_function *, frame *caller, uint32_t resume,
                 bool counts_loops);
/* Native stack of a call, at least. */
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
