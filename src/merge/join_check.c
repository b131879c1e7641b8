#include "merge/join_check.h"

#include "base/fatal.h"
#include "base/mem.h"
#include "exec/fan.h"
#include "exec/fields.h"

#include <stdlib.h>
#include <string.h>

typedef struct checker {
  exec *x;
  expr_table *t;
  const state *side, *joined;
} checker;

/* Under the side's model both are the same.  Of floats the evaluator leaves some bits open. */
static bool agree(const checker *c, expr of_side, expr of_joined) {
  uint64_t left[EXPR_MAX_LIMBS] = {0}, right[EXPR_MAX_LIMBS] = {0};
  if (expr_same(of_side, of_joined) || expr_has(c->t, of_side, EXPR_IS_OPEN) ||
      expr_has(c->t, of_joined, EXPR_IS_OPEN))
    return true;
  path_value_limbs(exec_solver(c->x), &c->side->path, of_side, left);
  path_value_limbs(exec_solver(c->x), &c->side->path, of_joined, right);
  const unsigned limbs = (expr_width(c->t, of_side) + 63) / 64;
  return !memcmp(left, right, limbs * sizeof *left);
}

static void check_path(const checker *c) {
  const uint32_t common = path_common_count(&c->side->path, &c->joined->path);
  const uint32_t count = path_count(&c->joined->path) - common;
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts_from(&c->joined->path, common, all);
  for (uint32_t k = 0; k < count; k++)
    if (!agree(c, expr_true(c->t), all[k]))
      fatal("a join loses inputs: conjunct %u of its path is false on one side", common + k);
  free(all);
}

static void check_register(const checker *c, const ir_function *f, uint32_t k, value of_side,
                           value of_joined) {
  if (expr_same(of_side.sym, EXPR_UNDEFINED) || expr_same(of_joined.sym, EXPR_UNDEFINED))
    return;
  const unsigned width = of_side.sym.id     ? expr_width(c->t, of_side.sym)
                         : of_joined.sym.id ? expr_width(c->t, of_joined.sym) : 64;
  if (!agree(c, value_term(c->t, of_side, width), value_term(c->t, of_joined, width)))
    fatal("a join changes register %u of %s()", k, f->name);
}

/* Where the side's model has the frame return to. */
static fan_way way_of(const checker *c, const frame *f) {
  if (!f->fan) return (fan_way) {expr_true(c->t), f->caller, f->resume, f->restart};
  for (uint32_t k = 0; k < f->fan->count; k++)
    if (agree(c, expr_true(c->t), f->fan->ways[k].guard)) return f->fan->ways[k];
  fatal("a join loses the way back from %s()", f->function->name);
}

static void check_frames(const checker *c) {
  const frame *a = c->side->top, *b = c->joined->top;
  for (uint32_t pc = c->joined->pc; a != b;) {
    if (a->function != b->function) fatal("a join changes a caller");
    const ir_function *f = b->function;
    uint64_t *live = mem_zeroed((f->reg_count + 63) / 64, sizeof *live);
    ir_live_at(f, pc, live);
    for (uint32_t k = 0; k < f->reg_count; k++)
      if (live[k / 64] >> k % 64 & 1) check_register(c, f, k, a->regs[k], b->regs[k]);
    free(live);
    const fan_way of_side = way_of(c, a), way = way_of(c, b);
    if (of_side.resume != way.resume || of_side.restart != way.restart)
      fatal("a join changes where %s() returns to", b->function->name);
    pc = way.resume != UINT32_MAX ? way.resume + 1 : way.restart;
    a = of_side.caller;
    b = way.caller;
  }
}

/* Under the side's model. */
static bool exists(const checker *c, const object *o) {
  return !o->exists.id || agree(c, expr_true(c->t), o->exists);
}

/* The first of the bytes that differ in form. */
enum { MOST_BYTES = 64 };

static bool check_object(void *context, uint32_t key, void *of_side, void *of_joined) {
  const checker *c = context;
  const object *a = of_side, *b = of_joined;
  uint32_t looked = 0;
  if (!a || !b) {
    if (a ? exists(c, a) : exists(c, b))
      fatal("a join %s object %x", a ? "loses" : "makes up", key);
    return true;
  }
  if (exists(c, a) != exists(c, b)) fatal("a join changes whether object %x lives", key);
  for (uint64_t i = 0; i < a->size && i < b->size && looked < MOST_BYTES; i++) {
    if (object_same_byte(a, b, i) || !object_is_defined(a, i, 1) || !object_is_defined(b, i, 1))
      continue;
    looked++;
    if (exists(c, a) && !agree(c, object_byte(a, c->t, i), object_byte(b, c->t, i)))
      fatal("a join changes byte %llu of object %x", (unsigned long long) i, key);
  }
  return true;
}

void join_check_memory(exec *x, const state *side, const memory *of_side, const memory *joined) {
  checker c = {x, exec_table(x), side, NULL};
  if (!side->path.uncertain)
    pmap_diff(&of_side->objects, &joined->objects, check_object, &c);
}

void join_check(exec *x, const state *side, const state *joined) {
  checker c = {x, exec_table(x), side, joined};
  if (side->path.uncertain || joined->path.uncertain) return;
  check_path(&c);
  check_frames(&c);
  pmap_diff(&side->memory.objects, &joined->memory.objects, check_object, &c);
}
