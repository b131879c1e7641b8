/*
 * Entry points that the host's headers name and libc (musl) has not: other
 * names of the same functions, and the few that behave differently.
 */
#include "libc.h"

/* libc's. */
typedef struct _IO_FILE stream;
extern stream *stdout, *stderr;
int fflush(stream *);
int fputs(const char *, stream *);
int fprintf(stream *, const char *, ...);
int vfprintf(stream *, const char *, va_list);
int vfscanf(stream *, const char *, va_list);
int vscanf(const char *, va_list);
int vsscanf(const char *, const char *, va_list);
char *strerror(int);
extern char *program_invocation_name;

/* C23's names of old functions -------------------------------------------- */

#define C23_INTEGER(TYPE, NAME) \
  TYPE __isoc23_##NAME(const char *restrict, char **restrict, int); \
  WEAK TYPE __isoc23_##NAME(const char *restrict s, char **restrict end, \
                            int base) { \
    return NAME(s, end, base); \
  }
C23_INTEGER(long, strtol)
C23_INTEGER(long long, strtoll)
C23_INTEGER(unsigned long, strtoul)
C23_INTEGER(unsigned long long, strtoull)

intmax_t __isoc23_strtoimax(const char *restrict, char **restrict, int);
WEAK intmax_t __isoc23_strtoimax(const char *restrict s, char **restrict end,
                                 int base) {
  return strtoll(s, end, base);
}

uintmax_t __isoc23_strtoumax(const char *restrict, char **restrict, int);
WEAK uintmax_t __isoc23_strtoumax(const char *restrict s, char **restrict end,
                                  int base) {
  return strtoull(s, end, base);
}

int __isoc23_vfscanf(stream *, const char *, va_list);
WEAK int __isoc23_vfscanf(stream *in, const char *format, va_list list) {
  return vfscanf(in, format, list);
}

int __isoc23_vscanf(const char *, va_list);
WEAK int __isoc23_vscanf(const char *format, va_list list) {
  return vscanf(format, list);
}

int __isoc23_vsscanf(const char *, const char *, va_list);
WEAK int __isoc23_vsscanf(const char *s, const char *format, va_list list) {
  return vsscanf(s, format, list);
}

#define FORWARD(CALL) \
  va_list list; \
  va_start(list, format); \
  const int result = CALL; \
  va_end(list); \
  return result

int __isoc23_fscanf(stream *, const char *, ...);
WEAK int __isoc23_fscanf(stream *in, const char *format, ...) {
  FORWARD(vfscanf(in, format, list));
}

int __isoc23_scanf(const char *, ...);
WEAK int __isoc23_scanf(const char *format, ...) {
  FORWARD(vscanf(format, list));
}

int __isoc23_sscanf(const char *, const char *, ...);
WEAK int __isoc23_sscanf(const char *s, const char *format, ...) {
  FORWARD(vsscanf(s, format, list));
}

/* GNU's behaviour ---------------------------------------------------------- */

/* GNU's never writes to the buffer where it has a constant string. */
char *strerror_r(int, char *, size_t);
WEAK char *strerror_r(int error, char *buffer, size_t n) {
  (void) buffer; (void) n;
  return strerror(error);
}

int __xpg_strerror_r(int, char *, size_t);
WEAK int __xpg_strerror_r(int error, char *buffer, size_t n) {
  const char *text = strerror(error);
  if (strlcpy(buffer, text, n) >= n) return ERANGE_;
  return 0;
}

/* GNU's keeps the string as it is; POSIX's may cut trailing slashes. */
char *basename(const char *);
WEAK char *basename(const char *path) {
  const char *slash = strrchr(path, '/');
  return (char *) (slash ? slash + 1 : path);
}

char *__xpg_basename(char *);
WEAK char *__xpg_basename(char *path) {
  if (!path || !*path) return ".";
  size_t n = strlen(path);
  while (n > 1 && path[n - 1] == '/') path[--n] = 0;
  while (n && path[n - 1] != '/') n--;
  return path[n] ? path + n : path + n - 1;
}

int __sched_cpucount(size_t, const unsigned long *);
WEAK int __sched_cpucount(size_t size, const unsigned long *set) {
  int count = 0;
  for (size_t i = 0; i < size / sizeof *set; i++)
    for (unsigned long rest = set[i]; rest; rest &= rest - 1) count++;
  return count;
}

/* error(3) ----------------------------------------------------------------- */

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
