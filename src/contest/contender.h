#ifndef CONTEST_CONTENDER_H
#define CONTEST_CONTENDER_H

#include "explore/policy.h"
#include "finding/wire.h"

#include <sys/types.h>

/* A contender's side of contend.h, in its forked process. */

typedef struct wire_slice {
  explore_pause pause;
  bool is_complete;             /* ended with nothing cut */
  int stop;                     /* reason of the stop */
  uint64_t cost, memory_bytes, states, paths, templates, drops, returned,
           solver_ns,
           used_ns,             /* processor time since the fork, ... */
           beside_ns,           /* ... and of its ended child processes */
           instructions, states_peak, covered,
           diagram_cost,        /* of its cost, since the fork */
           confirm_cost,        /* not of its cost, since the fork */
           forgotten;           /* values and iterations, by joins */
  uint64_t jobs_open, jobs_done, workers;
  hunt_counts native;           /* runs */
  double jobs_share;
  double estimate;
  bool is_reliable;
  bool is_behind;               /* only paths behind bugs were cut: no verdict is better */
  const char *order;            /* a constant */
} wire_slice;

typedef struct wire_order {
  uint64_t until;               /* in units of cost, of all before the fork, too */
  uint64_t memory_bytes;        /* 0: any number */
  bool gives_way;
  bool is_alone;                /* the other contenders are done */
  unsigned processes;           /* on the tree of paths, this process included */
} wire_order;

typedef struct wire_finish {
  int stop;
  uint32_t tests, bugs, contenders, lost, open_tests;
  uint64_t explored_cost, explored_ns, explored_solver_ns;
  hunt_counts native;
  uint64_t outdir_failed;
  uint32_t lost_tests;
} wire_finish;

/* From now on the process is this contender. */
void contender_begin(session *, contender, const explore_options *,
                     volatile int *stop, pid_t parent, int orders,
                     int findings);

/* For a contender forked in the middle of a query of the first process, after so much work:
 * waits for the first slice there, and reports the end of the query. */
void contender_take_up(uint64_t work);
void contender_end_slice(explore_pause);

/* Obeys orders.  True: this contender finishes the run, with nothing left to explore;
 * false: no process gives orders any more. */
bool contender_run(void);

#endif
