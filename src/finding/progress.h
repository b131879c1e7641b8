#ifndef FINDING_PROGRESS_H
#define FINDING_PROGRESS_H

#include "finding/session.h"

/* The progress of a run: a rewritten line on a terminal, a plain line now and then
 * elsewhere, nothing when quiet. */
typedef struct progress {
  const session *session;
  double began_ms, shown_ms;
  bool is_terminal, is_quiet, is_shown;
} progress;

void progress_init(progress *, const session *, bool quiet);
void progress_tick(void *progress);
void progress_end(progress *);          /* clears the line */

#endif
