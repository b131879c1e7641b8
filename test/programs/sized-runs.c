// Long copies and fills of unknown length and at unknown places, between and within objects
// of known and unknown size: one write each, and no path forks for the length or the place.
// options: --max-forks=80
// matrix: no
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

enum { ROOM = 100000 };

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
  const unsigned from = __VERIFIER_nondet_uint();
  if (n > ROOM || k >= n || from > ROOM || n > ROOM - from) return 0;
  int *numbers = calloc(ROOM, sizeof *numbers), *copy = malloc(n * sizeof *copy);
  if (!numbers || !copy) {
    free(numbers);
    free(copy);
    return 0;
  }
  for (int i = 0; i < 8; i++) numbers[1000 * i] = __VERIFIER_nondet_int();
  memcpy(copy, numbers + from, n * sizeof *copy);
  assert(copy[k] == numbers[from + k]);
  if (from == 12 && k > 900 && copy[k] == 77)
    assert(k != 6988);                          // expect: assert
  memmove(copy + 1, copy, k * sizeof *copy);    // shifts what is before k
  assert(k == 0 || copy[k] == numbers[from + k - 1]);
  assert(*((char *) (copy + k) + 2) == *((char *) (numbers + from + k - (k > 0)) + 2));
  memset(numbers + from, 0, n * sizeof *numbers);
  assert(numbers[from + k] == 0);
  if (from == 3000 && n > 5000)
    assert(numbers[3000] == 0 && numbers[8000] == 0);
  memset(copy + k, 1, (n - k + (n == 4711)) * sizeof *copy);    // expect: out-of-bounds
  assert(copy[n - 1] == 0x01010101);
  memcpy(copy, copy + k, (n - k) * sizeof *copy);               // expect: overlap
  free(copy);
  free(numbers);
  return 0;
}
