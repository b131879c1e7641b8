#include "relevancy/internal.h"


#include <string.h>

/*
 * From instructions to rules: the paper's Tables 1 and 2 for C.
 *
 *   d := a op b        (a, f) -> (d, f), (b, f) -> (d, f)
 *   d := load a        (a, f) -> (d, f), and from every cell behind a
 *   store a := b       (a, f) and (b, f) to every cell behind a
 *   call f'(x), at rp  (x, f) -> (param, f' rp)
 *   return x           (x, f') -> (result, no symbol), (result, rp) -> (z, f)
 *
 * An address counts as well: a read at a symbolic index is symbolic whatever
 * lies there, and a write at one leaves every place it may have hit so.
 */

static void add_step(relevancy *r, uint32_t from, uint32_t to, uint32_t top,
                     weight w) {
  if (from == to) return;
  pushdown_add_rule(r->pushdown, (pushdown_rule) {
      .from = from, .top = top, .to = to, .first = top,
      .second = PUSHDOWN_NONE, .weight = w});
  r->stats.rules++;
}

typedef struct site {           /* an instruction of an instance */
  uint32_t instance, insn, base;
  const points_instance *in;
  const ir_insn *is;
  const uint32_t *at;           /* its webs */
  uint32_t written, count;
} site;

/* Everything that it reads flows into everything that it writes. */
static void flow_through(relevancy *r, const site *s) {
  for (uint32_t d = 0; d < s->written; d++)
    for (uint32_t k = s->written; k < s->count; k++)
      add_step(r, s->base + s->at[k], s->base + s->at[d], s->instance,
               WEIGHT_KEEP);
}

static void load(relevancy *r, const site *s, points_operands o,
                 cell_list *cells) {
  flow_through(r, s);
  relevancy_cells_behind(r, s->base + o.a, relevancy_offset(r, s->is),
                         (s->is->width + 7u) / 8, cells);
  for (uint32_t k = 0; k < cells->count; k++)
    relevancy_add_reader(r, cells->items[k], s->base + o.d);
}

/* What `from` holds reaches all of the cells. */
static void reach(relevancy *r, uint32_t from, const cell_list *cells) {
  for (uint32_t k = 0; k < cells->count; k++)
    relevancy_add_effect(r, from, cells->items[k]);
}

static void store(relevancy *r, const site *s, points_operands o,
                  cell_list *cells) {
  relevancy_cells_behind(r, s->base + o.a, relevancy_offset(r, s->is),
                         (s->is->width + 7u) / 8, cells);
  reach(r, s->base + o.b, cells);
  /* At a symbolic place in an object it may be any of its cells. */
  relevancy_cells_behind(r, s->base + o.a, 0, 0, cells);
  reach(r, s->base + o.a, cells);
}

/* Between many objects: all that is there meets in a cell of its own. */
static void copy_through(relevancy *r, uint32_t to, uint32_t from) {
  const uint32_t hub = relevancy_cell(r, UINT32_MAX, ++r->hubs);
  cell_list cells = {0};
  relevancy_cells_behind(r, from, 0, 0, &cells);
  for (uint32_t k = 0; k < cells.count; k++)
    relevancy_add_copy(r, cells.items[k], hub);
  relevancy_cells_behind(r, to, 0, 0, &cells);
  for (uint32_t k = 0; k < cells.count; k++)
    relevancy_add_copy(r, hub, cells.items[k]);
  vec_release(&cells);
}

static void copy_between(relevancy *r, uint32_t to, uint32_t from,
                         uint64_t bytes) {
  uint32_t left, right;
  const uint32_t *a = points_set(r->points, to, &left);
  const uint32_t *b = points_set(r->points, from, &right);
  if (left > POINTS_COPY_OBJECTS || right > POINTS_COPY_OBJECTS) {
    copy_through(r, to, from);
    return;
  }
  for (uint32_t i = 0; i < left; i++)
    for (uint32_t j = 0; j < right; j++)
      relevancy_link_copy(r, points_get_spot(r->points, a[i]),
                          points_get_spot(r->points, b[j]), bytes);
}

/* Length and addresses decide what changes; so may any byte. */
static void fill(relevancy *r, const site *s, points_operands o,
                 cell_list *cells) {
  uint64_t bytes = 0;
  if (!points_constant(r->points, s->instance, o.c, &bytes)) bytes = 0;
  relevancy_cells_behind(r, s->base + o.a, 0, bytes, cells);
  reach(r, s->base + o.b, cells);
  reach(r, s->base + o.c, cells);
  relevancy_cells_behind(r, s->base + o.a, 0, 0, cells);
  reach(r, s->base + o.a, cells);
  if (s->is->op != IR_FILL)
    copy_between(r, s->base + o.a, s->base + o.b, bytes);
}

