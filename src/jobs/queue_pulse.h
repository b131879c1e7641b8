#ifndef JOBS_QUEUE_PULSE_H
#define JOBS_QUEUE_PULSE_H

#include <stdint.h>
#include <sys/types.h>

/*
 * A process of its own that tells a queue's server that its parent is alive, so that a
 * question to the solver may take longer than a lease.  It says nothing while its parent
 * is stopped, and ends with it, however that ends.
 */
pid_t queue_pulse_start(const char *url, uint32_t owner);      /* 0: it failed */
void queue_pulse_stop(pid_t);                                  /* accepts 0 */

#endif
