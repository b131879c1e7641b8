/* A driver's step on two devices: operations behind pointers, peers, a variable of
 * another file.  Entered with any of them. */
#include <assert.h>

struct ops { int (*get)(int); };
struct device {
  struct ops *ops;
  int state, mode;
  struct device *peers[2];
  _Bool on;
};
extern int shared;
extern struct device *current;

static int turn(struct device *d, int n) {
  int r = 0;
  if (d->on) r = d->state;
  if (d->ops && d->ops->get) r += d->ops->get(n) & 3;
  if (n & 1 && d->peers[n & 1]) d->peers[n & 1]->state = r & 15;
  if (n & 2) d->mode = 3;
  if (n & 4 && current) {
    current->on = 0;
    r ^= 1;
  }
  return r & 31;
}

int start(struct device *d, struct device *e, int n) {
  if (!d || !e) return 0;
  int a = turn(d, n), b = turn(e, n >> 3);
  if (n & 64) shared = a;
  assert(!(a == 9 && b == 4 && shared == 9));   /* fails */
  return b;
}
