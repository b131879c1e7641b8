// Behind recoverable undefined behaviour machines go on, and so do all paths: what holds
// of the input that is behind is found, by the value that was computed, and nothing else.
// bugs: 6
#include <assert.h>
#include <braid.h>
#include <limits.h>
#include <stddef.h>

static int behind_division(int x, int y) {
  const int q = x / y;                  // expect: overflow
  assert(x != INT_MIN || y != -1);      // a division that overflows ends the path
  return q;
}

int main(void) {
  const int x = braid_int("x"), y = braid_range(-2, 3, "y");
  const int next = x + 1;               // expect: overflow
  assert(next > x);                     // expect: assert
  assert(next != INT_MIN || x == INT_MAX);
  const int up = (x & 3) << 30;         // expect: shift-base
  if (up < 0) assert((x & 1) != 0);     // expect: assert
  assert((up < 0) == ((x & 2) != 0));
  char *none = NULL, *moved = none + 4; // expect: pointer-overflow
  assert(moved != none);
  return y ? behind_division(x, y) & 0 : 0;
}
