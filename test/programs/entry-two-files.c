// The function's callee and a variable are in another file.
// options: --entry=use
// exit: 5
// verdict: bug
// sources: more/box.c
#include <assert.h>

struct box { unsigned char length; short *data; };
int box_second(struct box *, int n);

int use(struct box *b) {
  if (!b || !b->data) return 0;
  int n = box_second(b, b->length);
  assert(n < 5); // expect: assert
  return n;
}

int main(void) { return use(0); }
