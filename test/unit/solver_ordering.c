#include "base/random.h"
#include "solver/ordering.h"
#include "test/check.h"

/*
 * Random comparisons of five points beside all values below five that the points
 * can have: there is one for every order, ties included.
 */
enum { POINTS = 5, ROWS = 5 * 5 * 5 * 5 * 5 };

typedef struct comparison { unsigned x, y, ways; } comparison;

static unsigned value(unsigned row, unsigned point) {
  while (point--) row /= 5;
  return row % 5;
}

static unsigned way_at(unsigned row, unsigned x, unsigned y) {
  const unsigned a = value(row, x), b = value(row, y);
  return a < b ? WAY_LESS : a == b ? WAY_SAME : WAY_MORE;
}

/* The ways in which two points are where all comparisons hold. */
static unsigned ways_left(const comparison *all, unsigned count, unsigned x,
                          unsigned y) {
  unsigned ways = 0;
  for (unsigned row = 0; row < ROWS; row++) {
    bool holds = true;
    for (unsigned k = 0; k < count && holds; k++)
      holds = way_at(row, all[k].x, all[k].y) & all[k].ways;
    if (holds) ways |= way_at(row, x, y);
  }
  return ways;
}

static comparison pick(random_source *r) {
  const unsigned x = (unsigned) random_below(r, POINTS);
  const unsigned y = (x + 1 + (unsigned) random_below(r, POINTS - 1)) % POINTS;
  return (comparison) {x, y, 1 + (unsigned) random_below(r, 6)};
}

/* All that is said to be impossible is, and an ordering that is itself
 * impossible is always seen to be. */
static void orderings_know_what_follows(uint64_t seed) {
  random_source r = {seed};
  orderings *o = orderings_new();
  comparison all[8];
  ordering known = {0};
  bool is_possible = true;
  for (unsigned n = 0; n < 8 && is_possible; n++) {
    all[n] = pick(&r);
    is_possible = ordering_add(o, known, all[n].x, all[n].y, all[n].ways,
                               &known);
    CHECK(is_possible == (ways_left(all, n + 1, 0, 1) != 0));
    if (!is_possible) break;
    const uint64_t some = random_below(&r, 1 << POINTS);
    const ordering part = ordering_about(o, known, some);
    for (unsigned x = 0; x < POINTS; x++)
      for (unsigned y = 0; y < POINTS; y++) {
        const unsigned left = ordering_ways(o, known, x, y);
        CHECK(!(ways_left(all, n + 1, x, y) & ~left));
        const bool is_in = x == y || (some >> x & some >> y & 1);
        CHECK(ordering_ways(o, part, x, y) == (is_in ? left : WAY_ANY));
      }
  }
  orderings_free(o);
}

static void less_is_transitive(void) {
  orderings *o = orderings_new();
  ordering a, b, c, d;
  CHECK(ordering_add(o, (ordering) {0}, 3, 1, WAY_LESS, &a));
  CHECK(ordering_add(o, a, 1, 4, WAY_LESS | WAY_SAME, &b));
  CHECK(ordering_ways(o, b, 3, 4) == WAY_LESS);
  CHECK(ordering_ways(o, b, 4, 3) == WAY_MORE);
  CHECK(!ordering_add(o, b, 4, 3, WAY_LESS | WAY_SAME, &c));
  /* What came in another order is the same. */
  CHECK(ordering_add(o, (ordering) {0}, 4, 1, WAY_MORE | WAY_SAME, &c));
  CHECK(ordering_add(o, c, 1, 3, WAY_MORE, &d));
  CHECK(d.id == b.id);
  CHECK(ordering_about(o, b, 1 << 1).id == 0);
  orderings_free(o);
}

int main(void) {
  less_is_transitive();
  for (uint64_t seed = 1; seed <= 100; seed++)
    orderings_know_what_follows(seed);
}
