// A summary in a comparison of returns: what is compared was joined inside of the
// call.  What one side put on the stack keeps it from being joined with the other,
// until they return and look the same.
// options: --join=always --zeq=on --externals=unknown
// acted: joins zeq
#include <assert.h>

unsigned unknown(void);
static unsigned level;

static int probe(unsigned mode) {
  unsigned limit = mode & 1 ? 5 : 9;
  unsigned got = unknown();
  if (got == 77) return -1;
  if (unknown() == 3) {
    char *room = __builtin_alloca(8);
    room[got & 7] = 1;
  }
  if (mode & 2) level = limit;
  return 0;
}

int main(void) {
  unsigned mode = unknown();
  int r = 0;
  for (int i = 0; i < 2; i++)
    if (probe(mode) < 0) r = -1;
  assert(level == 0 || level == 5 || level == 9);
  assert(!(r < 0 && level == 9));                       // expect: assert
  return r;
}
