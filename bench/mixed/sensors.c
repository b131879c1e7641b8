/* Readings are clamped and added up, then waited for: branches that join well
 * before a loop that has no bound but a counter's. */
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

enum { SENSORS = 24 };

static int clamp(int x) {
  if (x < 0) return 0;
  if (x > 100) return 100;
  return x;
}

int main(void) {
  int low = 0;
  for (int k = 0; k < SENSORS; k++)
    if (clamp(__VERIFIER_nondet_int()) < 50) low++;
  assert(low <= SENSORS);
  unsigned left = __VERIFIER_nondet_uint(), ticks = 0;
  while (left > 0) {
    left--;
    ticks++;
  }
  assert(left == 0);
  if (low == SENSORS && ticks == 123456789) assert(0 && "reached");
  return 0;
}
