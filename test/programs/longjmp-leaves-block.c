// longjmp out of a block ends its objects: a pointer to one is dangling; objects of
// blocks that are still open live on.
// replay: no
#include <setjmp.h>
#include <assert.h>
#include "../../include/braid.h"

static jmp_buf back;
static int *kept;

static int inner(void) {
  volatile int done = 0;
  int open_ = 7;
  int *volatile p = &open_;
  if (!setjmp(back)) {
    int left = 3;
    kept = &left;
    open_ = 8;
    longjmp(back, 1);
  }
  done = 1;
  assert(*p == 8 && done);
  return *kept;  // expect: use-after-scope
}

static int array(int n) {
  volatile int again = 0;
  if (!setjmp(back)) {
    int a[n];
    a[0] = 5;
    kept = a;
    longjmp(back, 1);
  }
  return *kept + again;  // expect: use-after-scope
}

/* The block of setjmp itself is not left. */
static int same(void) {
  int sum = 0;
  for (volatile int i = 0; i < 3; i++) {
    int here = i;
    int *volatile p = &here;
    if (!setjmp(back)) longjmp(back, 1);
    sum += *p;
  }
  return sum;
}

int main(void) {
  switch (braid_range(0, 3, "which")) {
  case 0: return inner();
  case 1: return array(braid_range(1, 3, "n"));
  default: assert(same() == 3);
  }
}