/* Inputs ----------------------------------------------------------------- */

/* Where the runtime itself asks for inputs, if the options say so. */
static bool is_wanted(const relevancy *r, const ir_function *f) {
  static const struct { const char *function; uint32_t world; } known[] = {
    {"add_symbolic", RELEVANCY_ARGUMENTS | RELEVANCY_FILES},
    {"add_several", RELEVANCY_ARGUMENTS},
    {"make_variable", RELEVANCY_ENVIRONMENT},
    {"may_be_set", RELEVANCY_ENVIRONMENT},
    {"__posix_make_contents", RELEVANCY_STDIN | RELEVANCY_FILES},
    {"may_be_there", RELEVANCY_FILES},
    {"fails", RELEVANCY_MALLOC | RELEVANCY_SYSCALLS},
    {"__posix_choose", RELEVANCY_HOST},
    {"name_system", RELEVANCY_HOST},
    {"random_bytes", RELEVANCY_HOST},
    {"take_peer", RELEVANCY_PEERS},
  };
  for (size_t k = 0; f->is_library && k < sizeof known / sizeof *known; k++)
    if (!strcmp(f->name, known[k].function))
      return r->o.world & known[k].world;
  return true;
}

static void mark_all(relevancy *r, const cell_list *cells) {
  for (uint32_t k = 0; k < cells->count; k++)
    relevancy_mark_cell(r, cells->items[k], PUSHDOWN_NONE);
}

static void input(relevancy *r, const site *s, const uint32_t *args,
                  cell_list *cells) {
  if (r->o.source || !is_wanted(r, s->in->function)) return;
  uint64_t bytes = 0;
  if (!points_constant(r->points, s->instance, args[1], &bytes)) bytes = 0;
  relevancy_cells_behind(r, s->base + args[0], 0, bytes, cells);
  mark_all(r, cells);
}

static void read_size(relevancy *r, const site *s, uint32_t pointer, uint32_t result) {
  uint32_t count;
  const uint32_t *spots = points_set(r->points, pointer, &count);
  for (uint32_t k = 0; k < count; k++)
    relevancy_add_reader(
        r, relevancy_cell(r, points_get_spot(r->points, spots[k]).object, CELL_SIZE), result);
  add_step(r, pointer, result, s->instance, WEIGHT_KEEP);
}

/* A function without body. */
static void call_outside(relevancy *r, const site *s, const ir_call *c,
                         const ir_symbol *callee, cell_list *cells) {
  const uint32_t *args = s->at + s->written + (c->callee == IR_INDIRECT);
  const uint32_t none = PUSHDOWN_NONE;
  const uint32_t result = c->result_count ? s->base + s->at[0] : none;
  switch (points_effect_of(callee)) {
  case EFFECT_INPUT: input(r, s, args, cells); break;
  case EFFECT_ALLOC: {
    uint32_t count;
    const uint32_t *spots = points_set(r->points, result, &count);
    for (uint32_t k = 0; k < count; k++)
      relevancy_add_effect(
          r, s->base + args[0],
          relevancy_cell(r, points_get_spot(r->points, spots[k]).object,
                         CELL_SIZE));
    break;
  }
  case EFFECT_SIZE:
    read_size(r, s, s->base + args[0], result);
    break;
  case EFFECT_LENGTH:
    read_size(r, s, s->base + args[0], result);
    add_step(r, s->base + args[1], result, s->instance, WEIGHT_KEEP);
    relevancy_cells_behind(r, s->base + args[0], 0, 0, cells);
    for (uint32_t k = 0; k < cells->count; k++)
      relevancy_add_reader(r, cells->items[k], result);
    break;
  case EFFECT_VALUE:
    add_step(r, s->base + args[0], result, s->instance, WEIGHT_ID);
    break;
  case EFFECT_SETJMP:
    if (result != none) relevancy_add_reader(r, r->jump_cell, result);
    break;
  case EFFECT_LONGJMP:
    relevancy_add_effect(r, s->base + args[1], r->jump_cell);
    break;
  case EFFECT_UNKNOWN:
    for (uint32_t k = 0; !r->o.source && k < c->result_count; k++)
      relevancy_seed(r, s->base + s->at[k], none);
    /* A result that is a struct is written through a pointer. */
    for (uint32_t k = 0; k < c->arg_count; k++) {
      if (k && !r->o.havoc_arguments) break;
      if (!r->o.havoc_arguments && c->result_count) break;
      relevancy_cells_behind(r, s->base + args[k], 0, 0, cells);
      mark_all(r, cells);
    }
    break;
  case EFFECT_NONE: break;
  }
}

