#ifndef JOBS_BACKLOG_H
#define JOBS_BACKLOG_H

#include "explore/job.h"

/*
 * Jobs waiting for memory, in a nameless file in the run's directory: gone with the
 * process, however the process ends.  The deepest job comes back first, so few wait.
 */
typedef struct backlog backlog;

/* The file is made for the first job, in the process of this job. */
backlog *backlog_new(const char *directory);
void backlog_free(backlog *);                   /* accepts NULL */

const job_store *backlog_store(const backlog *);

#endif
