// Joins that keep everything, and one that keeps a sign only: what the lattice
// lost stays lost below exact joins, and what those kept stays exact.
// options: --merge=annotated
// acted: joins lattice
#include <assert.h>
#include <braid.h>

int main(void) {
  int x = braid_int("x"), y = braid_int("y"), gain, tag = 0;
  BRAID_MERGE(ite) if (y > 10) tag = 4;
  else tag = 6;
  BRAID_MERGE(sign) if (x > 100) gain = 17;
  else gain = 3;
  BRAID_MERGE(ite) if (y > 10) tag += gain > 0;
  assert(gain > 0);
  assert(tag == 5 || tag == 6);
  assert(tag != 5 || y != 50);                          // expect: assert
  return 0;
}
