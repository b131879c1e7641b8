// The variable that another function writes is looked at behind the bug only, and what the
// bug looks at no other function writes: it happens however the function is called.
// options: --entry=work --no-replay
// verdict: bug
// bugs: 1
#include <assert.h>

static int is_ready;
static int counted;
static int limit = 3;

void begin(void) { is_ready = 1; }

int work(void) {
  counted++;
  assert(counted > limit);      // expect: assert
  return is_ready;
}
