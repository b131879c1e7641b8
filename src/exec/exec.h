#ifndef EXEC_EXEC_H
#define EXEC_EXEC_H

#include "exec/host.h"
#include "exec/parts.h"
#include "exec/state.h"
#include "relevancy/relevancy.h"

/*
 * The executor: takes a state one step after the other.  Without any strategy the executor
 * is the reference semantics.  New states of a fork go to the scheduler; the end of a path
 * is reported with its kind.  Requests of strategies: exec/strategy.h; models and
 * re-execution: exec/model.h.
 */
typedef struct ending {
  outcome kind;
  const char *message;          /* details; may be NULL. Borrowed */
  uint32_t place;               /* of the innermost frame with the user's code */
  const ir_function *function;  /* that frame's function */
  uint32_t site;                /* number of the instruction, over all functions */
  int status;                   /* of EXIT */
} ending;

/*
 * Functions of a scheduler.  `born` takes over a forked state.  `ended` is called at each
 * path's end; the state is freed afterwards.
 */
typedef struct exec_hooks {
  void *context;
  void (*born)(void *context, state *child, const state *parent);
  void (*ended)(void *context, const state *, const ending *);
  void (*message)(void *context, const char *text);
  /* Called at each jump to a block; true: the state pauses there.  May be
   * NULL. */
  bool (*jumped)(void *context, state *, uint32_t to_block);
  /* A born state is infeasible after all and is freed afterwards. */
  void (*gone)(void *context, state *);
  /* A query about a state is expensive: the state waits, and asks again later.  With a
   * parent the state was born just now.  NULL: queries are never put off. */
  void (*put_off)(void *context, state *, const state *parent);
} exec_hooks;

typedef struct exec_options {
  bool checks[OUTCOME_COUNT];   /* bugs to look for */
  bool must_free_all;           /* reachable memory at the end is a leak, too */
  bool uninit_is_nondet;        /* any value, instead of a bug */
  uint32_t max_loop;            /* iterations a loop; 0: no limit */
  uint32_t max_depth;           /* forks a path; 0: no limit */
  uint64_t max_forks;           /* in all; 0: no limit */
  bool tracks_memory;           /* leaks count however the program ends */
  uint32_t max_frames;          /* nested calls */
  uint64_t stack_size;          /* bytes; stack-overflow beyond */
  uint64_t max_alloc;           /* of an object, in bytes */
  uint64_t max_heap;            /* bytes of a path's live objects */
  host_files *host;             /* readable files; NULL: none */
  char **environment;           /* ends with NULL; NULL: empty */
  bool has_arguments;           /* the program gets arguments; otherwise an assumption where
                                 * main reads argc or argv */
  bool arguments_are_chosen;    /* ... by braid: an assumption that there are no others */
  bool arguments_are_words;     /* ... of options, which become arguments in __braid_start */
  const char *error_function;   /* a call is the bug; NULL: reach_error */
  const char *error_label;      /* reaching the label is the bug; NULL: none */
  /* Functions without code.  NULL: a call ends the path; "": any function returns any
   * value; otherwise only the functions listed, with commas, do. */
  const char *unknown;
  bool havoc_arguments;         /* ... and change the targets of their arguments */
  bool havoc_globals;           /* variables start with any contents */
  bool havoc_written;           /* only variables written by callers (ir_callers_write) */
  bool callers;                 /* arguments only as in the program's calls */
  bool lazy_null, lazy_alias;   /* unknown pointers may be null, may alias */
  bool lazy_bounds;             /* an access past a made-up object is a bug */
  uint32_t lazy_depth;          /* longest chain of made-up pointers */
  uint32_t lazy_array;          /* elements behind a pointer to a scalar */
  uint64_t native_after;        /* instructions in a loop before compilation; 0: never */
  const exec_unknowns *unknowns;        /* NULL: nothing is made up */
  const exec_native *native;    /* NULL: nothing is compiled */
  volatile const int *stop;     /* set by a signal or by a budget's clock */
} exec_options;

extern const exec_options exec_defaults;

typedef struct exec_stats {
#define STAT(NAME, TEXT) uint64_t NAME;
#include "exec/stats.def"
} exec_stats;

exec *exec_new(const ir_program *, expr_table *, solver *,
               const exec_options *, const exec_hooks *);
/* An executor with the original's names of objects, for re-executing models of its states;
 * freed before the original. */
exec *exec_twin(const exec *original, const exec_options *,
                const exec_hooks *);
void exec_free(exec *);

/* The state before main's first instruction; NULL and a message on failure.
 * `program` is argv[0]. */
state *exec_start(exec *, const char *entry, int argc, char **argv,
                  char **message);

/* An object that is accessed at one of very many offsets: words that differ from the rest, and
 * writes.  A read has as many choices: 0.4 ms each at PRICE_NODE. */
enum { EXEC_TOUCHED = 1 << 12, EXEC_UPDATES = 1 << 12 };

typedef enum exec_result {
  EXEC_RUNS,                    /* the fuel is used up or others were born */
  EXEC_ENDED,                   /* the state is gone */
} exec_result;

/* Runs the state for about `fuel` instructions, or until a fork. */
exec_result exec_run(exec *, state *, uint64_t fuel);

/* Ends the path from outside, by a budget. */
void exec_cut(exec *, state *, outcome);
/* ... and says more; the text must outlive the run. */
void exec_cut_saying(exec *, state *, outcome, const char *message);

exec_stats *exec_get_stats(exec *);
const exec_options *exec_get_options(const exec *);
const ir_program *exec_program(const exec *);
expr_table *exec_table(const exec *);
solver *exec_solver(const exec *);
const names *exec_names(const exec *);
/* A byte an edge: taken by some path. */
uint8_t *exec_covered_edges(exec *);

/* An edge that a state took first, and the place of the edge before; 0: none.  `place` is a
 * state's needs_test or a number derived from needs_test. */
typedef struct exec_news {
  uint32_t edge, before;
} exec_news;
exec_news exec_get_news(const exec *, uint32_t place);
/* A byte a function: entered by some path. */
uint8_t *exec_covered_functions(exec *);

/* The number of an instruction over the whole program. */
uint32_t exec_site(const exec *, const ir_function *, uint32_t insn);

/* The bug at this place is reported.  If a machine continues after this kind of undefined
 * behaviour (recoverable for UBSan), all paths continue there from now on, with no condition. */
bool exec_pass(exec *, uint32_t site, outcome kind);    /* whether it continues */
/* The bug at the instruction of the state is reported, and machines go on behind it. */
bool exec_is_passed(const exec *, const state *, outcome kind);

/* The twin must end where the original ended: at this place, even if passed before. */
void exec_await_bug(exec *twin, uint32_t site, outcome kind);

/* Fatal if an invariant of the state is broken; call between two instructions. */
void state_check(exec *, const state *);

/* Compares every instruction with the marks, and counts; the marks live as long as the
 * executor. */
void exec_check_relevancy(exec *, const relevancy *);
typedef struct exec_marks {
  uint64_t ran, marked, seen;   /* instructions: executed by some path; marked among these;
                                 * reached by a symbolic value */
  uint64_t violations;          /* a symbolic value at an unmarked instruction */
} exec_marks;
exec_marks exec_get_marks(const exec *);

/* Kinds of restrictions of "proved", counted by text. */
typedef struct exec_note {
  const char *text;
  uint64_t count;
  bool is_call;                 /* of a function without code, about its results */
} exec_note;
uint32_t exec_note_count(const exec *);
exec_note exec_get_note(const exec *, uint32_t);
void exec_add_note(exec *, const char *text, bool is_call);     /* another run's */

#endif
