#ifndef JOBS_JOBS_PARTS_H
#define JOBS_JOBS_PARTS_H

#include "jobs/jobs.h"

/* Shared by the files of jobs/jobs.h. */

/* Facts of a run, for resuming. */
#define JOBS_FACT_DIGEST "digest"
#define JOBS_FACT_COMMAND "command"
#define JOBS_FACT_DIRECTORY "directory"
#define JOBS_FACT_BUILD "build"
#define JOBS_FACT_TIMES "times"
#define JOBS_FACT_OUTPUT "output"
#define JOBS_FACT_PROGRAM "program"
#define JOBS_FACT_PROPERTY "property"
#define JOBS_FACT_SOURCES "sources"

#define JOBS_SUM_JOBS "jobs"
#define JOBS_SUM_ERRORS "errors"        /* see finding/evidence.h */

/* jobs_open.c */
uint64_t jobs_digest(const jobs *);     /* of the program, the command, its files, and braid
                                         * itself */
bool jobs_set_facts(jobs *);
bool jobs_open_ledger(jobs *);
void jobs_close_ledger(jobs *);
void jobs_complain(jobs *, const char *what);   /* the ledger failed: said once */
bool jobs_check(jobs *, bool is_good);          /* ... if successful */

/* jobs_queue.c */
void jobs_stop_pulse(jobs *);
/* The same run as before, with a number of its own if missing. */
bool jobs_join_queue(jobs *, char **error);

/* jobs_found.c */
bool jobs_put_journal(jobs *);
bool jobs_take_findings(jobs *, uint32_t but);

#endif
