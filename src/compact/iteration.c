#include "compact/iteration.h"

#include "base/limits.h"
#include "compact/compact.h"
#include "compact/fields.h"
#include "exec/fields.h"
#include "lazy/lazy.h"

#include <assert.h>
#include <string.h>

struct prober {
  exec *original, *exec;        /* the latter a twin: its counts are its own */
  expr_table *table;
  const loop *loop;             /* that is looked at */
  uint32_t depth;               /* of the frame that it runs in */
  solver_stats before;          /* when the look began */
  uint64_t max_queries;         /* that it may ask */
  uint32_t inner;               /* iterations of inner loops that it saw */
  VEC(state *) waiting;         /* oldest first */
  uint32_t next_waiting;
};

/* Running ------------------------------------------------------------------ */

static void born(void *context, state *child, const state *parent) {
  prober *p = context;
  (void) parent;
  vec_push(&p->waiting, child);
}

/* An iteration that ends inside of the body is none: bugs in it are found where
 * the state itself comes to them. */
static void ended(void *context, const state *s, const ending *end) {
  (void) context;
  (void) s;
  (void) end;
}

static void message(void *context, const char *text) {
  (void) context;
  (void) text;
}

/* Pauses where the iteration is over: at the head, or outside of the loop. */
static bool jumped(void *context, state *s, uint32_t to) {
  prober *p = context;
  compact_note_jump(s, to);
  if (s->top->depth < p->depth) return false;
  if (s->top->depth > p->depth || to != p->loop->head)
    p->inner += s->top->function->blocks[to].is_loop_head;
  if (s->top->depth != p->depth) return false;
  compact_of(s)->at_loop = to == p->loop->head;
  return compact_of(s)->at_loop || !p->loop->inside[to];
}

prober *prober_new(exec *x) {
  prober *p = mem_zeroed(1, sizeof *p);
  const exec_hooks hooks = {p, born, ended, message, jumped, NULL, NULL};
  exec_options o = *exec_get_options(x);
  o.max_loop = o.max_depth = 0;
  o.max_forks = 0;
  p->original = x;
  p->exec = exec_twin(x, &o, &hooks);
  p->table = exec_table(x);
  return p;
}

void prober_free(prober *p) {
  if (!p) return;
  exec_free(p->exec);
  vec_release(&p->waiting);
  free(p);
}

const uint8_t *prober_edges(const prober *p) {
  return exec_covered_edges(p->exec);
}

static bool is_inside(const prober *p, const state *s) {
  const frame *f = s->top;
  if (f->depth < p->depth) return false;
  if (f->depth > p->depth) return true;
  return f->function == p->loop->function &&
         p->loop->inside[state_insn(s)->block];
}

static void begin_asking(prober *p, uint64_t max_queries) {
  p->before = *solver_get_stats(exec_solver(p->exec));
  p->max_queries = max_queries;
}

static bool has_asked(const prober *p) {
  return solver_get_stats(exec_solver(p->exec))->queries > p->before.queries;
}

static bool has_spent_steps(const prober *p) {
  const summaries *s = exec_get_strategy(p->exec).summaries;
  return s && summaries_are_spent(s);
}

/* A look that costs more than unrolling is given up. */
static bool is_spent(const prober *p) {
  const solver_stats *now = solver_get_stats(exec_solver(p->exec));
  return has_spent_steps(p) ||
         now->queries - p->before.queries > p->max_queries ||
         now->gates + now->cached_gates - p->before.gates -
                 p->before.cached_gates > limits.compact_probe_gates ||
         now->sat_work + now->cached_work - p->before.sat_work -
                 p->before.cached_work > limits.compact_probe_conflicts;
}

/* Diagrams may be worked on for so long; what was allowed before is
 * returned. */
static uint64_t allow_steps(prober *p) {
  summaries *s = exec_get_strategy(p->exec).summaries;
  if (!s) return UINT64_MAX;
  const uint64_t most = summaries_get_stats(s)->steps + limits.compact_probe_steps;
  const uint64_t before = summaries_allow(s, most);
  if (before < most) summaries_allow(s, before);
  return before;
}

