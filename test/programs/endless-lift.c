// A lift between six floors; calls come at any time.
// matrix: endless
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { FLOORS = 6 };
enum motion { DOWN = -1, STILL, UP };

static unsigned calls;          /* a bit a floor */
static int floor_now;
static enum motion motion;
static _Bool is_open;

static _Bool called_above(void) { return calls >> (floor_now + 1) != 0; }
static _Bool called_below(void) {
  return (calls & ((1u << floor_now) - 1)) != 0;
}

static void step(void) {
  if (is_open) { is_open = 0; return; }
  if (calls >> floor_now & 1) {
    calls &= ~(1u << floor_now);
    is_open = 1;
    return;
  }
  if (motion == UP && !called_above()) motion = STILL;
  if (motion == DOWN && !called_below()) motion = STILL;
  if (motion == STILL && called_above()) motion = UP;
  else if (motion == STILL && called_below()) motion = DOWN;
  floor_now += motion;
}

int main(void) {
  for (;;) {
    const unsigned button = __VERIFIER_nondet_uint();
    if (button < FLOORS) calls |= 1u << button;
    const int before = floor_now;
    step();
    assert(floor_now >= 0 && floor_now < FLOORS);
    assert(!is_open || floor_now == before);
  }
}
