/* After Figure 20 of the paper: callbacks of hot-plugged processors.  The table
 * is searched in a loop; afterwards it only matters whether one was found. */
#include <assert.h>
#include <stddef.h>

enum { CPUS = 32, ONLINE = 2, DEAD = 7, FROZEN = 16, PREPARE = 3 };

struct processor {
  int id, need_init, has_throttling, has_cst, power;
  unsigned limit;
};

struct processor *processor_at(int cpu);
int firmware(int method), throttle(int level), cstates(void);
long next_action(void);
int next_cpu(void);

static int started, stopped, throttled, failed, ignored;

static struct processor *per_cpu(int cpu) {
  struct processor *found = NULL;
  for (int k = 0; k < CPUS; k++) {
    struct processor *p = processor_at(k);
    if (p && p->id == cpu) {
      found = p;
      break;
    }
  }
  return found;
}

static int limits(struct processor *p) {
  int a = firmware(1), b = firmware(2), c = firmware(3);
  if (a < 0 && b < 0 && c < 0) return -1;
  unsigned least = 100;
  if (a >= 0 && (unsigned) a < least) least = (unsigned) a;
  if (b >= 0 && (unsigned) b < least) least = (unsigned) b;
  if (c >= 0 && (unsigned) c < least) least = (unsigned) c;
  p->limit = least > 50;
  return 0;
}

static int power_init(struct processor *p) {
  int states = cstates();
  if (states <= 0) return -1;
  p->has_cst = states > 1;
  for (int k = 0; k < 4; k++) {
    int latency = firmware(10 + k);
    if (latency < 0) return -1;
    if (latency > 1000) p->has_cst = 0;
  }
  return 0;
}

static void online(struct processor *p) {
  if (p->need_init) {
    p->need_init = 0;
    if (power_init(p)) {
      failed++;
      return;
    }
    if (limits(p)) failed++;
    else started++;
  } else {
    if (throttle(0) < 0) failed++;
    else throttled++;
  }
}

static int notify(long action, int cpu) {
  struct processor *p = per_cpu(cpu);
  if (action & FROZEN) action &= ~(long) FROZEN;
  if (action == ONLINE && p) online(p);
  else if (action == DEAD && p) {
    if (p->has_throttling && throttle(-1) < 0) failed++;
    stopped++;
  } else if (action == PREPARE) {
    ignored++;
  } else {
    return -1;
  }
  return 0;
}

int main(void) {
  int refused = 0;
  for (int k = 0; k < 6; k++)
    if (notify(next_action(), next_cpu())) refused++;
  assert(started + stopped + throttled + failed + ignored + refused >= 6);
  if (refused == 6) return 1;
  if (ignored == 6) return 2;
  if (started == 6) return 3;
  if (stopped == 6 && failed == 6) return 4;
  if (stopped == 6) return 5;
  if (throttled == 3 && failed == 3) assert(!stopped && ignored != 6);
  return 0;
}