/* Whether they were worked on for longer. */
static bool allow_again(prober *p, uint64_t before) {
  const bool was_spent = has_spent_steps(p);
  if (exec_get_strategy(p->exec).summaries)
    summaries_allow(exec_get_strategy(p->exec).summaries, before);
  return was_spent;
}

/* Instructions between two looks at the place: 64 looks in compact_probe_instructions.  States of
 * a probe: twice as many as it has such slices. */
enum { SLICE = 64, MOST_STATES = 128 };

/* Takes the state until its iteration is over; true if it came back to the
 * head. */
static bool run_to_head(prober *p, state *s, uint64_t *left) {
  for (;;) {
    const uint64_t before = s->instructions;
    if (exec_run(p->exec, s, SLICE) == EXEC_ENDED) return false;
    const uint64_t ran = s->instructions - before + 1;
    *left = *left > ran ? *left - ran : 0;
    if (compact_of(s)->at_loop && s->top->depth == p->depth) return true;
    if (is_spent(p)) *left = 0;
    if (!*left || !is_inside(p, s)) break;
  }
  state_free(s);
  return false;
}

/* All ways from the copy that come back; false: there are too many. */
static bool run_all(prober *p, state *start, look *found) {
  uint64_t left = limits.compact_probe_instructions;
  const uint64_t began = start->instructions;   /* those that split off have run as far */
  uint32_t ran = 0;
  vec_clear(&p->waiting);
  vec_push(&p->waiting, start);
  for (p->next_waiting = 0; p->next_waiting < p->waiting.count;) {
    state *s = p->waiting.items[p->next_waiting++];
    if (is_spent(p)) left = 0;
    if (!left || ++ran > MOST_STATES ||
        found->ways.count == limits.compact_probe_ways) {
      state_free(s);
      left = 0;
      continue;
    }
    compact_of(s)->at_loop = false;
    if (run_to_head(p, s, &left))
      vec_push(&found->ways, ((iteration) {.end = s, .instructions =
                                          s->instructions - began}));
  }
  return left > 0;
}

/* Carried values ----------------------------------------------------------- */

static uint32_t symbol_for(prober *p, loop *l, uint32_t name, uint64_t at,
                           unsigned width) {
  for (uint32_t k = 0; k < l->symbols.count; k++) {
    const loop_symbol *s = l->symbols.items + k;
    if (s->name == name && s->at == at && s->width == width) return s->symbol;
  }
  const uint32_t symbol = expr_new_symbol(p->table, SYMBOL_FRESH, width,
                                          "carried");
  vec_push(&l->symbols, ((loop_symbol) {name, at, width, symbol}));
  return symbol;
}

static carried make_carried(prober *p, loop *l, const state *s, uint32_t name,
                            uint64_t at, unsigned width, value v) {
  carried c = {.width = width};
  c.symbol = symbol_for(p, l, name, at, width);
  c.start = lazy_substitute_settled(p->original, s,
                                    value_term(p->table, v, width), &c.is_open);
  if (expr_width(p->table, c.start) != width)
    c.start = expr_resize(p->table, c.start, width, false);
  const memory *seen[] = {&s->memory};
  if (exec_is_address(p->original, seen, 1, c.start)) {
    c.origin = c.start;
    c.start = expr_const(p->table, width, 0);
  }
  assert(expr_width(p->table, c.start) == c.width && c.width <= 64);
  return c;
}

/* What stands for the value at the start of an iteration. */
static expr stand_in(const prober *p, const carried *c) {
  assert(expr_symbol_width(p->table, c->symbol) == c->width);
  const expr own = expr_symbol(p->table, c->symbol);
  return c->origin.id ? expr_binary(p->table, EXPR_ADD, c->origin, own) : own;
}

