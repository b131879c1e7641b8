#include "base/pmap.h"
#include "base/random.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

/*
 * The oracle is a plain array per map: random operations go to both, copies
 * copy the array, and every map must still say what its array says after all
 * the others have changed.  Values count their owners, so a forgotten or a
 * second release shows when everything is gone.
 */
enum { KEYS = 24, MAPS = 6, STEPS = 6000 };

/* Small ones, neighbours, and those that need every level. */
static const uint32_t keys[KEYS] = {
  0, 1, 2, 15, 16, 17, 31, 255, 256, 257, 4095, 4096, 65535, 65536, 65537,
  1u << 20, (1u << 20) + 1, 1u << 28, (1u << 28) + 16, 0x7fffffff, 0x80000000,
  0xdeadbeef, 0xfffffff0, 0xffffffff};

typedef struct counted { unsigned refs, number; } counted;

static unsigned alive;

static counted *counted_new(unsigned number) {
  counted *c = malloc(sizeof *c);
  *c = (counted) {1, number};
  alive++;
  return c;
}

static void retain(void *p) { ((counted *) p)->refs++; }

static void release(void *p) {
  counted *c = p;
  CHECK(c->refs);
  if (--c->refs) return;
  free(c);
  alive--;
}

static const pmap_values owned = {retain, release};

typedef struct model {
  pmap map;
  const counted *array[KEYS];
} model;

typedef struct visit {
  const model *left, *right;    /* right NULL: pmap_each */
  unsigned next;                /* no key before this one is to come */
  unsigned stop_after;
} visit;

static unsigned index_of(uint32_t key) {
  for (unsigned k = 0; k < KEYS; k++)
    if (keys[k] == key) return k;
  fatal("a key that nobody set: %u", key);
}

static bool see_one(void *context, uint32_t key, void *value) {
  visit *v = context;
  const unsigned k = index_of(key);
  for (unsigned i = v->next; i < k; i++) CHECK(!v->left->array[i]);
  CHECK(k >= v->next && v->left->array[k] == value && value);
  v->next = k + 1;
  return --v->stop_after;
}

static bool see_two(void *context, uint32_t key, void *left, void *right) {
  visit *v = context;
  const unsigned k = index_of(key);
  for (unsigned i = v->next; i < k; i++)
    CHECK(v->left->array[i] == v->right->array[i]);
  CHECK(k >= v->next && left != right);
  CHECK(v->left->array[k] == left && v->right->array[k] == right);
  v->next = k + 1;
  return true;
}

static void compare(const model *m) {
  unsigned count = 0;
  for (unsigned k = 0; k < KEYS; k++) {
    CHECK(pmap_get(&m->map, keys[k]) == m->array[k]);
    count += m->array[k] != NULL;
  }
  CHECK(m->map.count == count);
  visit v = {.left = m, .stop_after = KEYS + 1};
  CHECK(pmap_each(&m->map, see_one, &v));
  for (unsigned k = v.next; k < KEYS; k++) CHECK(!m->array[k]);
}

static void maps_do_what_arrays_do_and_copies_stay_apart(void) {
  random_source r = {.state = 1};
  model models[MAPS];
  memset(models, 0, sizeof models);
  for (unsigned step = 0; step < STEPS; step++) {
    model *m = models + random_below(&r, MAPS);
    const unsigned k = (unsigned) random_below(&r, KEYS);
    model *other = models + random_below(&r, MAPS);
    switch (random_below(&r, 8)) {
    case 0: case 1: case 2: case 3: {
      counted *c = counted_new(step);
      pmap_set(&m->map, &owned, keys[k], c);
      m->array[k] = c;
      break;
    }
    case 4: case 5:
      pmap_set(&m->map, &owned, keys[k], NULL);
      m->array[k] = NULL;
      break;
    case 6:
      if (m == other) break;
      pmap_release(&m->map, &owned);
      *m = *other;
      m->map = pmap_copy(other->map);
      break;
    case 7:
      if (random_below(&r, 8)) break;
      pmap_release(&m->map, &owned);
      memset(m, 0, sizeof *m);
      break;
    }
    visit v = {.left = m, .right = other};
    CHECK(pmap_diff(&m->map, &other->map, see_two, &v));
    for (unsigned i = v.next; i < KEYS; i++)
      CHECK(m->array[i] == other->array[i]);
    if (step % 16 == 0)
      for (unsigned i = 0; i < MAPS; i++) compare(models + i);
  }
  for (unsigned i = 0; i < MAPS; i++) pmap_release(&models[i].map, &owned);
  CHECK(!alive);
}

static void a_visitor_can_stop(void) {
  model m = {0};
  for (unsigned k = 0; k < 5; k++) {
    counted *c = counted_new(k);
    m.array[k] = c;
    pmap_set(&m.map, &owned, keys[k], c);
  }
  visit v = {.left = &m, .stop_after = 3};
  CHECK(!pmap_each(&m.map, see_one, &v));
  CHECK(v.next == 3);
  pmap_release(&m.map, &owned);
  CHECK(!alive);
}

/* Exclusive means that nobody else finds a value under the key by a node that
 * is shared: changing it in place changes no other map. */
static void a_copy_ends_exclusivity_and_a_write_restores_it(void) {
  pmap a = {0};
  pmap_set(&a, &owned, 3, counted_new(3));
  pmap_set(&a, &owned, 70000, counted_new(4));
  CHECK(pmap_is_exclusive(&a, 3) && pmap_is_exclusive(&a, 70000));
  pmap b = pmap_copy(a);
  CHECK(!pmap_is_exclusive(&a, 3) && !pmap_is_exclusive(&b, 70000));
  pmap_set(&b, &owned, 3, counted_new(5));
  CHECK(pmap_is_exclusive(&b, 3) && !pmap_is_exclusive(&b, 70000));
  CHECK(!pmap_is_exclusive(&a, 70000));
  pmap_release(&a, &owned);
  CHECK(pmap_is_exclusive(&b, 3) && pmap_is_exclusive(&b, 70000));
  pmap_release(&b, &owned);
  CHECK(!alive);
}

static void removing_all_leaves_nothing(void) {
  pmap m = {0};
  for (unsigned k = 0; k < KEYS; k++)
    pmap_set(&m, &owned, keys[k], counted_new(k));
  for (unsigned k = 0; k < KEYS; k++) pmap_set(&m, &owned, keys[k], NULL);
  CHECK(!m.count && !m.root && !alive);
  pmap_release(&m, &owned);
}

int main(void) {
  maps_do_what_arrays_do_and_copies_stay_apart();
  a_visitor_can_stop();
  a_copy_ends_exclusivity_and_a_write_restores_it();
  removing_all_leaves_nothing();
  return 0;
}
