#ifndef CLI_ALARM_H
#define CLI_ALARM_H

#include <stdint.h>

/* The budget of time: SIGALRM comes when it is used up.  It counts from the beginning
 * (clock_ms() then), compilers included. */
void alarm_set(double began_ms, uint64_t max_time_ms);
/* There is a bug: it comes earlier, so that there is time to run it natively.  In a
 * process that set no alarm, nothing. */
void alarm_leave_time(void);

#endif
