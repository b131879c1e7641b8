/* The str* functions that look for something in a string. */
#include "libc.h"

WEAK char *strchrnul(const char *s, int c) {
  while (*s != (char) c && *s) s++;
  return (char *) s;
}

char *__strchrnul(const char *, int);
WEAK char *__strchrnul(const char *s, int c) { return strchrnul(s, c); }

WEAK char *strchr(const char *s, int c) {
  s = strchrnul(s, c);
  return *s == (char) c ? (char *) s : NULL;
}

WEAK char *index(const char *s, int c) { return strchr(s, c); }

WEAK char *strrchr(const char *s, int c) {
  const char *last = NULL;
  do if (*s == (char) c) last = s;
  while (*s++);
  return (char *) last;
}

WEAK char *rindex(const char *s, int c) { return strrchr(s, c); }

/* Whether c, not NUL, is one of the set's characters. */
static int is_in(const char *set, char c) {
  while (*set && *set != c) set++;
  return *set != 0;
}

WEAK size_t strspn(const char *s, const char *accept) {
  size_t n = 0;
  while (s[n] && is_in(accept, s[n])) n++;
  return n;
}

WEAK size_t strcspn(const char *s, const char *reject) {
  size_t n = 0;
  while (s[n] && !is_in(reject, s[n])) n++;
  return n;
}

WEAK char *strpbrk(const char *s, const char *accept) {
  s += strcspn(s, accept);
  return *s ? (char *) s : NULL;
}

WEAK char *strstr(const char *s, const char *what) {
  for (;; s++) {
    size_t i = 0;
    while (what[i] && s[i] == what[i]) i++;
    if (!what[i]) return (char *) s;
    if (!s[i]) return NULL;     /* too short for what, here and further on */
  }
}

WEAK char *strcasestr(const char *s, const char *what) {
  const size_t n = strlen(what);
  do if (!strncasecmp(s, what, n)) return (char *) s;
  while (*s++);
  return NULL;
}

WEAK char *strtok_r(char *restrict s, const char *restrict separators,
                    char **restrict rest) {
  if (!s) s = *rest;
  if (!s)
    __braid_error("bad-argument", "strtok: NULL, and there was no string before");
  s += strspn(s, separators);
  if (!*s) { *rest = s; return NULL; }
  char *end = s + strcspn(s, separators);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}

char *__strtok_r(char *restrict, const char *restrict, char **restrict);
WEAK char *__strtok_r(char *restrict s, const char *restrict separators,
                      char **restrict rest) {
  return strtok_r(s, separators, rest);
}

WEAK char *strtok(char *restrict s, const char *restrict separators) {
  static char *rest;
  return strtok_r(s, separators, &rest);
}

WEAK char *strsep(char **restrict rest, const char *restrict separators) {
  char *s = *rest;
  if (!s) return NULL;
  char *end = s + strcspn(s, separators);
  *rest = *end ? end + 1 : NULL;
  if (*end) *end = 0;
  return s;
}
