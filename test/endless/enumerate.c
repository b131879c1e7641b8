/*
 * The oracle: every state that the step reaches, one by one, with every input.
 * Compiled with the step in the file STEP; exit 10 if one is wrong, else 0.
 */
#include <stdio.h>
#include <string.h>

static struct state {
  unsigned char variables[3], cells[3], pointer, is_held, held;
} now;

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

#include STEP

enum { MOST = 1 << 16 };
static struct state all[MOST];
static unsigned count;

static void add(void) {
  for (unsigned k = 0; k < count; k++)
    if (!memcmp(all + k, &now, sizeof now)) return;
  all[count++] = now;
}

int main(void) {
  int is_wrong = 0;
  add();
  for (unsigned k = 0; k < count && count < MOST - INPUTS; k++)
    for (unsigned in = 0; in < INPUTS; in++) {
      now = all[k];
      if (step((unsigned char) in)) is_wrong = 1;
      else add();
    }
  printf("%u\n", count);
  return count >= MOST - INPUTS ? 5 : is_wrong ? 10 : 0;
}