static refusal carry_registers(prober *p, loop *l, state *s,
                               carried_list *list) {
  for (uint32_t k = 0; k < l->registers.count; k++) {
    const uint32_t reg = l->registers.items[k].reg;
    unsigned width = l->registers.items[k].width;
    value v = s->top->regs[reg];
    if (!width && v.sym.id > EXPR_UNDEFINED.id)
      width = expr_width(p->table, v.sym);
    if (!width || width > 64) return REFUSED_SHAPE;
    if (v.sym.id == EXPR_UNDEFINED.id) {
      v = exec_make_undefined(p->original, s, width, 0, 0);
      state_own_top(s)->regs[reg] = v;
    }
    carried c = make_carried(p, l, s, 0, reg, width, v);
    if (c.is_open) return REFUSED_OPEN;
    c.reg = reg;
    vec_push(list, c);
  }
  return REFUSED_NONE;
}

/* Cells that an iteration changes: half of compact_probe_instructions, as a cell takes a load and
 * a store. */
enum { MOST_CELLS = 2048 };

/* The cells of these bytes become one. */
static refusal carry_cell(prober *p, loop *l, state *s, uint32_t name,
                          uint64_t offset, uint64_t end, carried_list *list) {
  uint32_t kept = 0;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t k = 0; k < list->count; k++) {
      const carried *c = list->items + k;
      if (c->name != name || c->offset >= end || c->offset + c->bytes <= offset)
        continue;
      if (c->offset < offset) offset = c->offset, grew = true;
      if (c->offset + c->bytes > end) end = c->offset + c->bytes, grew = true;
    }
  }
  for (uint32_t k = 0; k < list->count; k++) {
    const carried *c = list->items + k;
    if (c->name != name || c->offset >= end || c->offset + c->bytes <= offset)
      list->items[kept++] = *c;
  }
  list->count = kept;
  const uint32_t bytes = (uint32_t) (end - offset);
  if (bytes > 8 || kept >= MOST_CELLS) return REFUSED_CELLS;
  assert(offset < end);
  object *o = memory_own(&s->memory, exec_names(p->original), name);
  uint32_t defined = 0;
  for (uint32_t k = 0; k < bytes; k++)
    defined += object_is_defined(o, offset + k, 1);
  if (!defined)
    object_define(o, p->table, offset, bytes,
                 exec_make_undefined(p->original, s, 8 * bytes, name,
                                     offset));
  for (uint32_t k = 0; k < bytes && defined; k++)
    if (!object_is_defined(o, offset + k, 1))
      object_define(o, p->table, offset + k, 1,
                    exec_make_undefined(p->original, s, 8, name, offset + k));
  carried c = make_carried(p, l, s, name, offset, 8 * bytes,
                           object_load(o, p->table, offset, bytes));
  if (c.is_open) return REFUSED_OPEN;
  c.name = name;
  c.offset = offset;
  c.bytes = bytes;
  vec_push(list, c);
  return REFUSED_NONE;
}

static state *generalised(prober *p, const state *s, const carried_list *l) {
  state *copy = state_copy(s);
  compact_of(copy)->trail = 0;
  for (uint32_t k = 0; k < l->count; k++) {
    const carried *c = l->items + k;
    const value v = {.sym = stand_in(p, c)};
    if (!c->name) state_own_top(copy)->regs[c->reg] = v;
    else
      object_store(memory_own(&copy->memory, exec_names(p->original), c->name),
                   p->table, c->offset, c->bytes, v);
  }
  return copy;
}

/* Changed cells ------------------------------------------------------------ */

typedef struct comparing {
  prober *p;
  loop *l;
  state *s;
  carried_list *carried;
  refusal refusal;
  bool grew;                    /* cells were found */
} comparing;

static bool refuse(comparing *c, refusal why) {
  assert(why != REFUSED_NONE);
  c->refusal = why;
  return false;
}

static bool is_carried(const carried_list *l, uint32_t name, uint64_t from,
                       uint64_t end) {
  for (uint32_t k = 0; k < l->count; k++) {
    const carried *c = l->items + k;
    if (c->name == name && c->offset <= from && end <= c->offset + c->bytes)
      return true;
  }
  return false;
}

