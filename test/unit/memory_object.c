#include "memory/object.h"
#include "base/mem.h"
#include "base/random.h"
#include "expr/eval.h"
#include "test/check.h"

#include <string.h>

/*
 * The oracle is an array of bytes with a mark for those never written, kept
 * for one random assignment of the symbols: whatever is stored goes into it
 * evaluated, and whatever is loaded must evaluate to what it holds.
 */
enum { SIZE = 40, OBJECTS = 3, SYMBOLS = 12, STEPS = 4000 };

typedef struct model {
  object *object;
  uint8_t bytes[SIZE];
  bool written[SIZE];
} model;

typedef struct world {
  expr_table *t;
  evaluator *e;
  random_source r;
  model models[OBJECTS];
  uint32_t symbols[SYMBOLS];    /* of 8, 16, 32, 64, 128 bits, ... */
} world;

static const uint32_t sizes[] = {1, 2, 4, 8, 16, 3};

static void world_init(world *w, uint64_t seed) {
  memset(w, 0, sizeof *w);
  w->t = expr_table_new();
  w->e = evaluator_new(w->t);
  w->r.state = seed;
  for (unsigned k = 0; k < SYMBOLS; k++) {
    const unsigned width = 8 * sizes[k % 6];
    const uint64_t limbs[2] = {random_next(&w->r) & bits_mask(
                                   width > 64 ? 64 : width),
                               random_next(&w->r)};
    w->symbols[k] = expr_new_symbol(w->t, SYMBOL_INPUT, width, "s");
    evaluator_assign_wide(w->e, w->symbols[k], limbs);
  }
  for (unsigned k = 0; k < OBJECTS; k++) {
    const bool undefined = k != 0;
    w->models[k].object = object_new(k + 1, OBJECT_HEAP, SIZE, undefined);
    for (unsigned i = 0; i < SIZE; i++) w->models[k].written[i] = !undefined;
  }
}

static void world_release(world *w) {
  for (unsigned k = 0; k < OBJECTS; k++) object_free(w->models[k].object);
  evaluator_free(w->e);
  expr_table_free(w->t);
}

/* A random value of so many bytes, and its bytes under the assignment. */
static value any(world *w, uint32_t size, uint8_t *bytes) {
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  value v = {0};
  const unsigned width = 8 * size;
  if (random_below(&w->r, 2)) {
    unsigned k = (unsigned) random_below(&w->r, SYMBOLS);
    while (sizes[k % 6] != size) k = (k + 1) % SYMBOLS;
    expr e = expr_symbol(w->t, w->symbols[k]);
    if (random_below(&w->r, 2))
      e = expr_binary(w->t, EXPR_ADD, e,
                      expr_const(w->t, width, random_below(&w->r, 200)));
    v = value_from(w->t, e);
    evaluator_limbs(w->e, e, limbs);
  } else {
    limbs[0] = random_next(&w->r) & bits_mask(width > 64 ? 64 : width);
    limbs[1] = random_next(&w->r);
    if (width <= 64) v = value_of(limbs[0]);
    else v.sym = expr_wide(w->t, width, limbs);
  }
  memcpy(bytes, limbs, size);
  return v;
}

static bool is_written(const model *m, uint64_t at, uint64_t count) {
  for (uint64_t i = at; i < at + count; i++)
    if (!m->written[i]) return false;
  return true;
}

static void look(world *w, const model *m) {
  const object *o = m->object;
  uint64_t symbolic = 0, undefined = 0;
  for (unsigned i = 0; i < SIZE; i++) {
    CHECK(object_is_defined(o, i, 1) == m->written[i]);
    undefined += !m->written[i];
    if (!m->written[i]) continue;
    const expr e = object_byte(o, w->t, i);
    CHECK(evaluator_value(w->e, e) == m->bytes[i]);
    symbolic += object_shadow(o, i).term.id != 0;
  }
  CHECK(o->undefined == undefined && o->symbolic == symbolic);
  CHECK(object_is_plain(o) == (!symbolic && !undefined));
  for (unsigned k = 0; k < 6; k++) {
    const uint32_t size = sizes[k];
    const uint64_t at = random_below(&w->r, SIZE - size + 1);
    CHECK(object_is_defined(o, at, size) == is_written(m, at, size));
    if (!is_written(m, at, size)) continue;
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    const value v = object_load(o, w->t, at, size);
    if (v.sym.id) {
      CHECK(expr_width(w->t, v.sym) == 8 * size);
      CHECK(size > 8 || !expr_is_const(w->t, v.sym));
      evaluator_limbs(w->e, v.sym, limbs);
    } else {
      limbs[0] = value_bits(v);
    }
    CHECK(!memcmp(limbs, m->bytes + at, size));
  }
}

