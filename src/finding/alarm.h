#ifndef FINDING_ALARM_H
#define FINDING_ALARM_H

#include <stdint.h>

/*
 * The budget of time, T: SIGALRM comes when exploring has to end.  T counts from the
 * beginning (clock_ms() then), compilers included.
 *
 * The process is gone at T + 1 s.  Before native runs of a bug or of coverage, exploring
 * ends at T - min(T/2, T/8 + 1 s, 10 s), else at T. Of the second after T, or after a
 * signal, the worker has finding_grace_ms (750), and the supervisor (supervise.h) has the rest
 * for a report that the worker did not write.  Of the worker's part, contenders may take a
 * third to stop, and native runs a third to end on request (0.3 s later they are killed);
 * re-executions in the twin end with the second third.
 */
void alarm_set(double began_ms, uint64_t max_time_ms);
/* Native runs will follow.  No effect in a process without alarm. */
void alarm_leave_time(void);

/* Since the stop. */
double alarm_contender_grace_ms(void);
double alarm_replay_grace_ms(void);
/* Since T. */
double alarm_native_grace_ms(void);

#endif