static bool compare_objects(void *context, uint32_t key, void *left,
                            void *right) {
  comparing *c = context;
  const object *a = left, *b = right;
  if (!a || !b || a->name != b->name || a->size != b->size ||
      a->kind != b->kind || a->is_read_only != b->is_read_only ||
      a->is_own != b->is_own || !expr_same(a->actual_size, b->actual_size) ||
      !expr_same(a->place, b->place) ||
      !expr_same(a->exists, b->exists) || a->updates != b->updates)
    return refuse(c, REFUSED_ALLOCATES);
  if (key != (a->name & ~NAME_BIT)) return true;        /* a further page */
  const uint64_t used = object_both_used(a, b);
  if (used < a->size && !object_same_byte(a, b, used))
    return refuse(c, REFUSED_ALLOCATES);
  for (uint64_t i = 0; i < used; i++) {
    if (object_same_byte(a, b, i)) continue;
    if (!object_is_defined(b, i, 1)) return refuse(c, REFUSED_UNDEFINED);
    uint64_t from = i, end = i + 1;
    const shadow s = object_shadow(b, i);
    const uint32_t bytes = s.term.id ? expr_width(c->p->table, s.term) / 8 : 0;
    if (bytes && bytes <= 8 && s.part <= i && i - s.part + bytes <= b->size) {
      from = i - s.part;
      end = from + bytes;
    }
    if (!is_carried(c->carried, a->name, from, end)) {
      c->grew = true;
      c->refusal = carry_cell(c->p, c->l, c->s, a->name, from, end,
                              c->carried);
      if (c->refusal != REFUSED_NONE) return false;
    }
    i = end - 1;
  }
  return true;
}

/* All that it asks for is what was undefined: the cells concerned are found,
 * and defined beforehand the next time. */
static bool asks_undefined(const state *before, const state *after) {
  for (const input *i = after->inputs; i != before->inputs; i = i->before)
    if (i->kind != INPUT_UNINIT) return false;
  return true;
}

/* All that it made up are numbers that unknown functions returned: inputs like
 * others.  Of a pointer or a _Bool more is known than its value. */
static refusal check_made(const prober *p, const state *before,
                          const state *after) {
  const ir_type *types = exec_program(p->original)->types.items;
  for (const made *m = after->made; m != before->made; m = m->before) {
    const ir_type *t = types + m->type;
    if (m->kind != MADE_RESULT) return REFUSED_LIMITS;
    if (m->inputs && t->kind != IR_TYPE_FLOAT &&
        (t->kind != IR_TYPE_INTEGER || !strcmp(t->name, "_Bool")))
      return REFUSED_LIMITS;
  }
  return REFUSED_NONE;
}

static refusal check_path(const prober *p, const state *before,
                          const state *after) {
  (void) p;
  (void) before;
  return after->path.uncertain ? REFUSED_UNKNOWN : REFUSED_NONE;
}

static refusal check_inputs(const prober *p, const state *before,
                            const state *after) {
  (void) p;
  for (const input *i = after->inputs; i != before->inputs; i = i->before)
    if ((i->kind != INPUT_NONDET && i->kind != INPUT_OBJECT &&
         i->kind != INPUT_LAZY) || i->iterations.id)
      return REFUSED_ASKS;
  return REFUSED_NONE;
}

/* What exec/state.def says of an iteration. */
#define SAME_NUMBER(F) (after->F == before->F)
#define SAME_LIST(F) (after->F == before->F)
#define SAME_NUMBERS(F) pmap_same(&before->F, &after->F)
#define SAME_TERMS(F) pmap_same(&before->F, &after->F)

#define ITERATION_ANY(F, KIND)
#define ITERATION_CARRIED(F, KIND)
#define ITERATION_LATER(F, KIND)
#define ITERATION_CHECKED(F, KIND) \
  why = check_##F(p, before, after); \
  if (why != REFUSED_NONE) return why;
