// replay: no
// Objects lie at multiples of their own alignment, and no more is certain.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

char c;
static _Alignas(32) char wide[40];
static int numbers[3];

int main(void) {
  assert(((uintptr_t) numbers & 3) == 0);
  assert(((uintptr_t) &numbers[1] & 3) == 0);
  assert(((uintptr_t) (wide + 5) & 31) == 5 && (uintptr_t) wide % 32 == 0);
  char *p = malloc(24);
  if (!p) return 1;
  assert(((uintptr_t) p & 7) == 0);
  free(p);
  if ((uintptr_t) &numbers[1] & 7) {            /* either */
    assert(!((uintptr_t) &numbers[2] & 7) == !((uintptr_t) numbers & 7));
    assert(((uintptr_t) &numbers[2] & 7) == 0);
    return 0;
  }
  if ((uintptr_t) &c & 7) abort();              // expect: abort
  return 0;
}
