// A variable decides that another function writes: callers may exclude the bug.  One
// that only the entered function counts with does not decide.
// options: --entry=work --no-replay
// exit: 5
// verdict: bug
// bugs: 1
#include <assert.h>

static int is_ready;
static int counted;

void begin(void) { is_ready = 1; }

static void check(void) { assert(is_ready); }   // expect: assert

int work(void) {
  counted++;
  check();
  return counted;
}
