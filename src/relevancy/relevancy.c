#include "relevancy/internal.h"

#include "base/clock.h"

const relevancy_options relevancy_defaults = {.entry = "__braid_start",
                                              .refines = true};

/* A location became any: so do the cells that it is stored to. */
static void changed(void *context, uint32_t location, weight value) {
  relevancy *r = context;
  if (value != WEIGHT_ANY) return;
  const uint32_t cause = pushdown_origin(r->pushdown, location);
  for (uint32_t k = r->first_effect[location]; k;
       k = r->links.items[k - 1].next)
    relevancy_mark_cell(r, r->links.items[k - 1].to, cause);
}

/* Every stack that the call graph has ends where the program is entered. */
static void add_stacks(relevancy *r) {
  const uint32_t count = points_instance_count(r->points);
  r->any_state = mem_resize(NULL, count + 1, sizeof *r->any_state);
  for (uint32_t k = 0; k < count; k++) {
    const points_instance *i = points_get_instance(r->points, k);
    r->any_state[k] = pushdown_add_state(r->pushdown);
    if (!i->depth) pushdown_set_final(r->pushdown, r->any_state[k]);
    for (uint32_t n = 0; n < i->webs->count + i->function->result_count; n++)
      r->instance_of[i->first_node + n] = k;
  }
}

static void seed_parameters(relevancy *r, const points_instance *i) {
  for (uint32_t k = 0; k < i->function->param_count; k++)
    if (i->webs->params[k] != WEBS_NONE)
      relevancy_seed(r, i->first_node + i->webs->params[k], PUSHDOWN_NONE);
}

/* Constructors may be given symbolic arguments, as main is. */
static void mark_constructors(relevancy *r) {
  for (uint32_t n = 0; n < points_instance_count(r->points); n++) {
    const points_instance *i = points_get_instance(r->points, n);
    for (uint32_t k = 0; k < r->p->constructors.count; k++)
      if (r->p->functions.items[r->p->constructors.items[k]] == i->function)
        seed_parameters(r, i);
  }
}

static void mark_start(relevancy *r) {
  const points_instance *i =
      points_instance_count(r->points) ? points_get_instance(r->points, 0)
                                       : NULL;
  if (r->o.any_arguments && i && !r->o.source) seed_parameters(r, i);
  if (!r->o.source) mark_constructors(r);
  for (uint32_t k = 0; k < points_object_count(r->points); k++) {
    const points_object *o = points_get_object(r->points, k);
    cell_list cells = {0};
    const ir_symbol *s = o->sort == POINTS_SYMBOL
                             ? r->p->symbols.items + o->number : NULL;
    if (o->sort == POINTS_UNKNOWN ||
        (s && s->kind == IR_VARIABLE &&
         (!s->is_defined || r->o.havoc_globals)))
      relevancy_cells(r, (points_spot) {k, 0}, 0, &cells);
    for (uint32_t n = 0; n < cells.count; n++)
      relevancy_mark_cell(r, cells.items[n], PUSHDOWN_NONE);
    vec_release(&cells);
  }
}

/* Marks ------------------------------------------------------------------ */

/* Whether the instruction of the instance moves memory that is relevant. */
static bool moves_relevant(relevancy *r, const points_instance *i,
                           uint32_t insn) {
  const ir_opcode op = (ir_opcode) i->function->insns[insn].op;
  if (op != IR_COPY && op != IR_MOVEMEM) return false;
  cell_list cells = {0};
  const points_operands o =
      points_operands_of(i->function->insns + insn, i->webs, insn);
  relevancy_cells_behind(r, i->first_node + o.b, 0, 0, &cells);
  bool found = false;
  for (uint32_t k = 0; k < cells.count; k++)
    found |= r->cells.items[cells.items[k]].is_relevant;
  vec_release(&cells);
  return found;
}

