/*
 * The mem* functions.  Copies and fills are one instruction of the executor
 * (the intrinsics), which checks bounds and overlap and keeps words whole.
 */
#include "libc.h"

#include "libc/differences.h"

WEAK void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return to;
}

WEAK void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
  __builtin_memcpy(to, from, n);
  return (char *) to + n;
}

WEAK void *memmove(void *to, const void *from, size_t n) {
  __builtin_memmove(to, from, n);
  return to;
}

WEAK void bcopy(const void *from, void *to, size_t n) {
  __builtin_memmove(to, from, n);
}

WEAK void *memset(void *to, int byte, size_t n) {
  __builtin_memset(to, byte, n);
  return to;
}

WEAK void bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }
WEAK void explicit_bzero(void *to, size_t n) { __builtin_memset(to, 0, n); }

WEAK void *memccpy(void *restrict to, const void *restrict from, int stop,
                   size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  for (size_t i = 0; i < n; i++)
    if ((t[i] = f[i]) == (unsigned char) stop) return t + i + 1;
  return NULL;
}

/* All of the bytes must be there, whichever differs first: an input that is re-executed has its
 * difference earlier than the path had. */
static void read_end(const unsigned char *p, size_t n) {
  if (!__braid_is_symbolic(n)) (void) *(const volatile unsigned char *) (p + n - 1);
}

/*
 * A byte that is known to differ ends the comparison.  Symbolic bytes do not
 * branch: the result is a term, and the caller's test of it the only fork.
 *
 * is_order: the caller looks at more than equality, and the order of pointers is that of
 * the model's addresses.
 */
static int compare(const void *left, const void *right, size_t n, int is_order) {
  const unsigned char *l = left, *r = right;
  int result = 0;
  for (size_t i = 0; i < n; i++) {
    const int difference = l[i] - r[i];
    const int is_symbolic = __braid_is_symbolic((unsigned) difference);
    result |= difference & -(result == 0);
    if (!is_symbolic && !difference) continue;
    if (is_order && (__braid_is_of_pointer(l + i) || __braid_is_of_pointer(r + i)))
      __braid_note_here(differs_ORDER);
    if (is_symbolic) continue;
    read_end(l, n);
    read_end(r, n);
    break;
  }
  return result;
}

int __braid_order_memcmp(const void *, const void *, size_t);
int __braid_order_memcmp(const void *left, const void *right, size_t n) {
  return compare(left, right, n, 1);
}

WEAK int memcmp(const void *left, const void *right, size_t n) {
  return compare(left, right, n, 0);
}

WEAK int bcmp(const void *left, const void *right, size_t n) {
  return compare(left, right, n, 0);
}

WEAK void *memchr(const void *in, int byte, size_t n) {
  const unsigned char *p = in;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char) byte) return (void *) (p + i);
  return NULL;
}

WEAK void *memrchr(const void *in, int byte, size_t n) {
  const unsigned char *p = in;
  while (n--) if (p[n] == (unsigned char) byte) return (void *) (p + n);
  return NULL;
}

void *__memrchr(const void *, int, size_t);
WEAK void *__memrchr(const void *in, int byte, size_t n) {
  return memrchr(in, byte, n);
}

WEAK void *rawmemchr(const void *in, int byte) {
  const unsigned char *p = in;
  while (*p != (unsigned char) byte) p++;
  return (void *) p;
}

WEAK void *memmem(const void *in, size_t n, const void *what, size_t m) {
  const char *p = in;
  for (; n >= m; p++, n--)
    if (!compare(p, what, m, 0)) return (void *) p;
  return NULL;
}
