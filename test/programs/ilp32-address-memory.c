// target: i386
// replay: no
// exit: 10
// assumes: ilp32-address-memory.c:16: objects lie where braid puts them
// Addresses that reach a function as integers, by memory or as an argument.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static char c[3];
static uintptr_t kept;
struct pair { uintptr_t number; int other; };

static int is_odd(uintptr_t n) { return n & 1; }
static int hash(const struct pair *p) { return p->number * 31 + p->other; }

int main(void) {
  char *p = c;
  uintptr_t n;
  struct pair pair = {0, 4096};
  memcpy(&n, &p, sizeof n);
  if ((pair.number = (uintptr_t) p, hash(&pair)) == 5) return 1;
  kept = (uintptr_t) p;
  assert(pair.other == 4096 && pair.other * 31 == 126976);
  if (is_odd(n)) {
    assert(is_odd(kept));
    abort();                                    // expect: abort
  }
  return 0;
}
