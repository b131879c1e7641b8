/* A state machine over 24 bytes, driven by a table, with three counters: far more
 * than 10^12 paths, which meet in five states.  The table is made by concrete
 * code. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

enum { BYTES = 24, STATES = 5 };

static unsigned char next[STATES][4];

static void fill(void) {
  unsigned seed = 7;
  for (int round = 0; round < 2000; round++)
    for (int s = 0; s < STATES; s++)
      for (int c = 0; c < 4; c++) {
        seed = seed * 1664525u + 1013904223u;
        next[s][c] = (unsigned char) ((seed >> 24) % STATES);
      }
}

static int class_of(unsigned char c) {
  if (c == ' ') return 0;
  if (c >= '0' && c <= '9') return 1;
  if (c == '(') return 2;
  return 3;
}

int main(void) {
  int state = 0, spaces = 0, digits = 0, opened = 0;
  fill();
  for (int k = 0; k < BYTES; k++) {
    const int class = class_of(__VERIFIER_nondet_uchar());
    spaces += class == 0;
    digits += class == 1;
    opened += class == 2;
    state = next[state][class];
  }
  assert(spaces + digits + opened <= BYTES);
  assert(state < STATES);
  return 0;
}
