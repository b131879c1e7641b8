#ifndef JOBS_BACKLOG_H
#define JOBS_BACKLOG_H

#include "explore/job.h"

/*
 * Jobs that wait for memory, in a file without a name in the run's directory: it is
 * gone with the process, however that ends.  The deepest job comes back first,
 * so that few wait.
 */
typedef struct backlog backlog;

/* The file is made when the first job comes, in the process to which that
 * happens. */
backlog *backlog_new(const char *directory);
void backlog_free(backlog *);                   /* accepts NULL */

const job_store *backlog_store(const backlog *);

#endif
