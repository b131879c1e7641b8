/* error(3) of the GNU system, which the headers of foreign targets lack. */
#ifndef _ERROR_H
#define _ERROR_H 1

extern void error(int, int, const char *, ...)
    __attribute__((__format__(__printf__, 3, 4)));
extern void error_at_line(int, int, const char *, unsigned, const char *, ...)
    __attribute__((__format__(__printf__, 5, 6)));
extern void (*error_print_progname)(void);
extern unsigned error_message_count;
extern int error_one_per_line;

#endif
