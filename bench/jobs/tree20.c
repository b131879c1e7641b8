/* 2^20 paths that share nothing but the loop: what processes on one tree cost.
 * doc/jobs.md has the figures, and the command. */
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);

enum { N = 20 };

int main(void) {
  unsigned char b[N];
  unsigned s = 0;
  klee_make_symbolic(b, N, "b");
  for (int k = 0; k < N; k++)
    if (b[k] > 100 + k) s += 3 * s + (unsigned) k;
    else s ^= 5u * (unsigned) k;
  if (s == 0x1234567) return 1 / (int) (s - 0x1234567);
  return 0;
}
