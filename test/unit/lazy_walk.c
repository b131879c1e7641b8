/* The scalars of a type tile it: in order, without overlap, inside its bounds,
 * and never across a pointer. */
#include "base/random.h"
#include "lazy/walk.h"
#include "test/check.h"

#include <string.h>

static uint32_t add(ir_program *p, ir_type t) {
  vec_push(&p->types, t);
  return p->types.count - 1;
}

static uint32_t scalar(ir_program *p, ir_type_kind kind, uint64_t size) {
  return add(p, (ir_type) {.kind = kind, .name = "", .size = size});
}

static uint32_t any_type(ir_program *p, random_source *seed, unsigned depth) {
  const uint64_t choice = random_next(seed) % (depth ? 8 : 4);
  if (choice < 3)
    return scalar(p, choice == 2 ? IR_TYPE_FLOAT : IR_TYPE_INTEGER,
                  UINT64_C(1) << random_next(seed) % 4);
  if (choice == 3) return scalar(p, IR_TYPE_POINTER, 8);
  if (choice == 4) {
    const uint32_t element = any_type(p, seed, depth - 1);
    const uint64_t count = 1 + random_next(seed) % 5;
    return add(p, (ir_type) {.kind = IR_TYPE_ARRAY, .name = "",
                             .size = count * p->types.items[element].size,
                             .target = element, .count = count});
  }
  ir_type t = {.kind = choice == 7 ? IR_TYPE_UNION : IR_TYPE_STRUCT,
               .name = "s"};
  for (uint64_t k = 1 + random_next(seed) % 4; k; k--) {
    const uint32_t type = any_type(p, seed, depth - 1);
    const uint64_t size = p->types.items[type].size;
    const uint64_t at = t.kind == IR_TYPE_UNION ? 0 : t.size +
                                                    random_next(seed) % 3;
    vec_push(&t.fields, ((ir_field) {"f", type, 8 * at, 0}));
    if (at + size > t.size) t.size = at + size;
  }
  return add(p, t);
}

typedef struct tiling { uint64_t end, bytes; uint32_t leaves; } tiling;

static void visit(void *context, const lazy_leaf *l) {
  tiling *t = context;
  CHECK(l->size && l->offset >= t->end);
  CHECK(l->text && *l->text);
  t->end = l->offset + l->size;
  t->bytes += l->size;
  t->leaves++;
}

static void scalars_tile_their_type(void) {
  for (uint64_t seed = 1; seed < 3000; seed++) {
    ir_program p = {.pointer_bits = 64};
    random_source state = {seed};
    scalar(&p, IR_TYPE_NONE, 0);
    const uint32_t type = any_type(&p, &state, 4);
    tiling t = {0};
    lazy_each(&p, type, 1, "x", false, visit, &t);
    CHECK(t.end <= p.types.items[type].size && t.leaves);
    for (uint32_t k = 0; k < p.types.count; k++)
      vec_release(&p.types.items[k].fields);
    vec_release(&p.types);
  }
}

static char names[512];

static void note(void *context, const lazy_leaf *l) {
  (void) context;
  strcat(strcat(names, l->text), " ");
}

static void names_are_those_of_c(void) {
  ir_program p = {.pointer_bits = 64};
  scalar(&p, IR_TYPE_NONE, 0);
  const uint32_t number = scalar(&p, IR_TYPE_INTEGER, 4);
  const uint32_t pointer = scalar(&p, IR_TYPE_POINTER, 8);
  const uint32_t pair = add(&p, (ir_type) {.kind = IR_TYPE_ARRAY, .name = "",
                                           .size = 8, .target = number,
                                           .count = 2});
  ir_type inner = {.kind = IR_TYPE_STRUCT, .name = "", .size = 8};
  vec_push(&inner.fields, ((ir_field) {"a", number, 0, 0}));
  vec_push(&inner.fields, ((ir_field) {"low", number, 32, 3}));
  vec_push(&inner.fields, ((ir_field) {"high", number, 35, 2}));
  const uint32_t nameless = add(&p, inner);
  ir_type outer = {.kind = IR_TYPE_STRUCT, .name = "s", .size = 32};
  vec_push(&outer.fields, ((ir_field) {"next", pointer, 0, 0}));
  vec_push(&outer.fields, ((ir_field) {"", nameless, 64, 0}));
  vec_push(&outer.fields, ((ir_field) {"in", nameless, 128, 0}));
  vec_push(&outer.fields, ((ir_field) {"pair", pair, 192, 0}));
  const uint32_t type = add(&p, outer);
  lazy_each(&p, type, 1, "p", true, note, NULL);
  CHECK(!strcmp(names, "p->next p->a p->low,high p->in.a p->in.low,high "
                       "p->pair[0] p->pair[1] "));
  *names = 0;
  lazy_each(&p, number, 2, "p", true, note, NULL);
  lazy_each(&p, number, 1, "n", false, note, NULL);
  lazy_each(&p, 0, 2, "any", true, note, NULL);
  CHECK(!strcmp(names, "p[0] p[1] n ((void **) any)[0] ((void **) any)[1] "));
  for (uint32_t k = 0; k < p.types.count; k++)
    vec_release(&p.types.items[k].fields);
  vec_release(&p.types);
}

static void flexible_arrays_get_elements(void) {
  ir_program p = {.pointer_bits = 64};
  scalar(&p, IR_TYPE_NONE, 0);
  const uint32_t number = scalar(&p, IR_TYPE_INTEGER, 4);
  const uint32_t open = add(&p, (ir_type) {.kind = IR_TYPE_ARRAY, .name = "",
                                           .target = number});
  ir_type t = {.kind = IR_TYPE_STRUCT, .name = "s", .size = 4};
  vec_push(&t.fields, ((ir_field) {"n", number, 0, 0}));
  vec_push(&t.fields, ((ir_field) {"items", open, 32, 0}));
  const uint32_t type = add(&p, t);
  const lazy_shape shape = lazy_shape_of(&p, type, 3);
  CHECK(shape.bytes == 16 && shape.type == type);
  *names = 0;
  lazy_each(&p, shape.type, shape.count, "p", true, note, NULL);
  CHECK(!strcmp(names, "p->n p->items[0] p->items[1] p->items[2] "));
  CHECK(lazy_shape_of(&p, number, 3).bytes == 12);
  CHECK(lazy_shape_of(&p, 0, 2).bytes == 64);
  vec_release(&p.types.items[type].fields);
  vec_release(&p.types);
}

int main(void) {
  scalars_tile_their_type();
  names_are_those_of_c();
  flexible_arrays_get_elements();
  return 0;
}
