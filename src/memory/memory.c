#include "memory/memory.h"

#include <assert.h>

static void retain(void *o) {
  assert(o);
  ((object *) o)->refs++;
}

static void release(void *p) {
  assert(((object *) p)->refs);
  object *o = p;
  if (!--o->refs) object_free(o);
}

static const pmap_values owned = {retain, release};

memory memory_copy(memory m) { return (memory) {pmap_copy(m.objects)}; }
void memory_release(memory *m) { pmap_release(&m->objects, &owned); }

/* The map stays as low as if names were small. */
static uint32_t key(uint32_t name) { return name & ~NAME_BIT; }

static object *find(const memory *m, uint32_t name) {
  object *o = pmap_get(&m->objects, key(name));
  return o && !((o->name ^ name) & NAME_BIT) ? o : NULL;
}

const object *memory_find(const memory *m, uint32_t name) {
  return find(m, name);
}

/* The names by which the object is found: on 32-bit targets one a page; the
 * page after them is the gap to the neighbour. */
static uint32_t pages(const names *n, const object *o) {
  const uint32_t needed = names_needed(n, o->size);
  return needed > 1 ? needed - 1 : 1;
}

void memory_add(memory *m, const names *n, object *o) {
  const uint32_t count = pages(n, o);
  assert(o->refs == 1);         /* no other memory has it */
  o->refs += count - 1;
  assert(!find(m, o->name) || find(m, o->name) != o);
  for (uint32_t i = 0; i < count; i++)
    pmap_set(&m->objects, &owned, key(o->name + i), o);
}

void memory_remove(memory *m, const names *n, uint32_t name) {
  const object *o = memory_find(m, name);
  if (!o) return;
  const uint32_t first = o->name, count = pages(n, o);
  for (uint32_t i = 0; i < count; i++)
    pmap_set(&m->objects, &owned, key(first + i), NULL);
}

object *memory_own(memory *m, const names *n, uint32_t name) {
  object *o = find(m, name);
  if (!o) return NULL;
  const uint32_t count = pages(n, o);
  bool alone = o->refs == count;
  for (uint32_t i = 0; alone && i < count; i++)
    alone = pmap_is_exclusive(&m->objects, key(o->name + i));
  if (alone) return o;
  o = object_clone(o);
  memory_add(m, n, o);
  assert(o->refs == count && find(m, name) == o);
  return o;
}
