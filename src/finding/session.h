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
 * Findings of a run: each path's end becomes a bug, a test, a count, or nothing.  Every
 * model is re-executed concretely before it is believed, and a test is written at once, so
 * an interrupt loses nothing.
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

/* A mistake: the first of all bugs of the same kind on the same line. */
typedef struct session_bug {
  outcome kind;
  char *message;                /* or NULL */
  session_stack stack;
  session_key key;              /* no two bugs have the same */
  VEC(report_step) steps;       /* the last branches before the bug, oldest first */
  testcase input;
  uint32_t test;
  bool is_beside;               /* not of the property asked */
  char *blame;                  /* not NULL: only possible, since of this join */
  bool is_made_up;              /* ... or rather, inline assembly */
  bool reads_uninit;            /* its input has parts that no test can set */
  char *precondition;           /* objects made up for the bug, or NULL */
  bool has_harness;             /* ... and is written beside the test */
  report_calls calls;
  uint32_t null_pointer;        /* of REPORT_UNASKED_NULL: the pointer's symbol */
  VEC(session_more) more;
  bool more_beyond;             /* ... and there are others */
} session_bug;

/* How sure a finding is.  Of two findings of the same mistake the surer stays, wherever
 * they meet: a possible finding may be dropped later, for reasons that a confirmed finding
 * does not have. */
typedef enum session_surety {
  SESSION_OF_JOIN,              /* possible: a join forgot something */
  SESSION_MADE_UP,              /* possible: depends on made-up values */
  SESSION_CONFIRMED             /* its inputs led to the bug */
} session_surety;

session_surety session_how_sure(const session_bug *);
void session_release_bug(session_bug *);

/* Faults planted by tests (--plant-lost), to be found by evidence.h. */
enum { SESSION_LOSES = 1, SESSION_OVERLOOKS };

/* A file beside a test: test000001SUFFIX. */
typedef struct session_file {
  const char *suffix;           /* a constant */
  char *bytes;
  size_t size;
} session_file;

/* A written test whose path had an unknown end. */
typedef struct session_open_test {
  uint32_t number;
  testcase test;
} session_open_test;

struct wire;

/* A contender's findings go to the writing process. */
typedef struct session_remote {
  void (*bug)(void *context, const session_bug *);
  /* News: the state's needs_test.  Final: a final state's.  False: a test with the same
   * inputs exists. */
  bool (*test)(void *context, const testcase *, uint32_t news, bool is_final);
  /* Whether the path to a bug is re-executed from now on.  Or NULL. */
  void (*confirms)(void *context, bool);
  /* What another process found, as wire_kind and bytes.  Or NULL. */
  void (*forward)(void *context, int kind, const struct wire *);
  void *context;
} session_remote;

/* The contenders as seen by the waiting process, for display. */
typedef struct session_view {
  bool is_set;
  uint64_t paths, states, memory_bytes, solver_ns;
  uint64_t used_ns;             /* processor time of all */
  const char *what, *order;     /* running contender; order of its search, or NULL */
} session_view;

typedef struct session {
  const options *o;
  const property *property;
  const ir_program *program;
  exec *exec, *twin;            /* the twin re-executes models */
  explore *explore;
  uint64_t begun_ns;            /* processor time, also beside, when exploration began */
  uint64_t explored_cost, explored_ns;  /* by all contenders: counted, and processor time */
  uint64_t explored_solver_ns;  /* ... by the solver */
  hunt_counts hunted;           /* native runs of mutated inputs */
  zeq *zeq;                     /* NULL: returns are not compared */
  bool folds;                   /* loops by invariants ... */
  uint32_t restarts;            /* ... explored anew so often */
  bool is_rechecked;            /* ... proved again: see recheck.h */
  bool looks_back;              /* states at loops' heads are looked at */
  seen *seen;                   /* NULL: states at loops' heads go on */
  merger *merger;               /* NULL: no join loses anything */
  const state *start;           /* before the first instruction; borrowed */
  volatile const int *stop;     /* set when the run is to end */
  volatile const uint64_t *stopped_ns;  /* when time or a signal did; 0: not yet */
  ledger *ledger;               /* findings for the supervisor; or NULL */
  uint32_t recorded;            /* assumptions already there */
  outdir *out;
  struct progress *progress;    /* borrowed */
  bool is_fuzz;

  VEC(session_bug) bugs;
  uint32_t counted;             /* of these, within the property */
  char *evidence;               /* against a proof, or NULL: see evidence.h */
  bool evidence_is_named;       /* ... with the number of its test */
  uint64_t errors;              /* tests that end in an error, counted in the ledger */
  VEC(session_open_test) open_tests;
  uint32_t tests_run_on;        /* of these, re-executed to their ends */
  VEC(report_count) cut;        /* names are owned by `texts` */
  VEC(char *) texts;
  uint64_t paths_completed, paths_cut, paths_silent;
  uint64_t paths_digest;        /* a sum of 32 bits for each, as identification */
  uint32_t tests;
  uint8_t *tested;              /* an edge a byte: set if a test taking the edge first was
                                 * written */
  uint64_t optimistic_asked, optimistic_kept;   /* see finding/optimistic.h */
  uint64_t corpus_added;        /* files, to --corpus, by this process */
  uint32_t final_tests;         /* of these, without new coverage */
  const session_remote *remote; /* NULL: this process writes */
  session_remote journal;       /* ... and this goes into the ledger; or {0} */
  struct jobs *jobs;            /* the ledger; NULL: none is kept */
  uint64_t jobs_made, jobs_done, jobs_open;     /* in the ledger */
  double jobs_share;            /* of the finished tree, estimated */
  unsigned workers;             /* further processes that take jobs */
  VEC(session_file) attached;   /* to the next test, with a remote */
  FILE *text;                   /* between session_begin_file and _end_file */
  bool is_silent;               /* another contender prints messages */
  session_view view;
  FILE *out_text, *error_text;  /* what the program prints goes there, ... */
  FILE *shown_text, *shown_error;       /* ... a contender's at last there */
  const char *contender;        /* the present contender; NULL: no contest */
  VEC(report_count) contenders; /* costs, in microseconds */
  VEC(const char *) lost;       /* fates of lost contenders */
  double confirm_ms;            /* spent re-executing models */
  uint64_t confirm_cost;        /* ... counted, where that is not in explore_cost */

  /* How the twin's last path ended. */
  ending twin_end;
  bool twin_ended;
  const char *twin_differs;     /* how, where a model was not confirmed */
  char *twin_text;              /* its output, on request */
  made *twin_made;              /* its made-up objects; owned */
  state *twin_state;            /* there, for an unwritten value; else NULL */
  size_t twin_text_size;
} session;

