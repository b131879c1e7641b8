// Parameters of every kind reach the function as its caller would pass them.
// options: --entry=check
// exit: 5
// verdict: bug
#include <assert.h>
#include <stdbool.h>

struct point { int x, y; };
struct large { long values[4]; bool flag; };
enum colour { RED, GREEN };
struct bits { unsigned low : 3, high : 5; int rest; };
union word { int number; char bytes[4]; };

static int check(char c, short s, long l, bool b, enum colour k, float f,
                 double d, struct point p, struct large big, struct bits *bits,
                 union word *w) {
  if (c != 'x' || s != -2 || l != 1L << 40 || !b || k != GREEN) return 0;
  if (f != 0.5f || d != -2.25) return 0;
  if (p.x != 3 || p.y != -4 || big.values[3] != 9 || big.flag) return 0;
  if (!bits || bits->low != 5 || bits->high != 17 || bits->rest != 6) return 0;
  if (!w || w->bytes[1] != 7) return 0;
  assert(b == 1 && p.x + p.y != -1); // expect: assert
  return 1;
}

void *user = (void *) check;
