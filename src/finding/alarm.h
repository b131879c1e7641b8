#ifndef FINDING_ALARM_H
#define FINDING_ALARM_H

#include <stdint.h>

/*
 * The budget of time, T: SIGALRM comes when exploring has to end.  T counts from the
 * beginning (clock_ms() then), compilers included.
 *
 * The process is gone at T + 1 s.  Where a bug or a coverage is to be run natively,
 * exploring ends at T - min(T/2, T/8 + 1 s, 10 s), else at T.  The second after T, or after
 * a signal, is cli_grace_ms (750) for the worker, and the rest for the report of the
 * supervisor (supervise.h), if the worker wrote none.  Of the worker's part, contenders may
 * take a third to stop, and native runs to be asked to end (0.3 s later they are killed);
 * re-executions in the twin end with the second third.
 */
void alarm_set(double began_ms, uint64_t max_time_ms);
/* Something is to be run natively.  In a process that set no alarm, nothing. */
void alarm_leave_time(void);

/* Since the stop. */
double alarm_contender_grace_ms(void);
double alarm_replay_grace_ms(void);
/* Since T. */
double alarm_native_grace_ms(void);

#endif
