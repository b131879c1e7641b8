#include "test/check.h"

#include "base/idmap.h"
#include "base/index.h"
#include "base/keys.h"
#include "base/random.h"
#include "base/vec.h"

/* The number of the value; 0: it is not there. */
static uint32_t find(const hash_index *x, const uint64_t *items,
                     uint64_t value, uint64_t hash) {
  uint32_t step = 0, n;
  while ((n = index_next(x, hash, &step)))
    if (items[n - 1] == value) return n;
  return 0;
}

static void what_was_added_is_found(void) {
  hash_index x = {0};
  VEC(uint64_t) items = {0};
  random_source random = {1};
  for (unsigned k = 0; k < 3000; k++) {
    /* Many values have the same hash, and some the same place. */
    const uint64_t value = random_below(&random, 2000), hash = value % 300;
    uint32_t expected = 0;
    for (uint32_t n = 0; n < items.count && !expected; n++)
      if (items.items[n] == value) expected = n + 1;
    CHECK(find(&x, items.items, value, hash) == expected);
    if (expected) continue;
    vec_push(&items, value);
    index_add(&x, hash, items.count);
  }
  CHECK(x.count == items.count && 2 * x.count <= x.capacity);
  index_clear(&x);
  for (uint32_t n = 0; n < items.count; n++)
    CHECK(!find(&x, items.items, items.items[n], items.items[n] % 300));
  index_release(&x);
  vec_release(&items);
}

static void an_empty_index_has_nothing(void) {
  const hash_index x = {0};
  uint32_t step = 0;
  CHECK(!index_next(&x, 7, &step));
}

static void keys_are_numbered_as_they_come(void) {
  keys k = {0};
  bool is_new;
  for (unsigned again = 0; again < 2; again++) {
    for (uint32_t n = 0; n < 500; n++) {
      CHECK(keys_add(&k, n % 7, n / 7, 1, &is_new) == n);
      CHECK(is_new == !again);
    }
  }
  CHECK(keys_add(&k, 0, 0, 0, &is_new) == 500 && is_new);
  keys_clear(&k);
  CHECK(keys_add(&k, 3, 4, 1, &is_new) == 0 && is_new);
  keys_release(&k);
}

static void a_map_has_the_last_value(void) {
  idmap m = {0};
  const uint64_t high = UINT64_C(1) << 40;
  for (uint64_t k = 1; k < 1000; k++) *idmap_at(&m, k) = k;
  for (uint64_t k = 1; k < 1000; k++) *idmap_at(&m, k + high) = 2 * k;
  for (uint64_t k = 1; k < 1000; k++) {
    CHECK(*idmap_find(&m, k) == k);
    CHECK(*idmap_find(&m, k + high) == 2 * k);
  }
  CHECK(!idmap_find(&m, 1000) && !idmap_find(&m, high));
  idmap_clear(&m);
  CHECK(!idmap_find(&m, 1));
  idmap_release(&m);
}

int main(void) {
  what_was_added_is_found();
  an_empty_index_has_nothing();
  keys_are_numbered_as_they_come();
  a_map_has_the_last_value();
  return 0;
}
