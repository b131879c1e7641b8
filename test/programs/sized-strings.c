// Strings in objects of unknown size: how long they are is a term, and no path forks for it
// nor for copies of so many bytes, up to a million.
// options: --max-forks=90
// matrix: no
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { ROOM = 1 << 20 };

static char *made(unsigned n) {
  char *s = malloc(n + 1);
  if (!s) exit(0);
  memset(s, 'a', n);
  s[n] = 0;
  return s;
}

static void lengths(unsigned n, unsigned k) {
  char *s = made(n);
  assert(strlen(s) == n);
  assert(strlen(s + k) == n - k);
  assert(strnlen(s, k) == k);
  if (n > 500000) s[77] = 0;
  assert(strlen(s) == (n > 500000 ? 77 : n));
  if (n == 4711) assert(strlen(s + k) == 700);  // expect: assert
  s[k] = 'b';
  free(s);
}

static void copies(unsigned n, unsigned k) {
  char *s = made(n), *t = malloc(n + 1), *u = strdup(s);
  if (!t || !u) exit(0);
  assert(stpcpy(t, s) == t + n);
  assert(t[k] == 'a' && t[n] == 0 && u[k] == 'a' && u[n] == 0);
  free(u);
  free(t);
  t = malloc(n + 4 - (n == 300));
  if (!t) exit(0);
  strcpy(t, "xyz");
  strcat(t, s);                         // expect: out-of-bounds
  assert(t[2] == 'z' && t[3 + k] == 'a' && t[n + 3] == 0);
  free(t);
  t = malloc(n + 10);
  if (!t) exit(0);
  strncpy(t, s, n + 9);
  assert(t[k] == 'a' && t[n] == 0 && t[n + 8] == 0);
  free(t);
  free(s);
}

static void bad(unsigned n, unsigned k) {
  char *s = malloc(n);
  if (!s) exit(0);
  memset(s, 'a', n);
  if (n != 123456) s[k] = 0;
  assert(strlen(s) == k);               // expect: out-of-bounds
  free(s);
  s = malloc(n);
  if (!s) exit(0);
  memset(s, 'a', k);
  if (n != 777) s[k] = 0;
  assert(strlen(s) == k);               // expect: uninit
  free(s);
}

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  if (n > ROOM || n < 1 || k >= n) return 0;
  switch (__VERIFIER_nondet_uint()) {
  case 0: lengths(n, k); break;
  case 1: copies(n, k); break;
  default: bad(n, k);
  }
  return 0;
}
