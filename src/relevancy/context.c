#include "relevancy/points_internal.h"

#include "base/limits.h"

#include <string.h>

/*
 * Contexts by cloning.  A small function has an instance a call site, and below
 * a clone again: constructors, accessors, the string functions and malloc are
 * distinguished by who calls them and on whose behalf.  Large and recursive
 * functions have one instance for all; the weighted pushdown system keeps
 * their callers apart as far as registers go.
 */

/* Instructions that a function may have to be cloned at a depth. */
static uint32_t largest(uint32_t depth) {
  return limits.relevancy_clone >> (depth - 1);
}

static const webs *webs_of(points *p, uint32_t function) {
  if (!p->webs[function])
    p->webs[function] = webs_new(p->p->functions.items[function]);
  return p->webs[function];
}

static bool returns_new(points *p, uint32_t function) {
  const ir_function *f = p->p->functions.items[function];
  const webs *w = webs_of(p, function);
  for (uint32_t k = 0; k < f->insn_count; k++) {
    if (f->insns[k].op != IR_RETURN || f->insns[k].b != 1) continue;
    const uint32_t web = w->at[w->first[k]];
    for (uint32_t n = 0; n < f->insn_count; n++) {
      const ir_insn *i = f->insns + n;
      if (i->op != IR_CALL || f->calls.items[i->imm].callee == IR_INDIRECT ||
          f->calls.items[i->imm].result_count != 1 ||
          w->at[w->first[n]] != web)
        continue;
      const ir_symbol *s =
          p->p->symbols.items + f->calls.items[i->imm].callee;
      if (s->is_defined ? p->is_allocator[s->function]
                        : points_effect_of(s) == EFFECT_ALLOC)
        return true;
    }
  }
  return false;
}

void points_find_allocators(points *p) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t k = 0; k < p->p->functions.count; k++) {
      const ir_function *f = p->p->functions.items[k];
      if (!f || p->is_allocator[k] || f->result_count != 1 ||
          f->result_widths[0] != p->p->pointer_bits)
        continue;
      if (returns_new(p, k)) p->is_allocator[k] = changed = true;
    }
  }
}

static uint32_t add_instance(points *p, uint32_t function, uint32_t caller,
                             uint32_t call, uint32_t depth) {
  const ir_function *f = p->p->functions.items[function];
  const webs *w = webs_of(p, function);
  vec_push(&p->instances,
           ((points_instance) {.function = f, .number = function, .webs = w,
                               .first_node = p->nodes.count, .caller = caller,
                               .call = call, .depth = depth}));
  for (uint32_t k = 0; k < w->count + f->result_count; k++)
    points_add_node(p);
  return p->instances.count - 1;
}

uint32_t points_shared_instance(points *p, uint32_t function) {
  if (!p->shared[function])
    p->shared[function] = 1 + add_instance(p, function, UINT32_MAX, 0, 0);
  return p->shared[function] - 1;
}

static bool is_cloned(const points *p, uint32_t caller, uint32_t function) {
  const ir_function *f = p->p->functions.items[function];
  const points_instance *i = p->instances.items + caller;
  const uint32_t depth = i->depth + 1;
  if (depth > limits.relevancy_clone_depth || p->cloned + f->insn_count > p->clone_limit)
    return false;
  if (!(p->is_allocator[function] && depth <= 2) &&
      (f->insn_count > largest(depth) ||
       !(p->o.clones || p->is_allocator[function])))
    return false;
  /* Recursion ends in the instance for all. */
  for (; i->function != f && i->depth; i = p->instances.items + i->caller)
    continue;
  return i->function != f;
}

uint32_t points_instance_of(points *p, uint32_t caller, uint32_t insn,
                            uint32_t function) {
  bool is_new;
  const uint32_t k = keys_add(&p->site_keys, caller, insn, function, &is_new);
  if (!is_new) return p->site_instances.items[k];
  uint32_t instance;
  if (is_cloned(p, caller, function)) {
    p->cloned += p->p->functions.items[function]->insn_count;
    instance = add_instance(p, function, caller, insn,
                            p->instances.items[caller].depth + 1);
  } else instance = points_shared_instance(p, function);
  vec_push(&p->site_instances, instance);
  return instance;
}
