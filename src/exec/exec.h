#ifndef EXEC_EXEC_H
#define EXEC_EXEC_H

#include "base/random.h"
#include "exec/host.h"
#include "exec/parts.h"
#include "exec/state.h"
#include "relevancy/relevancy.h"
#include "summary/summary.h"

/*
 * The executor: takes a state one step after the other.  It runs with no
 * strategy at all; that is the reference semantics.  Where states fork, the
 * new ones are handed to the scheduler; where a path ends, it says how.
 */
typedef struct ending {
  outcome kind;
  const char *message;          /* more on it; may be NULL.  Borrowed */
  uint32_t place;               /* of the innermost frame with the user's code */
  const ir_function *function;  /* that frame's */
  uint32_t site;                /* number of the instruction, over all functions */
  int status;                   /* of EXIT */
} ending;

/*
 * What a scheduler provides.  `born` takes over a state that split off.
 * `ended` is called at each path's end; the state is freed after it.
 */
typedef struct exec_hooks {
  void *context;
  void (*born)(void *context, state *child, const state *parent);
  void (*ended)(void *context, const state *, const ending *);
  void (*message)(void *context, const char *text);
  /* Called at each jump to a block; true: the state pauses there.  May be
   * NULL. */
  bool (*jumped)(void *context, state *, uint32_t to_block);
} exec_hooks;

typedef struct exec_options {
  bool checks[OUTCOME_COUNT];   /* bugs that are looked for */
  bool must_free_all;           /* what is still pointed to is a leak, too */
  bool uninit_is_nondet;        /* any value, instead of a bug */
  uint32_t max_loop;            /* iterations a loop; 0: no limit */
  uint32_t max_depth;           /* forks a path; 0: no limit */
  uint64_t max_forks;           /* in all; 0: no limit */
  bool tracks_memory;           /* leaks count however the program ends */
  uint32_t max_frames;          /* nested calls */
  uint64_t stack_size;          /* bytes; stack-overflow beyond */
  uint64_t max_alloc;           /* bytes of one object */
  uint64_t max_heap;            /* bytes of a path's live objects */
  uint64_t max_table;           /* entries of a read at a symbolic offset */
  host_files *host;             /* what the program may read; NULL: nothing */
  char **environment;           /* NULL at its end; NULL: empty */
  const char *error_function;   /* calling it is the bug; NULL: reach_error */
  const char *error_label;      /* reaching it is; NULL: none */
  /* What is not there.  NULL: calling a function without code ends the path;
   * "": it returns anything; else so do these, with commas between them. */
  const char *unknown;
  bool havoc_arguments;         /* ... and changes what its arguments point to */
  bool havoc_globals;           /* variables start with any contents */
  bool lazy_null, lazy_alias;   /* unknown pointers may be null, may alias */
  bool lazy_bounds;             /* what lies past a made-up object is a bug */
  uint32_t lazy_depth;          /* pointers to be followed one after another */
  uint32_t lazy_array;          /* elements behind a pointer to a scalar */
  uint64_t native_after;        /* instructions in one loop until it is
                                 * compiled; 0: never */
  const exec_unknowns *unknowns;        /* NULL: nothing is made up */
  const exec_native *native;    /* NULL: nothing is compiled */
  volatile const int *stop;     /* set by a signal or by a budget's clock */
} exec_options;

extern const exec_options exec_defaults;

typedef struct exec_stats {
#define STAT(NAME, TEXT) uint64_t NAME;
#include "exec/stats.def"
} exec_stats;

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

/* The text for as long as the executor lives; the same text is the same pointer. */
const char *exec_intern(exec *, const char *text);

/* As input_is_placed: re-execution looks it up when the object is made, if
 * it does. */
static inline bool fixed_is_placed(const fixed_input *f) {
  return f->object && f->kind != INPUT_UNINIT;
}

typedef VEC(fixed_input) fixed_inputs;

exec *exec_new(const ir_program *, expr_table *, solver *,
               const exec_options *, const exec_hooks *);
