#ifndef EXEC_EXEC_H
#define EXEC_EXEC_H

#include "exec/host.h"
#include "exec/parts.h"
#include "exec/state.h"
#include "relevancy/relevancy.h"

/*
 * The executor: takes a state one step after the other.  It runs with no
 * strategy at all; that is the reference semantics.  Where states fork, the
 * new ones are handed to the scheduler; where a path ends, it says how.  What
 * strategies ask of it is in exec/strategy.h; models and their re-execution, in
 * exec/model.h.
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
  /* A state that was born is infeasible after all: it is freed after it. */
  void (*gone)(void *context, state *);
  /* A question about a state takes long: it waits, to be asked again.  It was born just
   * now if there is a parent.  NULL: questions take as long as they do. */
  void (*put_off)(void *context, state *, const state *parent);
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
  host_files *host;             /* what the program may read; NULL: nothing */
  char **environment;           /* NULL at its end; NULL: empty */
  bool has_arguments;           /* the program is given some; else that is assumed
                                 * where main reads argc or argv */
  bool arguments_are_chosen;    /* ... by braid: that there are no others is assumed */
  bool arguments_are_words;     /* ... of options, which become arguments before main:
                                 * constructors are given none */
  const char *error_function;   /* calling it is the bug; NULL: reach_error */
  const char *error_label;      /* reaching it is; NULL: none */
  /* What is not there.  NULL: calling a function without code ends the path;
   * "": it returns anything; else so do these, with commas between them. */
  const char *unknown;
  bool havoc_arguments;         /* ... and changes what its arguments point to */
  bool havoc_globals;           /* variables start with any contents */
  bool havoc_written;           /* only those that callers write (ir_callers_write) */
  bool callers;                 /* arguments are as the program's calls pass them */
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

typedef enum exec_result {
  EXEC_RUNS,                    /* the fuel is used up or others were born */
  EXEC_ENDED,                   /* the state is gone */
} exec_result;

/* Runs the state for about so many instructions, or until it forks. */
exec_result exec_run(exec *, state *, uint64_t fuel);

/* Ends the path from outside: a budget cut it. */
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

/* The bug at this place is reported.  If a machine goes on behind undefined behaviour of that
 * kind (UBSan calls it recoverable), paths that a seed leads there go on from now on. */
void exec_pass(exec *, uint32_t site, outcome kind);

/* The twin is to end where its original ended: at this place, passed or not. */
void exec_await_bug(exec *twin, uint32_t site, outcome kind);

/* Fatal if an invariant of the state is broken; between two instructions of it. */
void state_check(exec *, const state *);

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

/* Kinds of things that bound what "proved" means, counted by text. */
typedef struct exec_note {
  const char *text;
  uint64_t count;
  bool is_call;                 /* of a function without code, for its results */
} exec_note;
uint32_t exec_note_count(const exec *);
exec_note exec_get_note(const exec *, uint32_t);
void exec_add_note(exec *, const char *text, bool is_call);     /* another run's */

#endif
