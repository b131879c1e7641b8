// Of an int only its sign is kept: that it is one of two is possible no more.
// options: --merge=lattice:int=sign
// matrix: no
// exit: 5
// verdict: possible
#include <braid.h>

int main(void) {
  const int n = braid_int("n");
  unsigned char c = 1;
  int i = 7;
  if (n > 0) {
    c = 2;
    i = 100;
  }
  braid_assert(c == (n > 0 ? 2 : 1));
  braid_assert(i == 7 || i == 100);
}
