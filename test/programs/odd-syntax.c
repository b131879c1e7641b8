// Duff's device, statement expressions, compound literals, designated
// initialisers, generic selection, comma and jumps into blocks.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

#define KIND(X) _Generic((X), int: 1, long: 2, char *: 3, default: 4)

static unsigned duff(unsigned char *to, unsigned count) {
  unsigned rounds = (count + 3) / 4, written = 0;
  if (!count) return 0;
  switch (count % 4) {
  case 0: do { *to++ = 1; written++;
  case 3: *to++ = 1; written++;
  case 2: *to++ = 1; written++;
  case 1: *to++ = 1; written++;
          } while (--rounds > 0);
  }
  return written;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned char buffer[7] = {[6] = 9};
  if (n > 6) return 0;
  assert(duff(buffer, n) == n);
  assert(buffer[6] == 9);
  int largest = ({ int x = (int) n; x > 3 ? x : 3; });
  assert(largest >= 3);
  int *three = (int[]) {1, 2, [5] = 3};
  assert(three[5] == 3 && three[4] == 0);
  assert(KIND(1) == 1 && KIND(1L) == 2 && KIND(buffer) == 4);
  struct { int a, b; } s = {.b = 2};
  assert((s.a++, s.a) == 1 && s.b == 2);
  unsigned turns = 0;
  goto middle;
  while (turns < 3) {
    turns++;
  middle:;
  }
  assert(turns == 3);
  return 0;
}
