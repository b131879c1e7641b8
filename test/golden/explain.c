/* Something of everything that --explain tells of. */
#include <assert.h>
#include <braid.h>

static unsigned table[64];

static void fill(void) {        /* concrete, and long */
  unsigned seed = 7;
  for (int round = 0; round < 4000; round++) {
    seed = seed * 1664525u + 1013904223u;
    table[round % 64] = seed >> 24;
  }
}

static int probe(void) {        /* its returns differ in what nobody sees */
  const int s = braid_int("sensor");
  if (s < 0) return 0;
  if (s > 100) return 1;
  if (s == 7) return 1;
  return 0;
}

int main(void) {
  int alive = 0, high = 0;
  fill();
  for (int k = 0; k < 10; k++) alive += probe();
  for (int k = 0; k < 10; k++)
    if (braid_u8("level") > 200) high++;
  unsigned n = braid_uint("n"), sum = 0;
  for (unsigned k = 0; k < n; k++) sum += 3;
  assert(sum == 3 * n);
  assert(alive <= 10 && high <= 10 && table[0] < 256);
  return 0;
}
