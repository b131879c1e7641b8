/* A path for each number of N bits, with some work on each and a bug on three of them: how
 * many paths, bugs and tests there must be is known, and each path has one input only. */
#include <stdlib.h>

void klee_make_symbolic(void *, size_t, const char *);
void klee_assume(unsigned long);

#ifndef N
#define N 12
#endif
#ifndef WORK
#define WORK 300
#endif

int main(void) {
  unsigned x, way = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 1u << N);
  for (unsigned k = 0; k < N; k++) {
    if (x >> k & 1) way |= 1u << k;
    for (unsigned w = 0; w < WORK / 16; w++) way ^= way << 20 & 0xf0000000u;
  }
  way &= (1u << N) - 1;
  for (unsigned w = 0, h = way; w < WORK; w++) {
    h = h * 1664525u + 1013904223u;
    if (h == 0) return 1;
  }
  if (way == 7) return 100 / (int) (way - 7);
  if (way == 1 << (N - 1)) abort();
  if (way == (1u << N) - 3) {
    char *text = malloc(4);
    return text ? text[way & 7] : 0;
  }
  return 0;
}
