#ifndef FINDING_SESSION_H
#define FINDING_SESSION_H

#include "base/options.h"
#include "exec/model.h"
#include "exec/strategy.h"
#include "explore/explore.h"
#include "files/outdir.h"
#include "finding/property.h"
#include "finding/world.h"
#include "formats/ledger.h"
#include "formats/run_report.h"
#include "replay/hunt.h"

/*
 * What a run finds, as it finds it: each path's end becomes a bug, a test, a
 * count, or nothing.  Every model is re-executed concretely before it is
 * believed, and a test is written at once, so that an interrupt loses nothing.
 */
typedef VEC(replay_frame) session_stack;        /* innermost first */
typedef VEC(uint32_t) session_key;              /* kind and sites */

/* The same mistake by other calls. */
typedef struct session_more {
  char *message;                /* or NULL */
  session_stack stack;
  session_key key;
  uint32_t test;
  char *precondition;
} session_more;

/* One mistake: of all that is of one kind on one line, the first. */
typedef struct session_bug {
  outcome kind;
  char *message;                /* or NULL */
  session_stack stack;
  session_key key;              /* no two bugs have the same */
  VEC(report_step) steps;       /* the last branches before it, oldest first */
  testcase input;
  uint32_t test;
  bool is_beside;               /* not of the property asked */
  char *blame;                  /* not NULL: only possible, since of this join */
  bool is_made_up;              /* ... or rather, inline assembly */
  bool reads_uninit;            /* its input holds what no test can set */
  char *precondition;           /* what was made up for it, or NULL */
  bool has_harness;             /* ... and is written beside the test */
  report_calls calls;
  uint32_t null_pointer;        /* of REPORT_UNASKED_NULL: its symbol */
  VEC(session_more) more;
  bool more_beyond;             /* ... and there are others */
} session_bug;

/* How sure a finding is.  Of two findings of one mistake the surer one stays, wherever
 * they meet: one that is only possible may be dropped later, for reasons that a
 * confirmed one does not have. */
typedef enum session_surety {
  SESSION_OF_JOIN,              /* possible: a join forgot something */
  SESSION_MADE_UP,              /* possible: it depends on what was made up */
  SESSION_CONFIRMED             /* its inputs led to it */
} session_surety;

session_surety session_how_sure(const session_bug *);
void session_release_bug(session_bug *);

/* Faults that tests plant (--plant-lost), to see that evidence.h finds out. */
enum { SESSION_LOSES = 1, SESSION_OVERLOOKS };

/* A file beside a test: test000001SUFFIX. */
typedef struct session_file {
  const char *suffix;           /* a constant */
  char *bytes;
  size_t size;
} session_file;

/* A test that was written of a path whose end was not known. */
typedef struct session_open_test {
  uint32_t number;
  testcase test;
} session_open_test;

struct wire;

/* A contender's findings go to the process that writes them. */
typedef struct session_remote {
  void (*bug)(void *context, const session_bug *);
  /* News: the state's needs_test.  Final: it is a final state's.  False: there is one
   * with the same inputs. */
  bool (*test)(void *context, const testcase *, uint32_t news, bool is_final);
  /* Whether the path to a bug is re-executed from now on.  Or NULL. */
  void (*confirms)(void *context, bool);
  /* What another process found, as wire_kind and bytes.  Or NULL. */
  void (*forward)(void *context, int kind, const struct wire *);
  void *context;
} session_remote;

/* What the process that waits for contenders knows of them, to be shown. */
typedef struct session_view {
  bool is_set;
  uint64_t paths, states, memory_bytes, solver_ns;
  uint64_t used_ns;             /* processor time of them all */
  const char *what, *order;     /* who runs; what its search follows, or NULL */
} session_view;