/* The user named this function as the only source. */
static void call_source(relevancy *r, const site *s, const ir_call *c,
                        cell_list *cells) {
  const uint32_t *args = s->at + s->written + (c->callee == IR_INDIRECT);
  for (uint32_t k = 0; k < s->written; k++)
    relevancy_seed(r, s->base + s->at[k], PUSHDOWN_NONE);
  for (uint32_t k = 0; k < c->arg_count; k++) {
    relevancy_cells_behind(r, s->base + args[k], 0, 0, cells);
    mark_all(r, cells);
  }
}

static void builtin(relevancy *r, const site *s, const ir_call *c) {
  const uint32_t *args = s->at + s->written;
  switch (c->builtin) {
  case IR_BUILTIN_VA_COPY:
    copy_between(r, s->base + args[0], s->base + args[1], 32);
    break;
  case IR_BUILTIN_VA_START: case IR_BUILTIN_VA_END:
  case IR_BUILTIN_STACKSAVE: case IR_BUILTIN_STACKRESTORE:
  case IR_BUILTIN_OBJECTSIZE: case IR_BUILTIN_RETURNADDRESS:
  case IR_BUILTIN_FRAMEADDRESS: case IR_BUILTIN_TRAP:
  case IR_BUILTIN_DEBUGTRAP: case IR_BUILTIN_ASSUME:
    break;
  default: flow_through(r, s); break;   /* a function of numbers */
  }
}

/* Calls ------------------------------------------------------------------ */

static void give_back(relevancy *r, uint32_t result, uint32_t symbol,
                      uint32_t to, uint32_t caller) {
  pushdown_add_rule(r->pushdown, (pushdown_rule) {
      .from = result, .top = symbol, .to = to, .first = caller,
      .second = PUSHDOWN_NONE, .weight = WEIGHT_KEEP});
  r->stats.rules++;
}

static void pass(relevancy *r, points_call k, uint32_t symbol,
                 cell_list *cells) {
  const points_instance *from = points_get_instance(r->points, k.caller);
  const points_instance *to = points_get_instance(r->points, k.callee);
  const ir_function *f = to->function;
  const ir_call *c = from->function->calls.items +
                     from->function->insns[k.insn].imm;
  const uint32_t *results = from->webs->at + from->webs->first[k.insn];
  const uint32_t *args = results + c->result_count +
                         (c->callee == IR_INDIRECT);
  for (uint32_t n = 0; n < f->param_count && n < c->arg_count; n++) {
    const uint32_t arg = from->first_node + args[n];
    const uint32_t param = to->first_node + to->webs->params[n];
    if (to->webs->params[n] == WEBS_NONE) continue;
    if (f->params[n].byval_bytes) {
      copy_between(r, param, arg, f->params[n].byval_bytes);
      relevancy_cells_behind(r, param, 0, 0, cells);
      reach(r, arg, cells);
      continue;
    }
    pushdown_add_rule(r->pushdown, (pushdown_rule) {
        .from = arg, .top = k.caller, .to = param, .first = k.callee,
        .second = symbol, .weight = WEIGHT_KEEP});
    r->stats.rules++;
  }
  if (f->is_variadic && to->variadic) {
    const uint32_t object = points_same(r->points, to->variadic - 1);
    const uint32_t whole = relevancy_cell(r, object, 0);
    for (uint32_t n = c->fixed_args; n < c->arg_count; n++) {
      const uint32_t arg = from->first_node + args[n];
      relevancy_add_effect(r, arg, whole);
      uint32_t count;
      const uint32_t *spots = points_set(r->points, arg, &count);
      for (uint32_t m = 0; c->args[n].byval_bytes && m < count; m++)
        relevancy_link_copy(r, (points_spot) {object, 0},
                            points_get_spot(r->points, spots[m]),
                            c->args[n].byval_bytes);
    }
  }
  for (uint32_t n = 0; n < c->result_count && n < f->result_count; n++)
    give_back(r, to->first_node + to->webs->count + n, symbol,
              from->first_node + results[n], k.caller);
}

