/* The checking calls of <stdio.h>, <unistd.h> and <stdlib.h>; see fortify.c. */
#include "libc.h"

/* libc's. */
typedef struct _IO_FILE stream;
extern stream *stdout;
int vfprintf(stream *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int vasprintf(char **, const char *, va_list);
int vdprintf(int, const char *, va_list);
char *fgets(char *, int, stream *);
size_t fread(void *, size_t, size_t, stream *);
long read(int, void *, size_t);
long pread(int, void *, size_t, long);
long readlink(const char *, char *, size_t);
char *getcwd(char *, size_t);
char *realpath(const char *, char *);

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

char *__fgets_chk(char *, size_t, int, stream *);
WEAK char *__fgets_chk(char *to, size_t room, int n, stream *in) {
  need((size_t) n, room);
  return fgets(to, n, in);
}

size_t __fread_chk(void *, size_t, size_t, size_t, stream *);
WEAK size_t __fread_chk(void *to, size_t room, size_t size, size_t n,
                        stream *in) {
  if (size && n > room / size) __chk_fail();
  return fread(to, size, n, in);
}

long __read_chk(int, void *, size_t, size_t);
WEAK long __read_chk(int fd, void *to, size_t n, size_t room) {
  need(n, room);
  return read(fd, to, n);
}

long __pread_chk(int, void *, size_t, long, size_t);
WEAK long __pread_chk(int fd, void *to, size_t n, long offset, size_t room) {
  need(n, room);
  return pread(fd, to, n, offset);
}

long __readlink_chk(const char *, char *, size_t, size_t);
WEAK long __readlink_chk(const char *path, char *to, size_t n, size_t room) {
  need(n, room);
  return readlink(path, to, n);
}

char *__getcwd_chk(char *, size_t, size_t);
WEAK char *__getcwd_chk(char *to, size_t n, size_t room) {
  need(n, room);
  return getcwd(to, n);
}

char *__realpath_chk(const char *, char *, size_t);
WEAK char *__realpath_chk(const char *path, char *to, size_t room) {
  need(4096, room);
  return realpath(path, to);
}
