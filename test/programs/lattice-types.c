// A lattice for each size of what is joined; a short is joined exactly.
// options: --merge=lattice:char=parity,int=sign,long=interval
// matrix: no
#include <braid.h>

int main(void) {
  const int n = braid_int("n");
  unsigned char c;
  short s;
  int i;
  long long l;
  if (n > 0) {
    c = 4;
    s = 1;
    i = 100;
    l = 1000;
  } else {
    c = 8;
    s = 2;
    i = 7;
    l = 2000;
  }
  braid_assert(c % 2 == 0);
  braid_assert(s == (n > 0 ? 1 : 2));
  braid_assert(i > 0);
  braid_assert(l >= 1000 && l <= 2000);
}