typedef struct session {
  const options *o;
  const property *property;
  const ir_program *program;
  exec *exec, *twin;            /* the twin re-executes models */
  explore *explore;
  uint64_t begun_ns;            /* processor time, also beside, when exploration began */
  uint64_t explored_cost, explored_ns;  /* by all contenders: counted, and processor time */
  hunt_counts hunted;           /* native runs of mutated inputs */
  zeq *zeq;                     /* NULL: returns are not compared */
  bool folds;                   /* loops by invariants ... */
  uint32_t restarts;            /* ... explored anew so often */
  bool is_rechecked;            /* ... which were proved again: see recheck.h */
  bool looks_back;              /* states at loops' heads are looked at */
  seen *seen;                   /* NULL: states at loops' heads go on */
  merger *merger;               /* NULL: no join loses anything */
  const state *start;           /* before the first instruction; borrowed */
  volatile const int *stop;     /* set when the run is to end */
  volatile const uint64_t *stopped_ns;  /* when time or a signal did; 0: not yet */
  ledger *ledger;               /* what is found, for who watches; or NULL */
  uint32_t recorded;            /* assumptions that it has */
  outdir *out;
  struct progress *progress;    /* borrowed */
  bool is_fuzz;

  VEC(session_bug) bugs;
  uint32_t counted;             /* of them, those that the property asks for */
  char *evidence;               /* against a proof, or NULL: see evidence.h */
  bool evidence_is_named;       /* ... and it says which test it is */
  uint64_t errors;              /* tests that end in one, as the ledger counts them */
  VEC(session_open_test) open_tests;
  uint32_t tests_run_on;        /* of them, those that were re-executed to their ends */
  VEC(report_count) cut;        /* names are owned by `texts` */
  VEC(char *) texts;
  uint64_t paths_completed, paths_cut, paths_silent;
  uint64_t paths_digest;        /* a sum of 32 bits for each: which they were */
  uint32_t tests;
  uint8_t *tested;              /* an edge a byte: a test that takes it first was
                                 * written */
  uint64_t optimistic_asked, optimistic_kept;   /* see finding/optimistic.h */
  uint64_t corpus_added;        /* files, to --corpus, by this process */
  uint32_t final_tests;         /* of them, those that cover nothing new */
  const session_remote *remote; /* NULL: this process writes */
  session_remote journal;       /* ... and this goes into the ledger; or {0} */
  struct jobs *jobs;            /* the ledger; NULL: none is kept */
  uint64_t jobs_made, jobs_done, jobs_open;     /* in it */
  double jobs_share;            /* of the tree that is done, estimated */
  unsigned workers;             /* processes beside this one that take jobs */
  VEC(session_file) attached;   /* to the next test, with a remote */
  FILE *text;                   /* between session_begin_file and _end_file */
  bool is_silent;               /* another contender prints messages */
  session_view view;
  FILE *out_text, *error_text;  /* what quiet runs print; NULL: nowhere */
  const char *contender;        /* whose run this is; NULL: there is only one */
  VEC(report_count) contenders; /* what each has cost, in microseconds */
  VEC(const char *) lost;       /* what became of those that were lost */
  double confirm_ms;            /* spent re-executing models */

  /* How the twin's last path ended. */
  ending twin_end;
  bool twin_ended;
  char *twin_text;              /* what it printed, if that is asked for */
  made *twin_made;              /* what it made up; owned */
  state *twin_state;            /* there, if that was an unwritten value; else NULL */
  size_t twin_text_size;
} session;

/* From now on loops are folded by invariants, from the states that are explored. */
void session_fold(session *);
/* At the end: whether a loop that was folded may go on for ever, where that would be
 * a bug; it is counted as a cut. */
bool session_may_hang(session *);
/* What of a proof with these invariants may go on for ever, or need too much stack, and
 * where; NULL: nothing. */
const char *session_open_end(const session *, const merger *, uint32_t *place);

/* From now on states at the heads of loops are compared with those that go on from
 * there from now on. */
void session_look_back(session *);

void session_release(session *);

void session_path_ended(void *session, const state *, const ending *);
void session_covered(void *session, const state *);
void session_message(void *session, const char *text);

/* What the program printed on this path, oldest first; a stream that is NULL is
 * left out. */
void session_print_output(const session *, const state *, FILE *out,
                          FILE *errors);

/* Counts and assumptions, for who watches. */
void session_record(session *);

/* Something was cut, so that nothing is proved. */
void session_count_cut(session *, const char *what);
/* The same, so often, and it is nothing new to the ledger. */
void session_add_cut(session *, const char *what, uint64_t count);
/* A test that takes nothing first is still of use; then it counts as written. */
bool session_wants_more(session *);
/* At the end: so are states that still wait on disk, or were lost there. */
void session_count_aside(session *);

/* What a contender found; true: it was not known yet.  The bug is taken over,
 * and written with what is attached. */
bool session_adopt_bug(session *, session_bug *);
/* Final: it was re-executed to its end, which is its path's. */
void session_adopt_test(session *, const testcase *, bool is_final);
/* The contender's own list gives way to the one of all; takes it over. */
void session_forget_bugs(session *);
/* Those that no call in the program leads to come last. */
void session_rank_bugs(session *);
/* Bugs that are possible only, since a join forgot. */
bool session_has_possible(const session *);
void session_drop_possible(session *);
/* Exploration starts anew: what is only possible, or was cut, is forgotten. */
void session_forget_round(session *);
void session_release_attached(session *);

/* What the witness of a bug is called, behind the name of its test. */
#define SESSION_WITNESS ".witness.yml"
#define SESSION_OUTPUT ".out"
#define SESSION_HARNESS ".c"

/* A file beside the test of that number. */
FILE *session_begin_file(session *, uint32_t test, const char *suffix);
bool session_end_file(session *);

/* Its plain bytes, if a corpus is written. */
void session_add_to_corpus(session *, const testcase *);

/* For bugs.c: the test of a path, and what goes beside it. */
void session_fill_testcase(const session *, const fixed_inputs *, testcase *);
void session_write_output(session *, const state *);
void session_write_test(session *, const testcase *, bool is_bug);
void session_write_attached(session *);

/* bugs.c: a path ended so.  Where a witness is followed, only at its target. */
void session_take_bug(session *, const state *, const ending *);
/* These inputs, those of the state, led to an unwritten value, where something else was
 * expected: a bug itself, unless it is known.  False: they did not. */
bool session_take_unwritten(session *, const state *, const fixed_inputs *);
void session_take_goal(session *, const state *, const ending *);

#endif
