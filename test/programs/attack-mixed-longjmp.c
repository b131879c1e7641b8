// Two jumps out of a frame whose array has another length on each way; 0 becomes 1.
#include <braid.h>
#include <setjmp.h>
#include <string.h>
static jmp_buf a, b;
static int work(int n, int x) {
  char v[n];
  memset(v, x, (size_t) n);
  if (v[n - 1] == 3) longjmp(a, 0);
  if (v[0] == 4) longjmp(b, 7);
  return v[n / 2];
}
int main(void) {
  int x = braid_range(0, 6, "x"), n = 2;
  volatile int stage = 0;
  if (x & 1) n = 4;
  if (x & 2) n += 3;
  int r = setjmp(a);
  if (r) {
    braid_assert(r == 1 && x == 3 && stage == 1);
    return 0;
  }
  r = setjmp(b);
  if (r) {
    braid_assert(r == 7 && x == 4 && stage == 1);
    braid_assert(n == 3);  // expect: assert
    return 0;
  }
  stage = 1;
  r = work(n, x);
  braid_assert(r == x && x != 3 && x != 4);
  return 0;
}
