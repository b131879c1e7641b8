#include "relevancy/points_internal.h"


#include <assert.h>
#include <string.h>

/* The analysis from its beginning to its end, and what others see of it. */

enum { NO_ARGUMENTS = UINT32_MAX };

/* `object`: what pointers among the arguments point to. */
static void enter(points *p, uint32_t function, uint32_t object) {
  const uint32_t instance = points_shared_instance(p, function);
  assert(instance < p->instances.count);
  const points_instance i = p->instances.items[instance];
  for (uint32_t k = 0; object != NO_ARGUMENTS && k < i.function->param_count; k++)
    if (i.webs->params[k] != WEBS_NONE && (k || p->o.any_arguments))
      points_add_spot(p, i.first_node + i.webs->params[k],
                      points_spot_at(p, object, 0));
}

/* An object of one byte, so to speak, that points to itself. */
static uint32_t add_ring(points *p, points_sort sort) {
  const uint32_t o = points_add_object(
      p, (points_object) {.sort = sort, .instance = UINT32_MAX,
                          .size = UINT64_MAX, .period = 1});
  unit_nodes all = {0};
  points_units(p, (points_spot) {o, 0}, 1, &all);
  assert(all.count == 1);
  points_add_spot(p, all.items[0], points_spot_at(p, o, 0));
  vec_release(&all);
  return o;
}

/* What is defined nowhere, and what --entry leaves open, holds anything. */
static void add_foreign(points *p) {
  unit_nodes units = {0};
  for (uint32_t k = 1; k < p->p->symbols.count; k++) {
    const ir_symbol *s = p->p->symbols.items + k;
    if (s->kind != IR_VARIABLE || (s->is_defined && !p->o.havoc_globals))
      continue;
    points_set_period(p, k, 1);
    points_units(p, (points_spot) {k, 0}, 1, &units);
    for (uint32_t n = 0; n < units.count; n++)
      points_add_spot(p, units.items[n], points_spot_at(p, p->unknown, 0));
  }
  vec_release(&units);
}

static uint32_t find_function(const ir_program *p, const char *name) {
  const uint32_t symbol = ir_find_symbol(p, name);
  if (symbol && p->symbols.items[symbol].is_defined &&
      p->symbols.items[symbol].kind == IR_FUNCTION)
    return p->symbols.items[symbol].function;
  for (uint32_t k = 0; k < p->functions.count; k++)
    if (p->functions.items[k] && !p->functions.items[k]->is_library &&
        !strcmp(p->functions.items[k]->name, name))
      return k;
  return UINT32_MAX;
}

/* Instructions that all clones of functions may have beside as many as the program has: some
 * 100 bytes of webs and nodes each are 10 MB. */
enum { MOST_CLONED = 100000 };

points *points_new(const ir_program *program, const points_options *o) {
  points *p = mem_zeroed(1, sizeof *p);
  const uint32_t functions = program->functions.count;
  p->p = program;
  p->o = *o;
  p->webs = mem_zeroed(functions + 1, sizeof *p->webs);
  p->is_allocator = mem_zeroed(functions + 1, sizeof *p->is_allocator);
  p->shared = mem_zeroed(functions + 1, sizeof *p->shared);
  p->clone_limit = MOST_CLONED;
  for (uint32_t k = 0; k < functions; k++)
    if (program->functions.items[k])
      p->clone_limit += program->functions.items[k]->insn_count;
  points_add_symbols(p);
  p->arguments = add_ring(p, POINTS_ARGUMENTS);
  p->unknown = add_ring(p, POINTS_UNKNOWN);
  add_foreign(p);
  points_find_allocators(p);
  const uint32_t entry = find_function(program, o->entry);
  if (entry != UINT32_MAX) enter(p, entry, o->any_arguments ? p->unknown : p->arguments);
  for (uint32_t k = 0; k < program->constructors.count; k++)
    enter(p, program->constructors.items[k], p->unknown);
  for (uint32_t k = 0; k < program->destructors.count; k++)
    enter(p, program->destructors.items[k], NO_ARGUMENTS);
  points_solve(p);
  return p;
}

void points_free(points *p) {
  if (!p) return;
  for (uint32_t k = 0; k < p->p->functions.count; k++)
    webs_free((webs *) p->webs[k]);
  for (uint32_t k = 0; k < p->nodes.count; k++) {
    spot_set_release(&p->nodes.items[k].set);
    vec_release(&p->nodes.items[k].next);
    vec_release(&p->nodes.items[k].uses);
  }
  free(p->webs);
  free(p->is_allocator);
  free(p->shared);
  vec_release(&p->instances);
  vec_release(&p->calls);
  vec_release(&p->objects);
  vec_release(&p->spots);
  vec_release(&p->units);
  vec_release(&p->site_instances);
  vec_release(&p->nodes);
  vec_release(&p->constraints);
  vec_release(&p->copies);
  keys_release(&p->spot_keys);
  keys_release(&p->unit_keys);
  keys_release(&p->site_keys);
  keys_release(&p->call_keys);
  keys_release(&p->edge_keys);
  keys_release(&p->copy_keys);
  free(p);
}

/* Looking ---------------------------------------------------------------- */

uint32_t points_instance_count(const points *p) { return p->instances.count; }

const points_instance *points_get_instance(const points *p, uint32_t k) {
  assert(k < p->instances.count);
  return p->instances.items + k;
}

uint32_t points_call_count(const points *p) { return p->calls.count; }

points_call points_get_call(const points *p, uint32_t k) {
  assert(k < p->calls.count);
  return p->calls.items[k];
}

uint32_t points_object_count(const points *p) { return p->objects.count; }

const points_object *points_get_object(const points *p, uint32_t k) {
  assert(k < p->objects.count);
  return p->objects.items + k;
}

uint32_t points_node_count(const points *p) { return p->nodes.count; }

const uint32_t *points_set(const points *p, uint32_t n, uint32_t *count) {
  assert(n < p->nodes.count);
  while (p->nodes.items[n].parent != n) n = p->nodes.items[n].parent;
  *count = p->nodes.items[n].set.count;
  return p->nodes.items[n].set.items;
}
