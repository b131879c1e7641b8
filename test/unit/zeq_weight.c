#include "test/check.h"
#include "zeq/weight.h"

/* Sums of counts are small integers here, which floating numbers hold exactly. */
static bool is(long double found, unsigned wanted) {
  return found > wanted - 0.5L && found < wanted + 0.5L;
}

static void what_is_added_late_counts_for_all_that_grew_from_it(void) {
  weights w;
  weights_init(&w);
  const uint32_t a = weights_new(&w, 0, 1);     /* one path */
  weights_add(&w, a, 0);                        /* and another */
  const uint32_t b = weights_new(&w, a, 2);     /* two of those: 4 paths */
  weights_add(&w, b, a);
  weights_end(&w, b);
  CHECK(is(weights_total(&w), 4));
  weights_add(&w, a, 0);                        /* a third, when b is gone */
  CHECK(is(weights_total(&w), 6));
  weights_end(&w, 0);
  CHECK(is(weights_total(&w), 7));
  long double sums[3] = {0};
  weights_by_group(&w, sums, 3);
  CHECK(is(sums[0], 0) && is(sums[1], 3) && is(sums[2], 6));
  weights_release(&w);
}

static void numbers_go_far_beyond_words(void) {
  weights w;
  weights_init(&w);
  uint32_t last = 0;
  for (unsigned k = 0; k < 200; k++) {
    const uint32_t twice = weights_new(&w, last, 0);
    weights_add(&w, twice, last);
    last = twice;
  }
  weights_end(&w, last);
  CHECK(weights_total(&w) > 1.6e60L && weights_total(&w) < 1.7e60L);
  weights_release(&w);
}

static void a_loop_that_comes_round_is_counted_once(void) {
  weights w;
  weights_init(&w);
  const uint32_t a = weights_new(&w, 0, 0), b = weights_new(&w, a, 0);
  weights_add(&w, a, a);
  weights_add(&w, a, b);
  weights_end(&w, b);
  CHECK(weights_total(&w) >= 1);
  weights_release(&w);
}

int main(void) {
  what_is_added_late_counts_for_all_that_grew_from_it();
  numbers_go_far_beyond_words();
  a_loop_that_comes_round_is_counted_once();
  return 0;
}