/* One that names objects as the original does, for re-executing its states'
 * models; freed before the original. */
exec *exec_twin(const exec *original, const exec_options *,
                const exec_hooks *);
void exec_free(exec *);

/* The state before main's first instruction; NULL and a message on failure.
 * `program` is argv[0]. */
state *exec_start(exec *, const char *entry, int argc, char **argv,
                  char **message);

/* The object that the renewed slot of the frame is now; 0: none. */
uint32_t exec_slot_instance(const exec *, const state *, const frame *,
                            uint32_t slot);
/* Whether the name is a stack object's that does not live in the state. */
bool exec_is_dead_slot(const exec *, const state *, uint64_t name);

typedef enum exec_result {
  EXEC_RUNS,                    /* the fuel is used up or others were born */
  EXEC_ENDED,                   /* the state is gone */
} exec_result;

/* Runs the state for about so many instructions, or until it forks. */
exec_result exec_run(exec *, state *, uint64_t fuel);
/* The same, but after `soft` instructions a time slice ends where work was done
 * on terms, of which one may take as long as many instructions on numbers. */
exec_result exec_run_within(exec *, state *, uint64_t fuel, uint64_t soft);

/* Marks the edge that a state which was just born took.  To be called before it
 * is joined; exec_run does so by itself. */
exec_result exec_catch_up(exec *, state *);

/* Ends the path from outside: a budget cut it. */
void exec_cut(exec *, state *, outcome);

/* From now on inputs are these, in order; NULL: symbolic again. */
void exec_fix_inputs(exec *, const fixed_inputs *);
/* Whether an input came that the list did not foresee. */
bool exec_inputs_diverged(const exec *);

/* From now on the first values that a path takes from its model are these, which
 * stay the caller's: as they were when the path first ran. */
void exec_fix_picks(exec *, const uint64_t *, uint32_t count);

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
} exec_trace;
/* From now on a twin notes them, and runs nothing natively; NULL: no more. */
void exec_set_trace(exec *twin, exec_trace *);

/* The inputs of the state under the model of its path. */
void exec_model(exec *, const state *, fixed_inputs *);
/* The first symbol of such an input, if it will be the path's n-th. */
uint32_t exec_input_symbol(exec *, const input *like, uint32_t index);
/* The inputs of one iteration of a loop, oldest first, were asked for in each
 * of so many iterations, and always answered by the symbols from `symbols` on,
 * one list entry an input. */
void exec_log_iterations(exec *, state *, expr count,
                         const input *const *asked, const uint32_t *symbols,
                         uint32_t asked_count);

/* Instructions that a run on that model takes, about. */
uint64_t exec_model_length(exec *, const state *);
void fixed_inputs_release(fixed_inputs *);

exec_stats *exec_get_stats(exec *);
const exec_options *exec_get_options(const exec *);
const ir_program *exec_program(const exec *);
expr_table *exec_table(const exec *);
solver *exec_solver(const exec *);
const names *exec_names(const exec *);
/* A byte an edge: taken by some path. */
uint8_t *exec_covered_edges(exec *);

/* An edge that a state took first, and the place of the one before it; 0: there is
 * none.  `place` is a state's needs_test or what was given for that. */
typedef struct exec_news {
  uint32_t edge, before;
} exec_news;
exec_news exec_get_news(const exec *, uint32_t place);
/* A byte a function: entered by some path. */
uint8_t *exec_covered_functions(exec *);

/* The number of an instruction over the whole program. */
uint32_t exec_site(const exec *, const ir_function *, uint32_t insn);

/* Whether the hook is called at jumps, if there is one; at first it is. */
void exec_report_jumps(exec *, bool);

/* States may be joined: the executor pauses them where others can catch up,
 * as long as this is on. */
void exec_set_joining(exec *, bool);

/* Calls of the user's functions become events: a state pauses when it returns
 * from one in which paths split, and says so in `left`. */
void exec_set_events(exec *, bool);
/* Of the calls of this function one in 2^shift from now on. */
void exec_set_event_rate(exec *, const ir_function *, unsigned shift);

