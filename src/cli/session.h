#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "base/options.h"
#include "cli/property.h"
#include "cli/world.h"
#include "exec/exec.h"
#include "explore/explore.h"
#include "report/ledger.h"
#include "report/outdir.h"
#include "report/run_report.h"

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
  VEC(session_more) more;
  bool more_beyond;             /* ... and there are others */
} session_bug;

typedef struct session {
  const options *o;
  const property *property;
  const ir_program *program;
  exec *exec, *twin;            /* the twin re-executes models */
  explore *explore;
  zeq *zeq;                     /* NULL: returns are not compared */
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
  VEC(report_count) cut;        /* names are owned by `texts` */
  VEC(char *) texts;
  uint64_t paths_completed, paths_cut, paths_silent;
  uint32_t tests;
  double confirm_ms;            /* spent re-executing models */

  /* How the twin's last path ended. */
  ending twin_end;
  bool twin_ended;
  char *twin_text;              /* what it printed, if that is asked for */
  made *twin_made;              /* what it made up; owned */
  size_t twin_text_size;
} session;

void session_release(session *);

/* To be called when the executors and the start state are there. */
exec_hooks session_twin_hooks(session *);

void session_path_ended(void *session, const state *, const ending *);
void session_covered(void *session, const state *);
void session_message(void *session, const char *text);

/* Counts and assumptions, for who watches. */
void session_record(session *);

#endif