static void calls(relevancy *r, cell_list *cells) {
  const uint32_t instances = points_instance_count(r->points);
  for (uint32_t k = 0; k < points_call_count(r->points); k++) {
    const points_call c = points_get_call(r->points, k);
    pass(r, c, instances + k, cells);
    /* The stacks of the callee: any of the caller's, with this call on top. */
    pushdown_add(r->pushdown, r->any_state[c.callee], instances + k,
                 r->any_state[c.caller], WEIGHT_KEEP, PUSHDOWN_NONE);
  }
}

/* Instructions ----------------------------------------------------------- */

static bool is_source(const relevancy *r, const ir_call *c) {
  return r->o.source && c->callee != IR_INDIRECT &&
         !strcmp(r->p->symbols.items[c->callee].name, r->o.source);
}

static void call(relevancy *r, const site *s, cell_list *cells) {
  const ir_call *c = s->in->function->calls.items + s->is->imm;
  if (is_source(r, c)) call_source(r, s, c, cells);
  if (c->callee != IR_INDIRECT) {
    const ir_symbol *callee = r->p->symbols.items + c->callee;
    if (!callee->is_defined) call_outside(r, s, c, callee, cells);
    return;
  }
  uint32_t count;
  const uint32_t *spots = points_set(r->points, s->base + s->at[s->written],
                                     &count);
  for (uint32_t k = 0; k < count; k++) {
    const points_spot at = points_get_spot(r->points, spots[k]);
    const points_object *o = points_get_object(r->points, at.object);
    if (o->sort == POINTS_UNKNOWN)
      for (uint32_t n = 0; n < s->written; n++)
        relevancy_seed(r, s->base + s->at[n], PUSHDOWN_NONE);
    if (o->sort != POINTS_SYMBOL || o->size || at.offset) continue;
    const ir_symbol *callee = r->p->symbols.items + o->number;
    if (callee->kind == IR_FUNCTION && !callee->is_defined)
      call_outside(r, s, c, callee, cells);
  }
}

static void instruction(relevancy *r, const site *s, cell_list *cells) {
  const points_operands o = points_operands_of(s->is, s->in->webs, s->insn);
  switch ((ir_opcode) s->is->op) {
  case IR_LOAD: load(r, s, o, cells); break;
  case IR_STORE: store(r, s, o, cells); break;
  case IR_COPY: case IR_MOVEMEM: case IR_FILL: fill(r, s, o, cells); break;
  case IR_CALL: call(r, s, cells); break;
  case IR_BUILTIN:
    builtin(r, s, s->in->function->calls.items + s->is->imm);
    break;
  case IR_RETURN:
    for (uint32_t k = 0; k < s->count && k < s->in->function->result_count;
         k++) {
      pushdown_add_rule(r->pushdown, (pushdown_rule) {
          .from = s->base + s->at[k], .top = s->instance,
          .to = s->base + s->in->webs->count + k, .first = PUSHDOWN_NONE,
          .second = PUSHDOWN_NONE, .weight = WEIGHT_KEEP});
      r->stats.rules++;
    }
    break;
  case IR_HAVOC:
    if (!r->o.source) relevancy_seed(r, s->base + o.d, PUSHDOWN_NONE);
    break;
  case IR_SLOT: case IR_RENEW: case IR_ALLOCA: break;  /* an address is a number */
  default:
    flow_through(r, s);
    /* Where the machine puts objects is an input (exec/place.c). */
    if (s->is->flags & IR_NUMBERS && !r->o.source && o.d != WEBS_NONE)
      relevancy_seed(r, s->base + o.d, PUSHDOWN_NONE);
    break;
  }
}

void relevancy_build(relevancy *r) {
  cell_list cells = {0};
  calls(r, &cells);
  for (uint32_t n = 0; n < points_instance_count(r->points); n++) {
    const points_instance *in = points_get_instance(r->points, n);
    for (uint32_t k = 0; k < in->function->insn_count; k++) {
      const ir_insn *is = in->function->insns + k;
      const site s = {
        .instance = n, .insn = k, .base = in->first_node, .in = in, .is = is,
        .at = in->webs->at + in->webs->first[k],
        .written = in->webs->written[k],
        .count = in->webs->first[k + 1] - in->webs->first[k]};
      instruction(r, &s, &cells);
    }
  }
  vec_release(&cells);
}