#define ITERATION_ALLOCATES(F, KIND) \
  if (!SAME_##KIND(F)) return REFUSED_ALLOCATES;
#define ITERATION_PRINTS(F, KIND) if (!SAME_##KIND(F)) return REFUSED_PRINTS;
#define ITERATION_LIMITS(F, KIND) if (!SAME_##KIND(F)) return REFUSED_LIMITS;

/* What an iteration did beside changing values. */
static refusal compare_rest(const prober *p, const state *before,
                            const state *after) {
  refusal why;
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  ITERATION_##ITERATION(NAME, KIND)
#include "exec/state.def"
  return REFUSED_NONE;
}

/* Looking ----------------------------------------------------------------- */

static void release_ways(look *t) {
  for (uint32_t k = 0; k < t->ways.count; k++) {
    state_free(t->ways.items[k].end);
    vec_release(&t->ways.items[k].condition);
  }
  vec_release(&t->ways);
}

void look_release(look *t) {
  release_ways(t);
  vec_release(&t->carried);
}

static void take_condition(iteration *w, uint32_t common) {
  assert(common <= path_count(&w->end->path));
  const uint32_t count = path_count(&w->end->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(&w->end->path, all);
  for (uint32_t k = common; k < count; k++) vec_push(&w->condition, all[k]);
  free(all);
}

/* Values that were fixed or made up, and notes on what "proved" then means: a
 * iteration with any of them is not all that its condition and values say.
 * Results of unknown functions are, and noted when a template with them is
 * applied. */
static uint64_t count_effects(prober *p) {
  const exec_stats *stats = exec_get_stats(p->exec);
  uint64_t count = stats->concretised + stats->havocs;
  for (uint32_t k = 0; k < exec_note_count(p->exec); k++)
    if (!exec_get_note(p->exec, k).is_call)
      count += exec_get_note(p->exec, k).count;
  return count;
}

/* Whether a constant of the value is the address of a stack object that is
 * dead: each iteration has its own, but a template knows the first one's
 * only. */
static bool outlives(const prober *p, const state *end, value v) {
  const exec *x = p->original;
  const unsigned shift = exec_program(x)->object_shift;
  VEC(expr) todo = {0};
  pmap seen = {0};
  bool found = !v.sym.id && exec_is_dead_slot(x, end, value_bits(v) >> shift);
  if (v.sym.id > EXPR_UNDEFINED.id) vec_push(&todo, v.sym);
  while (todo.count && !found) {
    const expr e = vec_pop(&todo);
    uint64_t bits;
    if (!e.id || pmap_get(&seen, e.id)) continue;
    pmap_set(&seen, &pmap_borrowed, e.id, (void *) 1);
    if (expr_value(p->table, e, &bits))
      found = exec_is_dead_slot(x, end, bits >> shift);
    const expr_node n = expr_get(p->table, e);
    for (unsigned k = 0; k < 3; k++) vec_push(&todo, n.arg[k]);
  }
  vec_release(&todo);
  pmap_release(&seen, &pmap_borrowed);
  return found;
}

/* Objects of a block that began in the iteration are referred to after it. */
static bool keeps_instances(const prober *p, const state *before,
                            const iteration *w, const carried_list *l) {
  if (pmap_same(&before->renewals, &w->end->renewals))
    return false;
  for (uint32_t k = 0; k < l->count; k++) {
    const carried *c = l->items + k;
    const object *o = c->name ? memory_find(&w->end->memory, c->name) : NULL;
    if (c->name && (!o || !object_is_defined(o, c->offset, c->bytes))) continue;
    if (outlives(p, w->end, o ? object_load(o, p->table, c->offset, c->bytes)
                              : w->end->top->regs[c->reg]))
      return true;
  }
  return false;
}

/* One look with the cells known so far; there may be more of them. */
static refusal look_once(prober *p, loop *l, state *s, look *found,
                         bool *again) {
  const uint64_t effects = count_effects(p);
  state *start = generalised(p, s, &found->carried);
  state *kept = state_copy(start);
  const bool is_whole = run_all(p, start, found);
  const uint32_t common = path_count(&s->path);
  comparing c = {.p = p, .l = l, .s = s, .carried = &found->carried};
  assert(path_count(&kept->path) == common);
  *again = false;
  for (uint32_t k = 0; k < found->ways.count; k++) {
    iteration *w = found->ways.items + k;
    w->refusal = compare_rest(p, kept, w->end);
    for (const input *i = w->end->inputs; i != kept->inputs; i = i->before)
      w->asked++;
    if (w->refusal != REFUSED_NONE &&
        !(w->refusal == REFUSED_ASKS && asks_undefined(kept, w->end)))
      continue;
    c.grew = false;
    c.refusal = REFUSED_NONE;
    pmap_diff(&kept->memory.objects, &w->end->memory.objects, compare_objects,
              &c);
    if (c.refusal != REFUSED_NONE) w->refusal = c.refusal;
    else if (keeps_instances(p, kept, w, &found->carried))
      w->refusal = REFUSED_ALLOCATES;
    *again |= c.grew && c.refusal == REFUSED_NONE;
    take_condition(w, common);
  }
  state_free(kept);
  if (count_effects(p) != effects) return REFUSED_LIMITS;
  if (!found->ways.count && is_whole) return REFUSED_LEAVES;
  if (!found->ways.count)
    return p->inner > limits.compact_probe_ways ? REFUSED_INNER : REFUSED_COSTLY;
  return REFUSED_NONE;
}

/* Rounds of finding the cells that an iteration changes: each finds one more level of pointers at
 * least, and words by their parts (bytes, 2, 4, 8) take up to four. */
enum { MOST_ROUNDS = 12 };

refusal prober_look(prober *p, loop *l, state *s, look *found) {
  assert(!s->unasked.id && s->top->function == l->function && state_insn(s)->block == l->head);
  *found = (look) {0};
  p->loop = l;
  p->depth = s->top->depth;
  begin_asking(p, limits.compact_probe_queries);
  p->inner = 0;
  memset(exec_covered_edges(p->exec), 0,
         exec_program(p->original)->edge_count + 1);
  const uint64_t allowed = allow_steps(p);
  refusal r = carry_registers(p, l, s, &found->carried);
  bool again = true;
  for (uint32_t round = 0; r == REFUSED_NONE && again; round++) {
    if (round == MOST_ROUNDS) r = REFUSED_CELLS;
    else {
      release_ways(found);
      r = look_once(p, l, s, found, &again);
    }
  }
  return allow_again(p, allowed) ? REFUSED_COSTLY : r;
}

/* States that split off stay in the loop: it only branches inside. */
static bool all_stay(const prober *p, const loop *l) {
  for (uint32_t k = 0; k < p->waiting.count; k++) {
    const state *other = p->waiting.items[k];
    if (other->top->depth == p->depth &&
        !l->inside[state_insn(other)->block])
      return false;
  }
  return p->waiting.count > 0;
}

bool prober_is_decided(prober *p, const loop *l, const state *s, bool joins) {
  assert(s->top->function == l->function && state_insn(s)->block == l->head);
  p->loop = l;
  p->depth = s->top->depth;
  begin_asking(p, joins ? limits.compact_probe_queries : 0);
  const uint64_t allowed = allow_steps(p);
  uint64_t left = limits.compact_probe_instructions;
  vec_clear(&p->waiting);
  state *copy = state_copy(s);
  compact_of(copy)->at_loop = false;
  const uint32_t common = path_count(&s->path);
  bool is_decided = false;
  if (run_to_head(p, copy, &left)) {
    is_decided = (!p->waiting.count && path_count(&copy->path) == common) ||
                 (joins && all_stay(p, l));
    state_free(copy);
  } else {
    is_decided = !p->waiting.count && left && !has_asked(p);
  }
  while (p->waiting.count) state_free(vec_pop(&p->waiting));
  return !allow_again(p, allowed) && is_decided;
}

void iteration_set_next(prober *p, const iteration *w, carried_list *list) {
  assert(w->end && w->end->top->depth == p->depth);
  for (uint32_t k = 0; k < list->count; k++) {
    carried *c = list->items + k;
    value v;
    if (!c->name) v = w->end->top->regs[c->reg];
    else
      v = object_load(memory_find(&w->end->memory, c->name), p->table,
                      c->offset, c->bytes);
    c->kind = CLOSED_NONE;
    memset(c->part, 0, sizeof c->part);
    c->next = (expr) {0};
    if (v.sym.id == EXPR_UNDEFINED.id) continue;
    c->next = value_term(p->table, v, c->width);
    if (expr_width(p->table, c->next) != c->width)
      c->next = expr_resize(p->table, c->next, c->width, false);
    if (c->origin.id)
      c->next = expr_binary(p->table, EXPR_SUB, c->next, c->origin);
  }
}