static void step(world *w) {
  model *m = w->models + random_below(&w->r, OBJECTS);
  model *from = w->models + random_below(&w->r, OBJECTS);
  const uint64_t count = random_below(&w->r, SIZE / 2);
  const uint64_t at = random_below(&w->r, SIZE - count + 1);
  const uint64_t source = random_below(&w->r, SIZE - count + 1);
  uint8_t bytes[16];
  switch (random_below(&w->r, 8)) {
  case 0: case 1: case 2: {
    const uint32_t size = sizes[random_below(&w->r, 6)];
    const uint64_t place = random_below(&w->r, SIZE - size + 1);
    object_store(m->object, w->t, place, size, any(w, size, bytes));
    memcpy(m->bytes + place, bytes, size);
    memset(m->written + place, true, size);
    break;
  }
  case 3: case 4:
    object_copy(m->object, w->t, at, from->object, source, count);
    memmove(m->bytes + at, from->bytes + source, count);
    memmove(m->written + at, from->written + source, count);
    break;
  case 5: {
    object_fill(m->object, w->t, at, count, any(w, 1, bytes));
    memset(m->bytes + at, bytes[0], count);
    memset(m->written + at, true, count);
    break;
  }
  case 6:
    object_mark_undefined(m->object, at, count);
    memset(m->written + at, false, count);
    break;
  case 7: {
    object *clone = object_clone(m->object);
    object_free(m->object);
    m->object = clone;
    break;
  }
  }
}

static void objects_hold_what_arrays_hold(void) {
  for (uint64_t seed = 1; seed <= 4; seed++) {
    world w;
    world_init(&w, seed);
    for (unsigned k = 0; k < STEPS / 4; k++) {
      step(&w);
      for (unsigned i = 0; i < OBJECTS; i++) look(&w, w.models + i);
    }
    world_release(&w);
  }
}

/* ... and no part of it is made on the way. */
static void a_stored_term_comes_back_as_it_is(void) {
  expr_table *t = expr_table_new();
  object *o = object_new(1, OBJECT_STACK, 16, true);
  for (unsigned k = 0; k < 5; k++) {
    const uint32_t size = sizes[k];
    const expr e = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8 * size,
                                                  "word"));
    object_store(o, t, 0, size, (value) {.sym = e});
    const uint32_t terms = expr_count(t);
    CHECK(expr_same(object_load(o, t, 0, size).sym, e));
    CHECK(expr_count(t) == terms);
  }
  object_free(o);
  expr_table_free(t);
}

static void objects_of_no_bytes_are_objects(void) {
  object *o = object_new(1, OBJECT_HEAP, 0, true);
  object *clone = object_clone(o);
  CHECK(object_is_plain(o) && object_is_defined(clone, 0, 0));
  object_free(o);
  object_free(clone);
}

/* Of a large one, empty pages are not copied. */
static void a_large_copy_is_equal(bool undefined) {
  enum { LARGE = (1 << 18) + 100 };
  expr_table *t = expr_table_new();
  object *o = object_new(1, OBJECT_HEAP, LARGE, undefined);
  const expr e = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 32, "word"));
  const uint64_t at[] = {0, 4095, 5000, 1 << 17, LARGE - 4};
  for (unsigned k = 0; k < 5; k++)
    object_store(o, t, at[k], 4, k == 2 || k == 4 ? (value) {.sym = e}
                                                  : value_of(0x01020304 + k));
  object *copy = object_clone(o);
  object_store(o, t, 9000, 4, value_of(7));     /* not in the copy */
  CHECK(object_is_defined(copy, 9000, 4) == !undefined);
  CHECK(undefined || value_bits(object_load(copy, t, 9000, 4)) == 0);
  for (unsigned k = 0; k < 5; k++) {
    const value v = object_load(copy, t, at[k], 4);
    CHECK(k == 2 || k == 4 ? expr_same(v.sym, e)
                           : !v.sym.id && value_bits(v) == 0x01020304 + k);
  }
  for (uint64_t i = 0; i < LARGE; i++)
    CHECK(i / 4 == 9000 / 4 || (object_is_defined(o, i, 1) ==
                                    object_is_defined(copy, i, 1) &&
                                o->bytes[i] == copy->bytes[i]));
  CHECK(copy->symbolic == 8);
  object_free(o);
  object_free(copy);
  expr_table_free(t);
}

/* One answer for joins, comparison of returns and templates. */
static void the_same_byte_has_one_meaning(void) {
  expr_table *t = expr_table_new();
  const expr e = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 32, "x"));
  object *a = object_new(1, OBJECT_HEAP, 16, true);
  object *b = object_new(1, OBJECT_HEAP, 12, true);
  CHECK(object_same_byte(a, b, 0));             /* undefined in both */
  CHECK(!object_same_byte(a, NULL, 0));         /* nor is it a written zero */
  object_store(a, t, 0, 1, value_of(0));
  CHECK(!object_same_byte(a, b, 0) && !object_same_byte(b, a, 0));
  CHECK(object_same_byte(a, NULL, 0));
  object_store(b, t, 0, 1, value_of(0));
  CHECK(object_same_byte(a, b, 0));
  object_store(b, t, 0, 1, value_of(1));
  CHECK(!object_same_byte(a, b, 0) && !object_same_byte(b, NULL, 0));
  object_store(a, t, 4, 4, (value) {.sym = e});
  object_store(b, t, 4, 4, (value) {.sym = e});
  CHECK(object_same_byte(a, b, 5) && !object_same_byte(a, NULL, 5));
  object_store(b, t, 5, 4, (value) {.sym = e}); /* another part of it */
  CHECK(!object_same_byte(a, b, 5));
  CHECK(!object_same_byte(a, b, 13));           /* the other has none there */
  object_free(a);
  object_free(b);
  expr_table_free(t);
}

int main(void) {
  the_same_byte_has_one_meaning();
  objects_hold_what_arrays_hold();
  a_stored_term_comes_back_as_it_is();
  objects_of_no_bytes_are_objects();
  a_large_copy_is_equal(false);
  a_large_copy_is_equal(true);
  return 0;
}