/* A state pauses at the head of a loop of the user's if its path split since it
 * was last at one, and says so in `at_head`. */
void exec_note_heads(exec *, bool);
/* At that block of the function one in 2^shift times from now on. */
void exec_set_head_rate(exec *, const ir_function *, uint32_t block,
                        unsigned shift);
/* States pause at every head of a loop, and nothing runs natively. */
void exec_pause_at_heads(exec *, bool);
/* The same for the rest of the run, and states at heads of the user's loops say so in
 * `at_head` at each arrival. */
void exec_stop_at_heads(exec *);
/* Whether some state called setjmp so far. */
bool exec_has_jumps(const exec *);

/* A further state where this one is; the caller says how they differ. */
state *exec_split_off(exec *, state *);
/* Those bytes of the object have that value in the state, as its path says. */
void exec_put_number(exec *, state *, uint32_t name, uint64_t offset,
                     uint32_t count, uint64_t bits);

/* Which one of its path's inputs a symbol denotes; UINT32_MAX: none. */
uint32_t exec_input_index(const exec *, uint32_t symbol);
/* The made-up object whose contents the symbol is part of; 0: none. */
uint32_t exec_input_object(const exec *, uint32_t symbol);

/* Whether the term may be an address: a number whose upper bits name an object that
 * one of the memories has, or had; a sum or difference with one, or a choice
 * among several. */
bool exec_is_address(const exec *, const memory *const *, unsigned count, expr);

/* Fatal if an invariant of the state is broken; between two instructions of it. */
void state_check(exec *, const state *);

/* States stop at the end of annotated blocks (BRAID_MERGE), each until it runs
 * again: state->waits. */
void exec_set_merging(exec *, bool);
/* The annotation at which the state waits: its kind, as the program has it. */
uint32_t exec_annotation(const exec *, const state *);
/* The terms that the annotation's expressions have in the state, which waits
 * there, and where they are defined: elsewhere they have errors.  False: they
 * could not be computed.  Changes nothing. */
typedef VEC(expr) exec_terms;
bool exec_probe(exec *, const state *, exec_terms *, expr *defined);

/* The summaries in which joined values are kept; NULL: plain terms. */
void exec_set_summaries(exec *, summaries *);
summaries *exec_get_summaries(const exec *);

/* From now on states do not pause, nor are their jumps reported, where paths do
 * not fork: exec/forkfree.h.  That is so where none did in `enough` iterations,
 * or where the analysis says so, which is made when so many instructions were
 * executed under watch for each of the program's. */
void exec_use_relevancy(exec *, const relevancy_options *,
                        uint64_t after_each, uint32_t enough);
/* What the analysis took; for reports only. */
double exec_relevancy_ms(const exec *);
/* Nobody looks at jumps where the state is. */
bool exec_is_forkfree(const exec *, const state *);
/* A template was applied where the state is: there is a use in looking. */
void exec_note_template(exec *, const state *);

/* Holds every instruction against the marks, and counts what it sees; the
 * marks live as long as the executor. */
void exec_check_relevancy(exec *, const relevancy *);
typedef struct exec_marks {
  uint64_t ran, marked, seen;   /* instructions: executed by some path; of them
                                 * marked; and those that a symbolic value
                                 * really reached */
  uint64_t violations;          /* it reached one that is not marked */
} exec_marks;
exec_marks exec_get_marks(const exec *);

/* Whether a missing definition is an input of its own (--uninit=nondet). */
bool exec_asks_for_undefined(const exec *);
/* A missing definition as a value of its own, as a read would see it; of bytes of
 * the object of that name, or of a register if it is 0. */
value exec_make_undefined(exec *, state *, unsigned width, uint32_t name,
                          uint64_t offset);

/* Kinds of things that bound what "proved" means, counted by text. */
typedef struct exec_note {
  const char *text;
  uint64_t count;
  bool is_call;                 /* of a function without code, for its results */
} exec_note;
uint32_t exec_note_count(const exec *);
exec_note exec_get_note(const exec *, uint32_t);

#endif
