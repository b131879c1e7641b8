// Where annotations may stand, and that what they stand before is as it was:
// break and else go where they go natively, and expressions are never run.
#include <braid.h>

static int calls;
static int count(void) { return ++calls; }

static int find(const unsigned char *a, int n, int wanted) {
  int at = -1;
  for (int i = 0; i < n; i++)
    BRAID_MERGE(ite) {
      if (a[i] == wanted) {
        at = i;
        break;
      }
    }
  return at;
}

static int clamp(int x) {
  if (x > 10)
    BRAID_MERGE(interval, x) x = 10;
  else
    BRAID_MERGE(sign, x) BRAID_MERGE(ite) if (x < 0) x = 0;
  return x;
}

static int early(int x) {
  BRAID_MERGE(parity) {
    if (x > 100) return 1;
    if (x > 50) x = 2;
    else x = 4;
  }
  return x % 2;
}

int main(void) {
  unsigned char a[3];
  braid_make_symbolic(a, sizeof a, "a");
  const int at = find(a, 3, 7);
  braid_assert(at < 0 || a[at] == 7);
  braid_assert(at >= 0 || (a[0] != 7 && a[1] != 7 && a[2] != 7));
  const int x = braid_int("x"), y = clamp(x);
  braid_assert(y >= 0 && y <= 10);
  BRAID_MERGE(pred, count() > 0) { if (x == 1) calls += 0; }
  braid_assert(calls == 0);
  braid_assert(early(x) == (x > 100));
}
