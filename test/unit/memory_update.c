#include "memory/object.h"
#include "base/limits.h"
#include "base/random.h"
#include "expr/eval.h"
#include "test/check.h"

#include <string.h>

/*
 * The oracle is an array of bytes for one random assignment of the symbols.  What is
 * written at offsets that are terms goes where these are under the assignment, and
 * what is read, at numbers and at terms, is what the array has there.
 */
enum { SIZE = 200, SYMBOLS = 5, WIDTH = 64, WORLDS = 40 };
/* Reads go through all of a list; in the hostile build without a memo. */
enum { STEPS = LIMITS_ARE_HOSTILE ? 8 : 25 };

typedef struct world {
  expr_table *t;
  evaluator *e;
  random_source r;
  object *object;
  uint8_t bytes[SIZE];
  uint32_t symbols[SYMBOLS];
  uint64_t values[SYMBOLS];
} world;

static void world_init(world *w, uint64_t seed) {
  memset(w, 0, sizeof *w);
  w->t = expr_table_new();
  w->e = evaluator_new(w->t);
  w->r.state = seed;
  for (unsigned k = 0; k < SYMBOLS; k++) {
    w->symbols[k] = expr_new_symbol(w->t, SYMBOL_INPUT, WIDTH, "s");
    w->values[k] = random_next(&w->r);
    evaluator_assign(w->e, w->symbols[k], w->values[k]);
  }
  w->object = object_new_sized(1, OBJECT_HEAP, SIZE, expr_const(w->t, WIDTH, SIZE), false);
}

static void world_release(world *w) {
  object_free(w->object);
  evaluator_free(w->e);
  expr_table_free(w->t);
}

/* A term, a multiple of the stride for all to see, that has this value. */
static expr term(world *w, uint64_t wanted, uint64_t stride) {
  const unsigned k = (unsigned) random_below(&w->r, SYMBOLS);
  if (!random_below(&w->r, 4)) return expr_const(w->t, WIDTH, wanted);
  const uint64_t mask = ~(stride - 1);
  const expr e = expr_binary(w->t, EXPR_AND, expr_symbol(w->t, w->symbols[k]),
                             expr_const(w->t, WIDTH, mask));
  return expr_binary(w->t, EXPR_ADD, e,
                     expr_const(w->t, WIDTH, wanted - (w->values[k] & mask)));
}

static expr guard(world *w, bool holds) {
  const unsigned k = (unsigned) random_below(&w->r, SYMBOLS);
  if (holds && random_below(&w->r, 2)) return (expr) {0};
  return expr_eq(w->t, expr_symbol(w->t, w->symbols[k]),
                 expr_const(w->t, WIDTH, w->values[k] + !holds));
}

static uint64_t place(world *w, uint32_t size, uint64_t stride) {
  return random_below(&w->r, (SIZE - size) / stride + 1) * stride;
}

static void step(world *w) {
  static const uint32_t sizes[] = {1, 2, 4, 8, 4, 3};
  const uint32_t size = sizes[random_below(&w->r, 6)];
  const uint64_t stride = size != 3 && random_below(&w->r, 3) ? size : 1;
  const uint64_t at = place(w, size, stride);
  const uint64_t bits = random_next(&w->r) & bits_mask(8 * size);
  const uint64_t count = random_below(&w->r, 30), to = random_below(&w->r, SIZE - 30);
  const bool holds = random_below(&w->r, 4);
  switch (random_below(&w->r, 8)) {
  case 0: case 1: case 2:
    object_update(w->object, (update) {.bytes = size, .at = term(w, at, stride),
                                       .value = expr_const(w->t, 8 * size, bits),
                                       .guard = guard(w, holds)});
    if (holds) memcpy(w->bytes + at, &bits, size);
    break;
  case 3:
    object_update(w->object, (update) {.at = term(w, to, 1), .length = term(w, count, 1),
                                       .value = expr_const(w->t, 8, bits & 0xff),
                                       .guard = guard(w, holds)});
    if (holds) memset(w->bytes + to, (int) (bits & 0xff), count);
    break;
  case 4:
    object_store(w->object, w->t, at, size, value_of(bits));
    memcpy(w->bytes + at, &bits, size);
    break;
  case 5:
    object_fill(w->object, w->t, to, count, value_of(bits & 0xff));
    memset(w->bytes + to, (int) (bits & 0xff), count);
    break;
  case 6:
    object_copy(w->object, w->t, to, w->object, to + 7, count);
    memmove(w->bytes + to, w->bytes + to + 7, count);
    break;
  default: {
    object *new = object_new_sized(1, OBJECT_HEAP, SIZE, w->object->actual_size, false);
    if (random_below(&w->r, 2)) {
      object_free(new);
      new = object_clone(w->object);
    } else if (w->object->updates) object_move(new, w->object, w->object->used);
    else object_copy(new, w->t, 0, w->object, 0, w->object->used);
    object_free(w->object);
    w->object = new;
  }
  }
}

