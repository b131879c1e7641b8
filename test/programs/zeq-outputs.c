// What was printed is seen; so is what a pointer points to.
// options: --externals=unknown
// replay: no
// returns: say: 3 of 4, for 4 paths
#include <assert.h>
#include <stdio.h>

unsigned unknown(void);

static int say(unsigned *where) {
  switch (unknown()) {
  case 1: puts("one"); return 0;
  case 2: *where = 2; return 0;
  case 3: *where = 1; *where = 0; return 0;
  }
  return 0;
}

int main(void) {
  unsigned x = 0;
  say(&x);
  assert(!x);                         // expect: assert
  return 0;
}
