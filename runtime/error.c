/* error(3), which musl lacks. */
#include "libc.h"

/* libc's. */
typedef struct _IO_FILE stream;
extern stream *stdout, *stderr;
int fflush(stream *);
int fputs(const char *, stream *);
int fprintf(stream *, const char *, ...);
int vfprintf(stream *, const char *, va_list);
char *strerror(int);
extern char *program_invocation_name;

unsigned error_message_count WEAK;
int error_one_per_line WEAK;
void (*error_print_progname)(void) WEAK;

static void report(int status, int error, const char *file, unsigned line,
                   const char *format, va_list list) {
  fflush(stdout);
  if (error_print_progname) error_print_progname();
  else fprintf(stderr, "%s:", program_invocation_name);
  if (file) fprintf(stderr, "%s:%u: ", file, line);
  else if (!error_print_progname) fputs(" ", stderr);
  vfprintf(stderr, format, list);
  if (error) fprintf(stderr, ": %s", strerror(error));
  fputs("\n", stderr);
  fflush(stderr);
  error_message_count++;
  if (status) exit(status);
}

void error(int, int, const char *, ...);
WEAK void error(int status, int number, const char *format, ...) {
  va_list list;
  va_start(list, format);
  report(status, number, NULL, 0, format, list);
  va_end(list);
}

void error_at_line(int, int, const char *, unsigned, const char *, ...);
WEAK void error_at_line(int status, int number, const char *file, unsigned line,
                        const char *format, ...) {
  static const char *last_file;
  static unsigned last_line;
  if (error_one_per_line) {
    if (last_line == line && last_file && file && !strcmp(last_file, file))
      return;
    last_file = file;
    last_line = line;
  }
  va_list list;
  va_start(list, format);
  report(status, number, file, line, format, list);
  va_end(list);
}
