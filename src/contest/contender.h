#ifndef CONTEST_CONTENDER_H
#define CONTEST_CONTENDER_H

#include "explore/policy.h"
#include "finding/wire.h"

#include <sys/types.h>

/* One contender's side of contend.h, in the process that was forked for it. */

typedef struct wire_slice {
  explore_pause pause;
  bool is_complete;             /* it ended, and nothing was cut */
  int stop;                     /* why it stopped */
  uint64_t cost, memory_bytes, states, paths, templates, drops, returned,
           solver_ns,
           used_ns,             /* processor time since the fork, ... */
           beside_ns,           /* ... and of processes that it started and waited for */
           instructions, states_peak, covered,
           diagram_cost,        /* of its cost, since the fork */
           forgotten;           /* values and iterations, by joins */
  uint64_t jobs_open, jobs_done, workers;
  hunt_counts native;           /* runs */
  double jobs_share;
  double estimate;
  bool is_reliable;
  const char *order;            /* a constant */
} wire_slice;

typedef struct wire_order {
  uint64_t until;               /* in units of cost, of all before the fork, too */
  uint64_t memory_bytes;        /* 0: any number */
  bool gives_way;
  unsigned processes;           /* on the tree of paths, this one counted */
} wire_order;

typedef struct wire_finish {
  int stop;
  uint32_t tests, bugs, contenders, lost, open_tests;
  uint64_t explored_cost, explored_ns;
  hunt_counts native;
  bool outdir_failed;
} wire_finish;

/* From now on the process is that contender. */
void contender_begin(session *, contender, const explore_options *,
                     volatile int *stop, pid_t parent, int orders,
                     int findings);

/* Of one that was forked in the middle of a question, which was the first process's, who
 * had done so much of it: it waits for its first slice there, and says how that ended. */
void contender_take_up(uint64_t work);
void contender_end_slice(explore_pause);

/* Obeys orders.  True: the run is this one's to finish, and nothing is left to
 * explore; false: nobody is there any more who gives any. */
bool contender_run(void);

#endif
