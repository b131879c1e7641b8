// Addresses that are only there as the difference of two others, on one way of two.
#include <braid.h>
#include <stdint.h>
struct node { uintptr_t link; int v; };
int main(void) {
  struct node a = { 0, 1 }, b = { 0, 2 }, c = { 0, 3 };
  unsigned x = braid_u8("x");
  a.link = (uintptr_t) &b;
  b.link = (uintptr_t) &a ^ (uintptr_t) &c;
  c.link = (uintptr_t) &b;
  if (x & 1) {
    a.link = (uintptr_t) &c;
    c.link = (uintptr_t) &a;
  }
  uintptr_t before = 0;
  struct node *at = &a;
  int digits = 0;
  for (int k = 0; at && k < 4; k++) {
    uintptr_t next = at->link ^ before;
    digits = digits * 10 + at->v;
    before = (uintptr_t) at;
    at = (struct node *) next;
  }
  braid_assert(digits == (x & 1 ? 13 : 123));
  if (digits == 13 && x > 200) braid_assert(x < 255);  // expect: assert
  return 0;
}
