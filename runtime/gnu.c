/* Functions that behave otherwise in the host's libc than in musl, and one
 * that musl lacks. */
#include "libc.h"

char *strerror(int);            /* libc's */

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
