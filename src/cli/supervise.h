#ifndef CLI_SUPERVISE_H
#define CLI_SUPERVISE_H

#include "finding/property.h"
#include "formats/ledger.h"

#include <signal.h>

/*
 * A run is two processes.  The worker explores; the supervisor, the process known to the
 * caller as braid, only waits, and so cannot hang, run out of memory or crash with the
 * worker.  It passes signals on, and if the worker
 *
 * - dies without having written its report,
 * - is still there finding_grace_ms after its budget of time or a signal (alarm.h), or
 * - is resident, with all contenders, with 3/16 more than its budget of memory and has no
 *   dispensable contender,
 *
 * it ends the worker and all processes started by the worker, and writes the report itself,
 * from the shared ledger and the tests on disk.
 *
 * Why a process, not a thread or a handler: doc/output.md.
 */

/* In the worker: false, and *found is the ledger for findings.  In the supervisor: true
 * when the worker is gone, and *status is the run's.  Without a second process *found is
 * NULL and the run has no supervisor. */
bool supervise(const options *, const property *, const char *command,
               double began_ms, ledger **found, int *status);

/* The signal for a worker that understands it (see the ledger) to end for lack of memory. */
#define SUPERVISE_MEMORY SIGUSR1

#endif
