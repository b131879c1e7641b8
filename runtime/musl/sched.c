/*
 * What musl has no answer to, and the host's libc asks the kernel.
 * This replaces src/sched/sched_getparam.c and
 * This replaces src/sched/sched_setparam.c and
 * This replaces src/sched/sched_getscheduler.c and
 * This replaces src/sched/sched_setscheduler.c
 */
#include "../primitives.h"

#define UNSUPPORTED(NAME) \
  int NAME(void); \
  int NAME(void) { __braid_unsupported(#NAME); }
UNSUPPORTED(sched_getparam)
UNSUPPORTED(sched_setparam)
UNSUPPORTED(sched_getscheduler)
UNSUPPORTED(sched_setscheduler)
