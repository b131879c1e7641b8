#ifndef FORMATS_RUN_REPORT_H
#define FORMATS_RUN_REPORT_H

#include "base/outcomes.h"
#include "files/outdir.h"
#include "ir/ir.h"
#include "replay/coverage.h"
#include "replay/fence.h"
#include "replay/replay.h"

/*
 * All contents of stats.json and summary.txt.  Filled by the caller; all pointers are
 * borrowed, and a count of 0 goes with NULL.
 */
typedef enum report_verdict {
  REPORT_PROVED,
  REPORT_PROVED_UNDER_ASSUMPTIONS,
  REPORT_BUG,
  REPORT_INCONCLUSIVE,
  REPORT_EXPLORED               /* every path, for something else than a proof */
} report_verdict;

/* The calls of the entered function that lead to a bug: fewer and fewer. */
typedef enum report_calls {
  REPORT_ALL_CALLS,             /* independent of callers' choices */
  REPORT_SOME_RESULTS,          /* all, for some results of functions without code */
  REPORT_SOME_CALLS,            /* callers may exclude the bug */
  REPORT_SOME_VALUES,           /* ... by variables that other functions write */
  REPORT_UNASKED_NULL,          /* ... by a null pointer that nobody checks for */
  REPORT_NO_CALL                /* no call in the program leads to the bug */
} report_calls;

/* A branch on the path to a bug. */
typedef struct report_step {
  replay_frame at;
  const char *text;             /* "the condition holds" */
} report_step;

/* The same mistake by other calls or with other values. */
typedef struct report_more {
  const char *message;          /* as of a bug */
  const replay_frame *stack;
  uint32_t stack_count;
  uint32_t test;
  const char *precondition;
} report_more;

/* A mistake: the error at a place, however reached. */
typedef struct report_bug {
  outcome kind;
  const char *message;          /* details, or NULL */
  const replay_frame *stack;    /* innermost first; [0] is the place */
  uint32_t stack_count;
  const report_step *steps;     /* the last before the bug, oldest first */
  uint32_t steps_count;
  const testcase *input;        /* or NULL */
  uint32_t test;                /* the test's number; 0: none */
  replay_tier confirmed;
  const char *detail;           /* message of the native run, or NULL */
  bool possible;                /* below an abstraction, not confirmed */
  const char *blame;            /* ... of this join, or NULL */
  bool made_up;                 /* the blame is inline assembly's */
  bool beside;                  /* not of the property asked: does not count */
  const char *precondition;     /* objects made up for the bug, or NULL */
  report_calls calls;
  bool has_harness;             /* test000001.c builds the objects */
  char fingerprint[80];         /* see fingerprint.h */
  bool is_known;                /* in the baseline */
  bool is_excused;              /* of a kind missing in --fail-on; without the option,
                                 * callers may exclude the bug */
  const report_more *more;
  uint32_t more_count;
  bool more_beyond;             /* ... and there are unlisted others */
} report_bug;

/* Outside the requested property, and hiding code behind. */
bool report_bug_hides(const report_bug *);

typedef struct report_count { const char *name; uint64_t count; } report_count;
typedef struct report_time { const char *name; double ms; } report_time;

/* States that returned from a function. */
typedef struct report_returns {
  const char *function;
  uint64_t returned, kept;
  double paths;                 /* denoted by kept states */
  double ms;                    /* of comparisons */
} report_returns;

/* A function of the program's own. */
typedef struct report_function {
  const char *name, *file;      /* file may be NULL */
  bool was_entered;
} report_function;

/* Basis of a proof: the invariant holds whenever a run comes to the head of this loop. */
typedef struct report_invariant {
  const char *file, *function;
  uint32_t line, column;
  const char *text;
  bool is_c;                    /* an expression over the program's variables */
} report_invariant;

/* Jobs in the ledger at some time since the run began. */
typedef struct report_moment {
  double ms;
  uint64_t open, done, paths;
  uint64_t processes;
  double share;                 /* of the explored tree, estimated */
  double branches;              /* covered, of all */
} report_moment;

