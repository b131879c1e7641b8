/* The checking calls of what reads into a buffer; see fortify.c. */
#include "libc.h"

/* libc's. */
typedef struct _IO_FILE stream;
char *fgets(char *, int, stream *);
size_t fread(void *, size_t, size_t, stream *);
long read(int, void *, size_t);
long pread(int, void *, size_t, long);
long readlink(const char *, char *, size_t);
char *getcwd(char *, size_t);
char *realpath(const char *, char *);

_Noreturn void __chk_fail(void);

static void need(size_t n, size_t room) { if (n > room) __chk_fail(); }

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
