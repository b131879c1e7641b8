/* The checking calls of the printf family; see fortify.c. */
#include "libc.h"

/* libc's. */
typedef struct _IO_FILE stream;
extern stream *stdout;
int vfprintf(stream *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int vasprintf(char **, const char *, va_list);
int vdprintf(int, const char *, va_list);

_Noreturn void __chk_fail(void);

static void need(size_t n, size_t room) { if (n > room) __chk_fail(); }

#define FORWARD(CALL) \
  va_list list; \
  va_start(list, format); \
  const int result = CALL; \
  va_end(list); \
  return result

int __vfprintf_chk(stream *, int, const char *, va_list);
WEAK int __vfprintf_chk(stream *out, int flag, const char *format,
                        va_list list) {
  (void) flag;
  return vfprintf(out, format, list);
}

int __vprintf_chk(int, const char *, va_list);
WEAK int __vprintf_chk(int flag, const char *format, va_list list) {
  (void) flag;
  return vfprintf(stdout, format, list);
}

int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
WEAK int __vsnprintf_chk(char *to, size_t n, int flag, size_t room,
                         const char *format, va_list list) {
  (void) flag;
  need(n, room);
  return vsnprintf(to, n, format, list);
}

int __vsprintf_chk(char *, int, size_t, const char *, va_list);
WEAK int __vsprintf_chk(char *to, int flag, size_t room, const char *format,
                        va_list list) {
  (void) flag;
  const size_t limit = room > INT_MAX ? INT_MAX : room;
  const int n = vsnprintf(to, limit, format, list);
  if (n >= 0) need((size_t) n + 1, room);
  return n;
}

int __vasprintf_chk(char **, int, const char *, va_list);
WEAK int __vasprintf_chk(char **to, int flag, const char *format,
                         va_list list) {
  (void) flag;
  return vasprintf(to, format, list);
}

int __vdprintf_chk(int, int, const char *, va_list);
WEAK int __vdprintf_chk(int fd, int flag, const char *format, va_list list) {
  (void) flag;
  return vdprintf(fd, format, list);
}

int __printf_chk(int, const char *, ...);
WEAK int __printf_chk(int flag, const char *format, ...) {
  (void) flag;
  FORWARD(vfprintf(stdout, format, list));
}

int __fprintf_chk(stream *, int, const char *, ...);
WEAK int __fprintf_chk(stream *out, int flag, const char *format, ...) {
  (void) flag;
  FORWARD(vfprintf(out, format, list));
}

int __sprintf_chk(char *, int, size_t, const char *, ...);
WEAK int __sprintf_chk(char *to, int flag, size_t room, const char *format,
                       ...) {
  FORWARD(__vsprintf_chk(to, flag, room, format, list));
}

int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
WEAK int __snprintf_chk(char *to, size_t n, int flag, size_t room,
                        const char *format, ...) {
  FORWARD(__vsnprintf_chk(to, n, flag, room, format, list));
}

int __asprintf_chk(char **, int, const char *, ...);
WEAK int __asprintf_chk(char **to, int flag, const char *format, ...) {
  (void) flag;
  FORWARD(vasprintf(to, format, list));
}

int __dprintf_chk(int, int, const char *, ...);
WEAK int __dprintf_chk(int fd, int flag, const char *format, ...) {
  (void) flag;
  FORWARD(vdprintf(fd, format, list));
}
