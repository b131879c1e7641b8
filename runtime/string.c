/* The str* functions that walk whole strings: plain byte loops. */
#include "libc.h"

/*
 * Copies must not overlap.  Only within one object they can: whether two
 * pointers may be into the same is seen from their distance, without a fork.
 */
enum { SAME_OBJECT_BITS = sizeof(void *) == 8 ? 32 : 20 };

static int may_overlap(const char *to, const char *from) {
  const uintptr_t t = (uintptr_t) to, f = (uintptr_t) from;
  const uintptr_t apart = (t - f) ^ -(uintptr_t) (t < f);
  return !__braid_is_symbolic(apart) && !(apart >> SAME_OBJECT_BITS);
}

/* The bytes written and the bytes read. */
static void need_apart(const char *kind, const char *what, const char *to,
                       size_t written, const char *from, size_t read) {
  const uintptr_t t = (uintptr_t) to, f = (uintptr_t) from;
  if (t < f + read && f < t + written) __braid_error(kind, what);
}

WEAK size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

WEAK size_t strnlen(const char *s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n]) n++;
  return n;
}

WEAK int strcmp(const char *left, const char *right) {
  const unsigned char *l = (const unsigned char *) left;
  const unsigned char *r = (const unsigned char *) right;
  while (*l == *r && *l) { l++; r++; }
  return *l - *r;
}

/* The locale is "C". */
WEAK int strcoll(const char *left, const char *right) {
  return strcmp(left, right);
}

WEAK int strncmp(const char *left, const char *right, size_t n) {
  const unsigned char *l = (const unsigned char *) left;
  const unsigned char *r = (const unsigned char *) right;
  for (size_t i = 0; i < n; i++) {
    if (l[i] != r[i]) return l[i] - r[i];
    if (!l[i]) return 0;
  }
  return 0;
}

WEAK int strncasecmp(const char *left, const char *right, size_t n) {
  const unsigned char *l = (const unsigned char *) left;
  const unsigned char *r = (const unsigned char *) right;
  for (size_t i = 0; i < n; i++) {
    const int a = tolower(l[i]), b = tolower(r[i]);
    if (a != b) return a - b;
    if (!a) return 0;
  }
  return 0;
}

WEAK int strcasecmp(const char *left, const char *right) {
  return strncasecmp(left, right, SIZE_MAX);
}

static char *copy(char *restrict to, const char *restrict from) {
  while ((*to = *from)) { to++; from++; }
  return to;
}

WEAK char *stpcpy(char *restrict to, const char *restrict from) {
  if (may_overlap(to, from)) {
    const size_t n = strlen(from) + 1;
    need_apart("bad-argument", "stpcpy: source and destination overlap", to, n,
               from, n);
  }
  return copy(to, from);
}

WEAK char *strcpy(char *restrict to, const char *restrict from) {
  if (may_overlap(to, from)) {
    const size_t n = strlen(from) + 1;
    need_apart("overlap", "strcpy", to, n, from, n);
  }
  copy(to, from);
  return to;
}

WEAK char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t i = 0;
  while (i < n && from[i]) { to[i] = from[i]; i++; }
  __builtin_memset(to + i, 0, n - i);
  return to + i;
}

WEAK char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  if (may_overlap(to, from)) {
    const size_t length = strnlen(from, n);
    const size_t used = length < n ? length + 1 : n;
    need_apart("overlap", "strncpy", to, used, from, used);
  }
  stpncpy(to, from, n);
  return to;
}

WEAK char *strcat(char *restrict to, const char *restrict from) {
  if (may_overlap(to, from)) {
    const size_t n = strlen(from);
    if (n) need_apart("overlap", "strcat", to, strlen(to) + n + 1, from, n + 1);
  }
  copy(to + strlen(to), from);
  return to;
}

WEAK char *strncat(char *restrict to, const char *restrict from, size_t n) {
  if (may_overlap(to, from)) {
    const size_t length = strnlen(from, n);
    if (length)
      need_apart("overlap", "strncat", to, strlen(to) + length + 1, from,
                 length < n ? length + 1 : n);
  }
  char *end = to + strlen(to);
  while (n-- && *from) *end++ = *from++;
  *end = 0;
  return to;
}

WEAK size_t strlcpy(char *restrict to, const char *restrict from, size_t n) {
  if (may_overlap(to, from)) {
    const size_t length = strlen(from) + 1;
    need_apart("bad-argument", "strlcpy: source and destination overlap", to,
               length < n ? length : n, from, length);
  }
  size_t i = 0;
  for (; from[i]; i++) if (i + 1 < n) to[i] = from[i];
  if (n) to[i < n ? i : n - 1] = 0;
  return i;
}

WEAK size_t strlcat(char *restrict to, const char *restrict from, size_t n) {
  const size_t start = strnlen(to, n);
  return start + strlcpy(to + start, from, n - start);
}

WEAK char *strndup(const char *s, size_t limit) {
  const size_t n = strnlen(s, limit);
  char *copy = malloc(n + 1);
  if (!copy) return NULL;
  __builtin_memcpy(copy, s, n);
  copy[n] = 0;
  return copy;
}

WEAK char *strdup(const char *s) { return strndup(s, SIZE_MAX); }

char *__strdup(const char *);
WEAK char *__strdup(const char *s) { return strndup(s, SIZE_MAX); }

char *__strndup(const char *, size_t);
WEAK char *__strndup(const char *s, size_t n) { return strndup(s, n); }

/* The names by which libc's own code knows them. */
char *__stpcpy(char *restrict, const char *restrict);
WEAK char *__stpcpy(char *restrict to, const char *restrict from) {
  return stpcpy(to, from);
}

char *__stpncpy(char *restrict, const char *restrict, size_t);
WEAK char *__stpncpy(char *restrict to, const char *restrict from, size_t n) {
  return stpncpy(to, from, n);
}

int __strcoll_l(const char *, const char *, void *);
WEAK int __strcoll_l(const char *left, const char *right, void *locale) {
  (void) locale;
  return strcmp(left, right);
}
