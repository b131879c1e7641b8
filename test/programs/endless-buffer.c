// A producer and a consumer share a ring of four cells; who is next is any.
// matrix: endless
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { CELLS = 4 };

struct ring {
  int cells[CELLS];
  unsigned first, count;
};

static int put(struct ring *r, int item) {
  if (r->count == CELLS) return 0;
  r->cells[(r->first + r->count) % CELLS] = item;
  r->count++;
  return 1;
}

static int take(struct ring *r, int *item) {
  if (!r->count) return 0;
  *item = r->cells[r->first];
  r->first = (r->first + 1) % CELLS;
  r->count--;
  return 1;
}

int main(void) {
  struct ring r = {.count = 0};
  unsigned waiting = 0;
  for (;;) {
    int item = 0;
    if (__VERIFIER_nondet_int()) {
      if (put(&r, 7)) waiting++;
    } else if (take(&r, &item)) {
      assert(item == 7);
      waiting--;
    }
    assert(r.count <= CELLS && r.first < CELLS);
    assert(waiting == r.count);
  }
}
