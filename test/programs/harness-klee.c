#include <assert.h>
#include <klee/klee.h>

struct packet { unsigned char kind, length; short value; };

int main(void) {
  struct packet p;
  klee_make_symbolic(&p, sizeof p, "packet");
  klee_assume(p.length < 4);
  int i = klee_range(0, 3, "i");
  assert(i >= 0 && i < 3);
  int n = klee_int("n");
  klee_assume(n > 10 & n < 20);
  assert(n != 20 && p.length != 4);
  if (p.kind == 9 && p.length == i && p.value == 1000)
    klee_assert(n != 15);               // expect: assert
  if (p.kind == 77) klee_silent_exit(0);
  assert(p.kind != 77);
  return 0;
}
