// Traffic lights at a crossing, with a timer and a button, for ever.
// matrix: endless
#include <assert.h>
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);

enum light { RED, RED_YELLOW, GREEN, YELLOW };

static enum light main_road = GREEN, side_road = RED;
static unsigned timer = 12;
static _Bool button;

static void next(enum light *from, enum light *to) {
  switch (*from) {
  case GREEN: *from = YELLOW; timer = 2; break;
  case YELLOW: *from = RED; *to = RED_YELLOW; timer = 1; break;
  case RED: case RED_YELLOW: break;
  }
}

int main(void) {
  for (;;) {
    if (__VERIFIER_nondet_bool()) button = 1;
    if (timer) timer--;
    if (main_road == RED_YELLOW && !timer) { main_road = GREEN; timer = 12; }
    else if (side_road == RED_YELLOW && !timer) { side_road = GREEN; timer = 5; }
    else if (main_road == GREEN && !timer && button) {
      next(&main_road, &side_road);
      button = 0;
    } else if (main_road == YELLOW && !timer) next(&main_road, &side_road);
    else if (side_road != RED && !timer) next(&side_road, &main_road);
    putchar(main_road == GREEN ? 'G' : 'R');
    assert(main_road == RED || side_road == RED);
    assert(timer <= 12);
  }
}
