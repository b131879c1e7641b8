#ifndef FORMATS_LEDGER_H
#define FORMATS_LEDGER_H

#include "formats/run_report.h"

#include <sys/types.h>

/*
 * Findings of a run so far, in memory shared with the watching process (cli/supervise.h).
 * If the run dies or has to be ended, the watching process writes the report from here.
 *
 * Bugs and assumptions are records that are only appended; `used` grows when a record is
 * complete, so a death at any moment leaves complete records.  Findings without room are
 * not recorded: the tests in the output directory have them.
 */
typedef enum ledger_stage {
  LEDGER_RUNS,
  LEDGER_PRINTS,                /* every file is written, `status` is set */
  LEDGER_DONE                   /* ... and the report is printed */
} ledger_stage;

enum { LEDGER_PATH = 4096, LEDGER_CUTS = 64, LEDGER_NAME = 256,
       LEDGER_BYTES = 1 << 24, LEDGER_PROCESSES = 32 };

/* A helper process of the run: the supervisor counts its memory, and may end a process with
 * too much. */
typedef struct ledger_process {
  volatile pid_t id;            /* 0: none */
  volatile bool is_needed;      /* the run cannot go on without this process */
  volatile bool was_ended;      /* for using too much memory */
} ledger_process;

typedef struct ledger_cut {
  char name[LEDGER_NAME];
  uint64_t count;
} ledger_cut;

typedef struct ledger {
  volatile ledger_stage stage;
  volatile int status;
  uint64_t paths_completed, paths_cut, instructions, forks, joins, states_peak;
  uint32_t tests;
  bool is_fuzz, uninit_is_any;  /* settings for a replay */
  volatile bool hears;          /* the run has handlers for signals */
  volatile uint64_t shared_bytes;       /* resident when the first was made */
  ledger_process process[LEDGER_PROCESSES];
  char directory[LEDGER_PATH];  /* where the run writes; "": nowhere yet */
  char failure[512];            /* message of fatal(), or "" */
  char scope[1024];             /* of the verdict, or "": the program is not known */
  uint32_t cuts;
  ledger_cut cut[LEDGER_CUTS];
  bool is_full;
  volatile uint64_t used;       /* of the records */
  uint8_t records[];
} ledger;

ledger *ledger_new(void);       /* NULL: the system has no memory to share */
void ledger_free(ledger *);     /* accepts NULL */

/* All accept NULL for the ledger, where nobody watches. */
void ledger_set_directory(ledger *, const char *path);
void ledger_set_scope(ledger *, const char *line);
void ledger_add_bug(ledger *, const report_bug *);      /* without the input */
void ledger_add_more(ledger *, uint32_t bug, const report_more *);
void ledger_drop_bug(ledger *, uint32_t bug);           /* later bugs move up */
void ledger_add_assumption(ledger *, const char *text);
/* Sets the cut of this number, counted from 0; higher numbers must be absent. */
void ledger_set_cut(ledger *, uint32_t number, const report_count *);
void ledger_clear_cuts(ledger *);

/* Contents of the records.  Strings stay in the ledger. */
typedef struct ledger_contents {
  VEC(report_bug) bugs;
  VEC(const char *) assumptions;
  VEC(void *) owned;
} ledger_contents;

void ledger_read(const ledger *, ledger_contents *);
void ledger_contents_release(ledger_contents *);

#endif
