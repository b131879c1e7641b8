#include "relevancy/weights.h"
#include "test/check.h"

/* The laws of a bounded idempotent semiring, over all weights. */

static weight add(weight a, weight b) {
  return relevancy_weights.combine(a, b);
}
static weight mul(weight a, weight b) { return relevancy_weights.extend(a, b); }

static void the_sum_is_an_idempotent_commutative_monoid(void) {
  for (weight a = 0; a < WEIGHTS; a++) {
    CHECK(add(a, a) == a);
    CHECK(add(a, relevancy_weights.zero) == a);
    for (weight b = 0; b < WEIGHTS; b++) {
      CHECK(add(a, b) == add(b, a));
      for (weight c = 0; c < WEIGHTS; c++)
        CHECK(add(add(a, b), c) == add(a, add(b, c)));
    }
  }
}

static void the_product_is_a_monoid_that_zero_annihilates(void) {
  for (weight a = 0; a < WEIGHTS; a++) {
    CHECK(mul(a, relevancy_weights.one) == a);
    CHECK(mul(relevancy_weights.one, a) == a);
    CHECK(mul(a, relevancy_weights.zero) == relevancy_weights.zero);
    CHECK(mul(relevancy_weights.zero, a) == relevancy_weights.zero);
    for (weight b = 0; b < WEIGHTS; b++)
      for (weight c = 0; c < WEIGHTS; c++)
        CHECK(mul(mul(a, b), c) == mul(a, mul(b, c)));
  }
}

static void the_product_distributes_over_the_sum(void) {
  for (weight a = 0; a < WEIGHTS; a++)
    for (weight b = 0; b < WEIGHTS; b++)
      for (weight c = 0; c < WEIGHTS; c++) {
        CHECK(mul(a, add(b, c)) == add(mul(a, b), mul(a, c)));
        CHECK(mul(add(a, b), c) == add(mul(a, c), mul(b, c)));
      }
}

/* Against the functions themselves: on fixed (0) and any (1). */
static unsigned apply(weight f, unsigned x) {
  return f == WEIGHT_ID ? 0 : f == WEIGHT_ANY ? 1 : x;
}

static void weights_are_the_functions_that_they_stand_for(void) {
  for (weight f = WEIGHT_ID; f < WEIGHTS; f++)
    for (weight g = WEIGHT_ID; g < WEIGHTS; g++)
      for (unsigned x = 0; x < 2; x++) {
        CHECK(apply(mul(f, g), x) == apply(g, apply(f, x)));
        CHECK(apply(add(f, g), x) == (apply(f, x) | apply(g, x)));
      }
}

int main(void) {
  the_sum_is_an_idempotent_commutative_monoid();
  the_product_is_a_monoid_that_zero_annihilates();
  the_product_distributes_over_the_sum();
  weights_are_the_functions_that_they_stand_for();
  return 0;
}