/* From now on loops are folded by invariants, from the explored states. */
void session_fold(session *);
/* At the end: whether a folded loop may go on for ever, where that would be a bug; counts a
 * cut. */
bool session_may_hang(session *);
/* A part of a proof with these invariants that may go on for ever, or need too much stack,
 * and its place; NULL: none. */
const char *session_open_end(const session *, const merger *, uint32_t *place);

/* From now on states at the heads of loops are compared with states that go on from
 * there. */
void session_look_back(session *);

void session_release(session *);

void session_path_ended(void *session, const state *, const ending *);
void session_covered(void *session, const state *);
void session_message(void *session, const char *text);

/* The program's output on this path, oldest first; a NULL stream is left out. */
void session_print_output(const session *, const state *, FILE *out,
                          FILE *errors);

/* Counts and assumptions, for the supervisor. */
void session_record(session *);

/* A cut, so nothing is proved. */
void session_count_cut(session *, const char *what);
/* The same, so many times, already known to the ledger. */
void session_add_cut(session *, const char *what, uint64_t count);
/* A test without new edges is still useful; counts the test as written. */
bool session_wants_more(session *);
/* At the end: counts states still waiting on disk, or lost there, as cut. */
void session_count_aside(session *);

/* A contender's finding; true: new.  The bug is taken over, and written with its
 * attachments. */
bool session_adopt_bug(session *, session_bug *);
/* Final: re-executed to its end, the end of its path. */
void session_adopt_test(session *, const testcase *, bool is_final);
/* The contender's own list is replaced by the common list; takes the list over. */
void session_forget_bugs(session *);
/* Bugs that no call in the program leads to come last. */
void session_rank_bugs(session *);
/* Bugs that are only possible, after a lossy join. */
bool session_has_possible(const session *);
void session_drop_possible(session *);
/* Exploration starts anew: forgets possible bugs and cuts. */
void session_forget_round(session *);
void session_release_attached(session *);

/* Suffix of a bug's witness, after the name of its test. */
#define SESSION_WITNESS ".witness.yml"
#define SESSION_OUTPUT ".out"
#define SESSION_UNSET ".unset"  /* values that no test sets, as a test */
#define SESSION_HARNESS ".c"

/* A file beside the test of this number. */
FILE *session_begin_file(session *, uint32_t test, const char *suffix);
bool session_end_file(session *);

/* The test's plain bytes, if a corpus is written. */
void session_add_to_corpus(session *, const testcase *);

/* For bugs.c: the test of a path, and its attachments. */
void session_fill_testcase(const session *, const fixed_inputs *, testcase *);
void session_write_output(session *, const state *);
void session_write_test(session *, const testcase *, bool is_bug);
void session_write_attached(session *);

/* bugs.c: the end of a path.  Where a witness is followed, only at its target. */
void session_take_bug(session *, const state *, const ending *);
/* These inputs of the state led to an unwritten value instead of the expected event: a bug
 * itself, unless known.  False: no unwritten value. */
bool session_take_unwritten(session *, const state *, const fixed_inputs *);
void session_take_goal(session *, const state *, const ending *);

#endif