typedef struct run_report {
  const char *version;          /* of braid */
  const char *command;          /* the command line, for the reader */
  const char *directory;        /* outdir_path */
  const char *program;          /* name: "prog.c" */
  const char *property;         /* NULL: every check */
  const char *explored;         /* the claim that no path has a bug where no proof was asked
                                 * for; NULL: a proof */
  const char *const *seeds;     /* the fate of each; NULL: none given */
  uint32_t seeds_count;
  uint64_t seed_instructions;   /* of the paths of seeds, and their time */
  double seed_ms;
  uint64_t put_off;             /* expensive queries, each time */
  uint64_t unasked, unasked_taken;      /* sides left without a query; of these, asked about
                                         * later */
  uint64_t corpus_added;        /* files, to ... */
  const char *corpus;           /* ... --corpus; or NULL */
  uint64_t optimistic_asked, optimistic_kept;   /* queries, and resulting inputs */
  const uint64_t *input_limit;  /* bytes of a fuzz target's input; NULL: no target */
  const char *baseline;         /* bugs in this file are known; or NULL */
  const char *scope;            /* scope of the verdict, a line (scope.h); NULL: the run
                                 * ended before the program was known */
  const char *const *assumptions;
  uint32_t assumptions_count;
  const report_count *cut;      /* by budgets and gaps, counts not 0 */
  uint32_t cut_count;
  const report_bug *bugs;
  uint32_t bugs_count;
  const report_function *functions;
  uint32_t functions_count;
  uint64_t paths_completed, paths_cut, instructions, forks, joins, states_peak;
  uint64_t jobs, replayed;      /* states put aside, and instructions of finding them
                                 * again */
  uint64_t paths_digest;        /* a sum over all ended paths, as identification */
  uint64_t ledger_jobs;         /* written jobs; 0: no ledger */
  const report_moment *moments;
  uint32_t moments_count;
  uint64_t made_up;             /* objects */
  uint32_t tests;
  uint32_t tests_run_on;        /* re-executed to their ends before a proof was reported */
  const report_count *queries;  /* by link of the chain */
  uint32_t queries_count;
  const report_count *joining;  /* results of joining, counts not 0 */
  uint32_t joining_count;
  const char *contender;        /* the finishing contender; NULL: no others */
  const report_count *contenders;       /* costs, in microseconds */
  uint32_t contenders_count;
  const char *const *lost;      /* fates of lost contenders */
  uint32_t lost_count;
  const report_count *loops;    /* results for loops; NULL: unrolled */
  uint32_t loops_count;
  const report_invariant *invariants;   /* basis of a proof by invariants */
  uint32_t invariants_count;
  bool invariants_checked;      /* ... proved again */
  const char *const *proposals; /* of the program, not inductive: places */
  uint32_t proposals_count;
  const report_returns *returns;        /* NULL: not compared */
  uint32_t returns_count;
  uint64_t returned, kept;      /* over all functions */
  const report_count *seen;     /* of states at the heads of loops; NULL: not compared */
  uint32_t seen_count;
  const report_count *strategies;       /* fates of states, counts not 0 */
  uint32_t strategies_count;
  double paths_denoted;         /* by all ended states; 0: not counted */
  double zeq_ms;
  const report_count *native;   /* results of native code, counts not 0 */
  uint32_t native_count;
  const report_count *hunted;   /* native runs of mutated inputs, or NULL */
  uint32_t hunted_count;
  const ir_program *code;       /* says the types of inputs; or NULL */
  double total_ms, solver_ms;
  double used_ms;               /* of the processor, by the reporting process */
  double counted_ms;            /* counted work of its exploration: explore/cost.h */
  double explored_ms;           /* processor time of exploration, all contenders together */
  double explored_solver_ms;    /* ... of which in the solver */
  double explored_counted_ms;   /* ... and counted work */
  const report_time *times;     /* further times, or NULL */
  uint32_t times_count;
  uint64_t memory_peak_bytes;
  uint64_t sweeps, swept_terms; /* terms without state */
  uint32_t lost_tests;          /* there was no room for them */
  coverage covered;             /* totals 0: not measured */
  bool covered_natively;        /* by the suite; else by the symbolic run */
  bool ran_natively;            /* or was to: bugs, coverage */
  fence_kind fence;             /* if so: kind of the fence */
  const char *fence_obstacle;   /* why the fence is no better, or NULL */
  bool interrupted;
} run_report;

/* A bug if any bug counts; proved only if nothing was cut, and then under the assumptions
 * if there are any.  Where no proof was asked for: explored, if nothing was cut or
 * assumed. */
report_verdict run_report_verdict(const run_report *);
bool report_is_proof(report_verdict);                   /* under assumptions, too */
const char *report_verdict_text(report_verdict);        /* "proved" */
const char *report_calls_text(report_calls);
int report_exit_status(report_verdict);                 /* 0, 10 or 5 */
/* The same, as if known or excused bugs were absent. */
int run_report_status(const run_report *);

/* The summary for people. */
void report_print(const run_report *, FILE *, bool colour);

void report_write_json(const run_report *, FILE *);

/* SARIF 2.1.0, for code scanning. */
void report_write_sarif(const run_report *, FILE *);

/* JUnit's XML: a case for each function, and a case for the verdict. */
void report_write_junit(const run_report *, FILE *);

/* summary.txt, stats.json, results.sarif, junit.xml and an .err a bug; false if a write
 * failed. */
bool run_report_write(const run_report *, outdir *);

#endif
