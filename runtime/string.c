/*
 * The str* functions that walk whole strings: plain byte loops.  Where the executor knows
 * how long a string is, as a number or a term, it is copied in one piece.
 */
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

static int is_apart(const char *to, const char *from) {
  const uintptr_t t = (uintptr_t) to, f = (uintptr_t) from;
  const uintptr_t apart = (t - f) ^ -(uintptr_t) (t < f);
  return !__braid_is_symbolic(apart) && apart >> SAME_OBJECT_BITS;
}

/* The bytes written and the bytes read. */
static void need_apart(const char *kind, const char *what, const char *to,
                       size_t written, const char *from, size_t read) {
  const uintptr_t t = (uintptr_t) to, f = (uintptr_t) from;
  if (t < f + read && f < t + written) __braid_error(kind, what);
}

/* Of what __braid_length says. */
static int is_known(size_t n) { return (ptrdiff_t) n >= 0; }

/* No branch: both may be terms. */
static size_t lesser(size_t a, size_t b) {
  return b ^ ((a ^ b) & -(size_t) (a < b));
}

WEAK size_t strlen(const char *s) {
  size_t n = __braid_length(s, SIZE_MAX);
  if ((ptrdiff_t) n >= 0) return n;
  n = ~n;
  while (s[n]) n++;
  return n;
}

WEAK size_t strnlen(const char *s, size_t limit) {
  size_t n = __braid_length(s, limit);
  if ((ptrdiff_t) n >= 0) return n;
  n = ~n;
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
  const size_t n = __braid_length(from, SIZE_MAX);
  if (is_known(n)) {
    __builtin_memcpy(to, from, n + 1);
    return to + n;
  }
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

/* strncpy, of so many bytes before the zero.  Where that is a term the zeros come first:
 * at a known place. */
static char *copy_padded(char *restrict to, const char *restrict from, size_t n,
                         size_t length) {
  if (__braid_is_symbolic(length) && is_apart(to, from)) {
    __builtin_memset(to, 0, n);
    __builtin_memcpy(to, from, length);
  } else {
    __builtin_memcpy(to, from, length);
    __builtin_memset(to + length, 0, n - length);
  }
  return to + length;
}

WEAK char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
  size_t i = __braid_length(from, n);
  if (is_known(i) && !may_overlap(to, from)) return copy_padded(to, from, n, i);
  i = 0;
  while (i < n && from[i]) { to[i] = from[i]; i++; }
  __builtin_memset(to + i, 0, n - i);
  return to + i;
}

WEAK char *strncpy(char *restrict to, const char *restrict from, size_t n) {
  if (may_overlap(to, from)) {
    const size_t length = strnlen(from, n);
    const size_t used = lesser(length, n - 1) + 1;
    if (n) need_apart("overlap", "strncpy", to, used, from, used);
    copy_padded(to, from, n, length);
  } else
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
                 lesser(length, n - 1) + 1);
  }
  char *end = to + strlen(to);
  const size_t more = __braid_length(from, n);
  if (is_known(more)) {
    __builtin_memcpy(end, from, more);
    end[more] = 0;
    return to;
  }
  while (n-- && *from) *end++ = *from++;
  *end = 0;
  return to;
}

WEAK size_t strlcpy(char *restrict to, const char *restrict from, size_t n) {
  if (may_overlap(to, from)) {
    const size_t length = strlen(from) + 1;
    need_apart("bad-argument", "strlcpy: source and destination overlap", to,
               lesser(length, n), from, length);
  }
  const size_t all = __braid_length(from, SIZE_MAX);
  if (is_known(all)) {
    const size_t some = lesser(all, n - 1);
    if (!n) return all;
    __builtin_memcpy(to, from, some);
    to[some] = 0;
    return all;
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

/* Of a length that is a term, the rest is zero before: no place has to be found for one. */
WEAK char *strndup(const char *s, size_t limit) {
  const size_t n = strnlen(s, limit);
  const int is_term = __braid_is_symbolic(n);
  char *new = is_term ? calloc(n + 1, 1) : malloc(n + 1);
  if (!new) return NULL;
  __builtin_memcpy(new, s, n);
  if (!is_term) new[n] = 0;
  return new;
}

WEAK char *strdup(const char *s) {
  const size_t n = strlen(s) + 1;
  char *new = malloc(n);
  if (new) __builtin_memcpy(new, s, n);
  return new;
}

char *__strdup(const char *);
WEAK char *__strdup(const char *s) { return strdup(s); }

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
