/*
 * What the host's headers call when they check sizes themselves
 * (_FORTIFY_SOURCE).  `room` is the size that the compiler saw, SIZE_MAX if
 * none; it may be that of a member, so it can be less than the object's.
 */
#include "libc.h"

_Noreturn void __chk_fail(void);

static void need(size_t n, size_t room) { if (n > room) __chk_fail(); }

void *__memcpy_chk(void *, const void *, size_t, size_t);
WEAK void *__memcpy_chk(void *to, const void *from, size_t n, size_t room) {
  need(n, room);
  return memcpy(to, from, n);
}

void *__mempcpy_chk(void *, const void *, size_t, size_t);
WEAK void *__mempcpy_chk(void *to, const void *from, size_t n, size_t room) {
  need(n, room);
  return mempcpy(to, from, n);
}

void *__memmove_chk(void *, const void *, size_t, size_t);
WEAK void *__memmove_chk(void *to, const void *from, size_t n, size_t room) {
  need(n, room);
  return memmove(to, from, n);
}

void *__memset_chk(void *, int, size_t, size_t);
WEAK void *__memset_chk(void *to, int byte, size_t n, size_t room) {
  need(n, room);
  return memset(to, byte, n);
}

void __explicit_bzero_chk(void *, size_t, size_t);
WEAK void __explicit_bzero_chk(void *to, size_t n, size_t room) {
  need(n, room);
  explicit_bzero(to, n);
}

char *__strcpy_chk(char *, const char *, size_t);
WEAK char *__strcpy_chk(char *to, const char *from, size_t room) {
  need(strnlen(from, room) + 1, room);
  return strcpy(to, from);
}

char *__stpcpy_chk(char *, const char *, size_t);
WEAK char *__stpcpy_chk(char *to, const char *from, size_t room) {
  need(strnlen(from, room) + 1, room);
  return stpcpy(to, from);
}

char *__strncpy_chk(char *, const char *, size_t, size_t);
WEAK char *__strncpy_chk(char *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return strncpy(to, from, n);
}

char *__stpncpy_chk(char *, const char *, size_t, size_t);
WEAK char *__stpncpy_chk(char *to, const char *from, size_t n, size_t room) {
  need(n, room);
  return stpncpy(to, from, n);
}

char *__strcat_chk(char *, const char *, size_t);
WEAK char *__strcat_chk(char *to, const char *from, size_t room) {
  need(strlen(to) + strlen(from) + 1, room);
  return strcat(to, from);
}

char *__strncat_chk(char *, const char *, size_t, size_t);
WEAK char *__strncat_chk(char *to, const char *from, size_t n, size_t room) {
  need(strlen(to) + strnlen(from, n) + 1, room);
  return strncat(to, from, n);
}

long __fdelt_chk(long);
WEAK long __fdelt_chk(long descriptor) {
  if (descriptor < 0 || descriptor >= 1024) __chk_fail();
  return descriptor / (long) (8 * sizeof(long));
}
