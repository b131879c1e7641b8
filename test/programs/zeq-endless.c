// A loop that comes round to what it was ends the search, not the program.
// options: --externals=unknown
// exit: 5
// verdict: proved-under-assumptions
// assumes: calls of unknown() return any value and change nothing
// matrix: no
#include <assert.h>

unsigned unknown(void);

static unsigned wait(void) {
  unsigned status = unknown();
  while (status & 1) {
    status = unknown();
    if (status == 77) return 2;
  }
  return status & 4 ? 1 : 0;
}

int main(void) {
  unsigned r = wait() + wait() + wait();
  assert(r <= 6);
  return 0;
}
