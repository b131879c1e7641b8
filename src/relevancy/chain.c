#include "relevancy/internal.h"


#include <string.h>

/* How a value gets somewhere: back along the causes of transitions. */

/* The instruction that writes the location first; false: a parameter, or a
 * result on its way. */
static bool writer(const relevancy *r, uint32_t location,
                   relevancy_step *step) {
  const uint32_t instance = r->instance_of[location];
  if (instance == UINT32_MAX) return false;
  const points_instance *i = points_get_instance(r->points, instance);
  for (uint32_t k = 0; k < i->function->insn_count; k++)
    for (uint32_t n = 0; n < i->webs->written[k]; n++)
      if (i->first_node + i->webs->at[i->webs->first[k] + n] == location) {
        *step = (relevancy_step) {i->function, k};
        return true;
      }
  return false;
}

/* Of a chain that is printed: nobody reads more. */
enum { MOST_STEPS = 10000 };

static void follow(const relevancy *r, uint32_t transition,
                   relevancy_chain *chain) {
  relevancy_step step;
  const uint32_t first = chain->count;
  for (uint32_t n = 0; transition != PUSHDOWN_NONE && n < MOST_STEPS; n++) {
    const uint32_t location = pushdown_location(r->pushdown, transition);
    if (location < points_node_count(r->points) &&
        writer(r, location, &step) &&
        (chain->count == first || vec_last(chain).function != step.function ||
         vec_last(chain).insn != step.insn))
      vec_push(chain, step);
    transition = pushdown_cause(r->pushdown, transition);
  }
  for (uint32_t i = first, j = chain->count; i + 1 < j; i++) {
    const relevancy_step t = chain->items[i];
    chain->items[i] = chain->items[--j];
    chain->items[j] = t;
  }
}

static bool argument(relevancy *r, uint32_t location, relevancy_chain *chain) {
  if (relevancy_is_any(r, location)) {
    follow(r, pushdown_origin(r->pushdown, location), chain);
    return true;
  }
  cell_list cells = {0};
  relevancy_cells_behind(r, location, 0, 0, &cells);
  uint32_t k = 0;
  while (k < cells.count && !r->cells.items[cells.items[k]].is_relevant) k++;
  const bool found = k < cells.count;
  if (found) follow(r, r->cells.items[cells.items[k]].cause, chain);
  vec_release(&cells);
  return found;
}

static bool is_call_of(const relevancy *r, const points_instance *i,
                       const ir_insn *insn, const char *name) {
  if (insn->op != IR_CALL) return false;
  const ir_call *c = i->function->calls.items + insn->imm;
  if (c->callee != IR_INDIRECT)
    return !strcmp(r->p->symbols.items[c->callee].name, name);
  uint32_t count;
  const uint32_t at = (uint32_t) (insn - i->function->insns);
  const uint32_t *spots =
      points_set(r->points, i->first_node + i->webs->at[i->webs->first[at] +
                                                        i->webs->written[at]],
                 &count);
  for (uint32_t k = 0; k < count; k++) {
    const points_object *o =
        points_get_object(r->points, points_get_spot(r->points,
                                                     spots[k]).object);
    if (o->sort == POINTS_SYMBOL &&
        r->p->symbols.items[o->number].kind == IR_FUNCTION &&
        !strcmp(r->p->symbols.items[o->number].name, name))
      return true;
  }
  return false;
}

bool relevancy_reaches(relevancy *r, const char *function,
                       relevancy_chain *chain) {
  for (uint32_t n = 0; n < points_instance_count(r->points); n++) {
    const points_instance *i = points_get_instance(r->points, n);
    for (uint32_t k = 0; k < i->function->insn_count; k++) {
      const ir_insn *insn = i->function->insns + k;
      if (!is_call_of(r, i, insn, function)) continue;
      const ir_call *c = i->function->calls.items + insn->imm;
      const uint32_t first = i->webs->first[k] + i->webs->written[k] +
                             (c->callee == IR_INDIRECT);
      for (uint32_t a = 0; a < c->arg_count; a++)
        if (argument(r, i->first_node + i->webs->at[first + a], chain)) {
          vec_push(chain, ((relevancy_step) {i->function, k}));
          return true;
        }
    }
  }
  return false;
}

/* Lists ------------------------------------------------------------------ */

bool relevancy_next_memory(const relevancy *r, uint32_t *object,
                           relevancy_memory *m) {
  for (uint32_t count = points_object_count(r->points); *object < count;
       ++*object) {
    const points_object *o = points_get_object(r->points, *object);
    uint32_t all = 0, relevant = 0;
    for (uint32_t k = r->first_cell[*object]; k; k = r->cells.items[k - 1].next) {
      if (r->cells.items[k - 1].index == CELL_SIZE) continue;
      all++;
      relevant += r->cells.items[k - 1].is_relevant;
    }
    if (!relevant) continue;
    *m = (relevancy_memory) {
      .name = points_object_name(r->points, *object),
      .is_whole = relevant == all,
      .is_library =
          o->sort == POINTS_SYMBOL
              ? r->p->symbols.items[o->number].is_library
          : o->sort == POINTS_ARGUMENTS || o->sort == POINTS_UNKNOWN ||
                points_get_instance(r->points, o->instance)
                    ->function->is_library};
    if (!m->is_library || o->sort == POINTS_HEAP) {
      m->is_library = false;
      ++*object;
      return true;
    }
    free(m->name);
  }
  return false;
}

void relevancy_print_points(const relevancy *r, bool library, FILE *out) {
  for (uint32_t n = 0; n < points_instance_count(r->points); n++) {
    const points_instance *i = points_get_instance(r->points, n);
    if (i->function->is_library && !library) continue;
    fprintf(out, "function %s", i->function->name);
    if (i->depth) {
      const points_instance *c = points_get_instance(r->points, i->caller);
      const uint32_t place = c->function->insns[i->call].place;
      fprintf(out, " called by %s", c->function->name);
      if (place)
        fprintf(out, ":%u:%u", r->p->places.items[place].line,
                r->p->places.items[place].column);
    }
    fputc('\n', out);
    for (uint32_t w = 0; w < i->webs->count; w++) {
      uint32_t count;
      const uint32_t *spots = points_set(r->points, i->first_node + w, &count);
      relevancy_step step;
      if (!count) continue;
      if (writer(r, i->first_node + w, &step)) {
        const uint32_t place = i->function->insns[step.insn].place;
        fprintf(out, "  %u:%u ->", place ? r->p->places.items[place].line : 0,
                place ? r->p->places.items[place].column : 0);
      } else fprintf(out, "  parameter ->");
      for (uint32_t k = 0; k < count; k++) {
        const points_spot at = points_get_spot(r->points, spots[k]);
        char *name = points_object_name(r->points, at.object);
        if (at.offset == POINTS_ANYWHERE) fprintf(out, " %s+?", name);
        else if (at.offset) fprintf(out, " %s%+lld", name, (long long) at.offset);
        else fprintf(out, " %s", name);
        free(name);
      }
      fputc('\n', out);
    }
  }
}
