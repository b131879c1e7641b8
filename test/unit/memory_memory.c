#include "memory/memory.h"
#include "base/mem.h"
#include "base/random.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

/*
 * Copies of a memory are worlds of their own: the oracle holds the bytes of
 * every object in every copy.  On 32-bit targets an object has several pages
 * and is found by each.
 */
enum { COPIES = 5, OBJECTS = 12, SIZE = 9000, STEPS = 3000 };

typedef struct model {
  memory memory;
  bool lives[OBJECTS];
  uint8_t first[OBJECTS], last[OBJECTS];        /* bytes of the object */
} model;

static uint64_t size_of(unsigned k) { return k % 3 ? 5 + k : SIZE; }

static void add(model *m, const names *n, const uint32_t *name, unsigned k) {
  memory_add(&m->memory, n, object_new(name[k], OBJECT_HEAP, size_of(k),
                                       false));
  m->lives[k] = true;
  m->first[k] = m->last[k] = 0;
}

static void look(const model *m, const names *n, const uint32_t *name) {
  for (unsigned k = 0; k < OBJECTS; k++) {
    const uint32_t pages = names_shift(n) == 32
        ? 1 : (uint32_t) (size_of(k) >> names_shift(n)) + 1;
    for (uint32_t page = 0; page < pages; page++) {
      const object *o = memory_find(&m->memory, name[k] + page);
      CHECK((o != NULL) == m->lives[k]);
      if (!o) continue;
      CHECK(o->name == name[k] && o->size == size_of(k));
      CHECK(o->bytes[0] == m->first[k]);
      CHECK(o->bytes[o->size - 1] == m->last[k]);
    }
    if (names_shift(n) < 32)
      CHECK(!memory_find(&m->memory, name[k] + pages));
  }
}

static void copies_see_nothing_of_each_other(unsigned shift) {
  names *n = names_new(shift, 9);
  random_source r = {.state = shift};
  uint32_t name[OBJECTS];
  for (unsigned k = 0; k < OBJECTS; k++)
    name[k] = names_intern(n, OBJECT_HEAP, k, 1, names_needed(n, size_of(k)));
  model models[COPIES];
  memset(models, 0, sizeof models);
  for (unsigned step = 0; step < STEPS; step++) {
    model *m = models + random_below(&r, COPIES);
    const unsigned k = (unsigned) random_below(&r, OBJECTS);
    switch (random_below(&r, 8)) {
    case 0: case 1:
      if (!m->lives[k]) add(m, n, name, k);
      break;
    case 2:
      memory_remove(&m->memory, n, name[k]);
      m->lives[k] = false;
      break;
    case 3: {
      const model *from = models + random_below(&r, COPIES);
      if (from == m) break;
      memory_release(&m->memory);
      *m = *from;
      m->memory = memory_copy(from->memory);
      break;
    }
    default: {
      const uint32_t page = shift < 32 && size_of(k) == SIZE
          ? (uint32_t) random_below(&r, 3) : 0;
      object *o = memory_own(&m->memory, n, name[k] + page);
      CHECK((o != NULL) == m->lives[k]);
      if (!o) break;
      CHECK(memory_own(&m->memory, n, name[k]) == o);
      o->bytes[o->size - 1] = m->last[k] = (uint8_t) random_next(&r);
      o->bytes[0] = m->first[k] = (uint8_t) random_next(&r);
      break;
    }
    }
    if (step % 8 == 0)
      for (unsigned i = 0; i < COPIES; i++) look(models + i, n, name);
  }
  for (unsigned i = 0; i < COPIES; i++) memory_release(&models[i].memory);
  names_free(n);
}

static void a_number_that_lacks_the_bit_is_no_name(void) {
  names *n = names_new(32, 9);
  const uint32_t name = names_intern(n, OBJECT_HEAP, 1, 1, 1);
  memory m = {0};
  memory_add(&m, n, object_new(name, OBJECT_HEAP, 4, false));
  CHECK(memory_find(&m, name));
  CHECK(!memory_find(&m, name & ~NAME_BIT));
  CHECK(!memory_own(&m, n, name & ~NAME_BIT));
  memory_release(&m);
  names_free(n);
}

int main(void) {
  copies_see_nothing_of_each_other(32);
  copies_see_nothing_of_each_other(12);
  a_number_that_lacks_the_bit_is_no_name();
  return 0;
}
