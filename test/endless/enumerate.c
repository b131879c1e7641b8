/*
 * The oracle: every state that the step reaches, one by one, with every input.
 *
 *   enumerate SEED
 *
 * Compiled with the step in the file STEP.  It prints the condition WRONG that the
 * program is to assert never to hold after a step: of odd seeds, what is seen of the
 * state that it reaches last, exit 10; of even ones, what no state looks like, exit 0,
 * if there is such a thing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct state {
  unsigned char variables[3], cells[3], pointer, is_held, held;
} now;

#define STEP static void step(unsigned char in)
#define LEAVE() (void) 0
#define V(K) now.variables[K]
#define SET(K, X) (now.variables[K] = (unsigned char) (X))
#define CELL(K) now.cells[K]
#define PUT(K, X) (now.cells[K] = (unsigned char) (X))
#define POINT(K) (now.pointer = (unsigned char) (K))
#define POINTED() now.cells[now.pointer]
#define HOLD(X) (now.is_held = 1, now.held = (unsigned char) (X))
#define DROP() (now.is_held = now.held = 0)
#define HELD() now.held
#define PRINT(C) (void) (C)

#include FILE_OF_STEP

enum { MOST = 1 << 16, LOOKS = 4 * 2 * 4 * 8 * 2 };
static struct state all[MOST];
static unsigned count;
static unsigned char is_reached[LOOKS];

/* What WRONG can tell of a state. */
static unsigned look_of(const struct state *s) {
  return s->variables[0] | s->variables[1] << 2 | s->variables[2] << 3 |
         s->cells[0] << 5 | s->cells[1] << 6 | s->cells[2] << 7 | s->held << 8;
}

static void add(void) {
  for (unsigned k = 0; k < count; k++)
    if (!memcmp(all + k, &now, sizeof now)) return;
  all[count++] = now;
}

int main(int argc, char **argv) {
  const unsigned seed = argc > 1 ? (unsigned) strtoul(argv[1], NULL, 10) : 0;
  add();
  for (unsigned k = 0; k < count && count < MOST - INPUTS; k++)
    for (unsigned in = 0; in < INPUTS; in++) {
      now = all[k];
      step((unsigned char) in);
      add();
      is_reached[look_of(&now)] = 1;
    }
  unsigned look = look_of(all + count - 1);
  for (unsigned k = 0; seed % 2 == 0 && k < LOOKS; k++) {
    look = (seed * 37 + k) % LOOKS;
    if (!is_reached[look]) break;
  }
  printf("#define WRONG (V(0) == %u && V(1) == %u && V(2) == %u && CELL(0) == %u && "
         "CELL(1) == %u && CELL(2) == %u && HELD() == %u)\n", look & 3,
         look >> 2 & 1, look >> 3 & 3, look >> 5 & 1, look >> 6 & 1, look >> 7 & 1,
         look >> 8 & 1);
  return count >= MOST - INPUTS ? 5 : is_reached[look] ? 10 : 0;
}
