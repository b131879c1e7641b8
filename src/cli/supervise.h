#ifndef CLI_SUPERVISE_H
#define CLI_SUPERVISE_H

#include "finding/property.h"
#include "formats/ledger.h"

#include <signal.h>

/*
 * A run is two processes.  The worker explores; the supervisor, which its
 * caller sees as braid, does nothing but wait, and so cannot hang, run out of
 * memory or crash with it.  It passes signals on, and if the worker
 *
 *   dies without having written its report,
 *   is still there cli_grace_ms after its budget of time or a signal (alarm.h), or
 *   is resident, with all of its contenders, with 3/16 more than its budget of
 *   memory and has no contender that it can do without,
 *
 * it ends the worker and everything that the worker started, and writes the
 * report itself, from the ledger that both share and the tests on disk.
 *
 * doc/output.md says why it is a process and not a thread or a handler.
 */

/* In the worker: false, and *found is where to record what is found.  In the
 * supervisor: true when the worker is gone, and *status is the run's.  Where no
 * process can be made, *found is NULL and the run has no supervisor. */
bool supervise(const options *, const property *, const char *command,
               double began_ms, ledger **found, int *status);

/* The signal for a worker that hears it (see the ledger) to end for want of
 * memory. */
#define SUPERVISE_MEMORY SIGUSR1

#endif