static void mark_instance(relevancy *r, const points_instance *i) {
  const ir_function *f = i->function;
  relevancy_marks *m = r->marks + i->number;
  if (!m->insns) {
    r->mark_bits[i->number] = mem_zeroed(f->insn_count / 64 + 1,
                                         sizeof **r->mark_bits);
    m->insns = r->mark_bits[i->number];
    m->parts = r->part_bits[i->number];
    m->is_reached = m->is_irrelevant = m->is_closed = true;
  }
  for (uint32_t k = 0; k < f->insn_count; k++) {
    bool is_any = moves_relevant(r, i, k);
    for (uint32_t n = i->webs->first[k]; n < i->webs->first[k + 1]; n++)
      is_any |= relevancy_is_any(r, i->first_node + i->webs->at[n]);
    if (!is_any) continue;
    r->mark_bits[i->number][k / 64] |= UINT64_C(1) << k % 64;
    m->is_irrelevant = m->is_closed = false;
  }
}

static void mark(relevancy *r) {
  r->marks = mem_zeroed(r->p->functions.count + 1, sizeof *r->marks);
  r->mark_bits = mem_zeroed(r->p->functions.count + 1, sizeof *r->mark_bits);
  for (uint32_t k = 0; k < points_instance_count(r->points); k++)
    mark_instance(r, points_get_instance(r->points, k));
  bool changes = true;
  while (changes) {
    changes = false;
    for (uint32_t k = 0; k < points_call_count(r->points); k++) {
      const points_call c = points_get_call(r->points, k);
      relevancy_marks *caller =
          r->marks + points_get_instance(r->points, c.caller)->number;
      const relevancy_marks *callee =
          r->marks + points_get_instance(r->points, c.callee)->number;
      if (!caller->is_closed || callee->is_closed) continue;
      caller->is_closed = false;
      changes = true;
    }
  }
}

/* The whole -------------------------------------------------------------- */

relevancy *relevancy_new(const ir_program *p, const relevancy_options *o) {
  relevancy *r = mem_zeroed(1, sizeof *r);
  const double began = clock_ms();
  r->p = p;
  r->o = *o;
  r->points = points_new(p, &(points_options) {
      .entry = o->entry, .any_arguments = o->any_arguments,
      .havoc_arguments = o->havoc_arguments,
      .havoc_globals = o->havoc_globals, .clones = o->refines});
  const double solved = clock_ms();
  const uint32_t nodes = points_node_count(r->points);
  r->instance_of = mem_resize(NULL, nodes + 1, sizeof *r->instance_of);
  for (uint32_t k = 0; k < nodes; k++) r->instance_of[k] = UINT32_MAX;
  r->first_effect = mem_zeroed(nodes + 1, sizeof *r->first_effect);
  r->first_cell = mem_zeroed(points_object_count(r->points) + 1,
                             sizeof *r->first_cell);
  r->pushdown = pushdown_new(&relevancy_weights, nodes);
  pushdown_on_change(r->pushdown, changed, r);
  r->jump_cell = relevancy_cell(r, UINT32_MAX, 0);
  r->part_bits = mem_zeroed(p->functions.count + 1, sizeof *r->part_bits);
  add_stacks(r);
  relevancy_build(r);
  mark_start(r);
  relevancy_flow(r);
  if (o->joins) relevancy_control(r);
  mark(r);
  r->stats.instances = points_instance_count(r->points);
  r->stats.objects = points_object_count(r->points);
  r->stats.cells = r->cells.count;
  r->stats.transitions = pushdown_transition_count(r->pushdown);
  r->stats.points_ms = solved - began;
  r->stats.depend_ms = clock_ms() - solved;
  return r;
}

void relevancy_free(relevancy *r) {
  if (!r) return;
  for (uint32_t k = 0; k < r->p->functions.count; k++) {
    free(r->mark_bits[k]);
    free(r->part_bits[k]);
  }
  free(r->mark_bits);
  free(r->part_bits);
  free(r->marks);
  points_free(r->points);
  pushdown_free(r->pushdown);
  free(r->instance_of);
  free(r->any_state);
  free(r->first_effect);
  keys_release(&r->cell_keys);
  free(r->first_cell);
  vec_release(&r->cells);
  vec_release(&r->links);
  vec_release(&r->marked);
  free(r);
}

const relevancy_marks *relevancy_of(const relevancy *r, uint32_t function) {
  return r->marks + function;
}

const relevancy_stats *relevancy_get_stats(const relevancy *r) {
  return &r->stats;
}
