#ifndef JOBS_QUEUE_PULSE_H
#define JOBS_QUEUE_PULSE_H

#include <stdint.h>
#include <sys/types.h>

/*
 * A process of its own that reports its parent alive to a queue's server, so a solver query
 * may take longer than a lease.  The process is silent while the parent is stopped, and
 * ends with the parent, however the parent ends.
 */
pid_t queue_pulse_start(const char *url, uint32_t owner);      /* 0: failed */
void queue_pulse_stop(pid_t);                                  /* accepts 0 */

#endif