static uint64_t value_at(world *w, const expr e) { return evaluator_value(w->e, e); }

static void look(world *w) {
  static const uint32_t sizes[] = {1, 2, 4, 8, 3};
  const object *o = w->object;
  for (unsigned n = 0; n < 12; n++) {
    const uint32_t size = sizes[random_below(&w->r, 5)];
    const uint64_t stride = size != 3 && random_below(&w->r, 2) ? size : 1;
    const uint64_t at = place(w, size, stride);
    uint64_t wanted = 0;
    memcpy(&wanted, w->bytes + at, size);
    const value v = object_load(o, w->t, at, size);
    CHECK(value_at(w, value_term(w->t, v, 8 * size)) == wanted);
    /* From any first offset on: those below cannot be meant. */
    const uint64_t first = random_below(&w->r, at / stride + 1) * stride;
    offset_list touched = {0};
    CHECK(object_touched(o, first, stride, (SIZE - size - first) / stride + 1, size, SIZE,
                         &touched));
    const expr e = object_read_at(o, w->t, term(w, at, stride), size, &touched,
                                  expr_const(w->t, 8 * size, 0));
    CHECK(value_at(w, e) == wanted);
    /* As many may be touched as are, not one fewer. */
    for (uint32_t fewer = 0; fewer <= 1 && fewer <= touched.count; fewer++) {
      offset_list again = {0};
      CHECK(object_touched(o, first, stride, (SIZE - size - first) / stride + 1, size,
                           touched.count - fewer, &again) == !fewer);
      vec_release(&again);
    }
    vec_release(&touched);
  }
}

static void reads_find_what_was_written_at_terms(void) {
  for (uint64_t seed = 1; seed <= WORLDS; seed++) {
    world w;
    world_init(&w, seed);
    for (unsigned k = 0; k < STEPS; k++) {
      step(&w);
      look(&w);
    }
    world_release(&w);
  }
}

/* Two lists that grew from one, each under its guard, are one list. */
static void lists_are_joined_under_guards(void) {
  for (unsigned left = 0; left < 2; left++) {
    world w;
    world_init(&w, 7);
    const expr g = guard(&w, left), which = g.id ? g : expr_true(w.t);
    object_update(w.object, (update) {.bytes = 1, .at = term(&w, 10, 1),
                                      .value = expr_const(w.t, 8, 1)});
    object *other = object_clone(w.object);
    object_update(w.object, (update) {.bytes = 1, .at = term(&w, 11, 1),
                                      .value = expr_const(w.t, 8, 2)});
    object_update(other, (update) {.bytes = 1, .at = term(&w, 10, 1),
                                   .value = expr_const(w.t, 8, 3)});
    const update *common = update_common(w.object->updates, other->updates);
    CHECK(update_number(common) == 1);
    update *all = update_retain((update *) (uintptr_t) common);
    all = update_append(all, w.object->updates, common, w.t, which);
    all = update_append(all, other->updates, common, w.t, expr_not(w.t, which));
    object_set_updates(w.object, all);
    const value at10 = object_load(w.object, w.t, 10, 1);
    const value at11 = object_load(w.object, w.t, 11, 1);
    CHECK(value_at(&w, value_term(w.t, at10, 8)) == (left ? 1 : 3));
    CHECK(value_at(&w, value_term(w.t, at11, 8)) == (left ? 2 : 0));
    object_free(other);
    world_release(&w);
  }
}

/* A larger bound shows nothing new below the old one. */
static void a_wider_object_keeps_its_bytes(void) {
  for (unsigned undefined = 0; undefined < 2; undefined++)
    for (uint64_t size = 1; size < 140; size += 13) {
      expr_table *t = expr_table_new();
      object *o = object_new_sized(1, OBJECT_HEAP, size, expr_const(t, 64, size), undefined);
      object_store(o, t, size / 2, 1, value_of(9));
      object_widen(o, size + 77, true);
      CHECK(o->size == size + 77 && value_bits(object_load(o, t, size / 2, 1)) == 9);
      uint64_t missing = 0;
      for (uint64_t i = 0; i < o->size; i++) missing += !object_is_defined(o, i, 1);
      CHECK(missing == o->undefined);
      const bool is_full = size / 2 + 1 == size;
      CHECK(missing == (undefined ? size + 76 : is_full ? 77u : 0u));
      object *copy = object_clone(o);
      for (uint64_t i = 0; i < o->size; i++) CHECK(object_same_byte(copy, o, i));
      object_free(copy);
      object_free(o);
      expr_table_free(t);
    }
}

int main(void) {
  reads_find_what_was_written_at_terms();
  lists_are_joined_under_guards();
  a_wider_object_keeps_its_bytes();
  return 0;
}
