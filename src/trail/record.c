#include "trail/record.h"

#include "base/mem.h"
#include "trail/value.h"

#include <assert.h>
#include <string.h>

/* Kept of a loop and of a call that has returned: a screen, or with --all a few. */
enum { FEW_ROUNDS = 4, MANY_ROUNDS = 64, FEW_LINES = 200, MANY_LINES = 20000 };
/* Decisions: of so many at most another side is looked for. */
enum { MOST_DECISIONS = 1 << 20, MOST_ASKED = 8 };
/* Of one list: what --all may print. */
enum { MOST_ITEMS = 1 << 16 };

void trail_record_begin(trail_record *r, exec *x, trail_inputs *in, bool all) {
  *r = (trail_record) {.exec = x, .program = exec_program(x), .inputs = in,
                       .most_rounds = all ? MANY_ROUNDS : FEW_ROUNDS,
                       .most_lines = all ? MANY_LINES : FEW_LINES};
  r->root = trail_call_new(NULL);
  vec_push(&r->root->items, ((trail_item) {.place = 0}));
  for (uint32_t k = 0; k < r->program->functions.count; k++) vec_push(&r->variables, NULL);
  r->is_system = mem_zeroed(r->program->files.count + 1, 1);
}

void trail_record_release(trail_record *r) {
  while (r->open.count) {
    trail_activation a = vec_pop(&r->open);
    vec_release(&a.heads);
  }
  vec_release(&r->open);
  trail_call_free(r->root);
  for (uint32_t k = 0; k < r->variables.count; k++) free(r->variables.items[k]);
  vec_release(&r->variables);
  vec_release(&r->decisions);
  trail_item last = {.values = {r->last.items, r->last.count, r->last.capacity}};
  trail_values_release(&last);
  free(r->is_system);
}

/* Where control is ---------------------------------------------------------- */

/* Headers of the system: what they define is the library's. */
static bool is_system_file(trail_record *r, uint32_t file) {
  uint8_t *is = r->is_system + file;
  if (!*is) *is = strncmp(r->program->files.items[file], "/usr/", 5) ? 2 : 1;
  return *is == 1;
}

static bool is_users(trail_record *r, const ir_function *f) {
  return !f->is_library && f->place &&
         !is_system_file(r, r->program->places.items[f->place].file);
}

static trail_items *items_of(const trail_activation *a) {
  trail_items *items = &a->call->items;
  for (uint32_t k = 0; k < a->heads.count; k++) {
    trail_item *loop = &vec_last(items);
    assert(!loop->place && loop->head == a->heads.items[k]);
    items = &vec_last(&loop->rounds).items;
  }
  return items;
}

/* The loop that is `depth` loops deep. */
static trail_item *loop_of(const trail_activation *a, uint32_t depth) {
  trail_items *items = &a->call->items;
  for (uint32_t k = 0; k < depth; k++) items = &vec_last(&vec_last(items).rounds).items;
  return &vec_last(items);
}

static trail_item *visit_of(const trail_activation *a) {
  return a->has_visit ? &vec_last(items_of(a)) : NULL;
}

static void leave_loop(trail_record *r, trail_activation *a) {
  trail_close_round(loop_of(a, a->heads.count - 1), r->program, r->most_rounds);
  (void) vec_pop(&a->heads);
  a->has_visit = false;
}

/* Is the block in the loop with this head? */
static bool is_in(const ir_function *f, uint32_t head, uint32_t block) {
  if (!f->blocks[block].loop_depth) return false;
  for (uint32_t h = f->blocks[block].loop_head;;) {
    if (h == head) return true;
    const uint32_t up = ir_loop_around(f, h);
    if (up == h) return false;
    h = up;
  }
}

/* A block that ends the path, as of a failed assertion, belongs to the loop that it is written in. */
static bool is_last(const ir_function *f, const ir_block *b) {
  return b->count && !b->successor_count && f->insns[b->first + b->count - 1].op != IR_RETURN;
}

static void enter_block(trail_record *r, trail_activation *a, const state *s, uint32_t block) {
  const ir_function *f = s->top->function;
  const ir_block *b = f->blocks + block;
  const bool is_head = b->is_loop_head && s->pc == b->first;
  if (block == a->block && !is_head) return;
  a->block = block;
  if (is_last(f, b)) return;
  while (a->heads.count && !is_in(f, vec_last(&a->heads), block)) leave_loop(r, a);
  if (!is_head) return;
  a->has_visit = false;
  if (a->heads.count && vec_last(&a->heads) == block) {
    trail_item *loop = loop_of(a, a->heads.count - 1);
    trail_close_round(loop, r->program, r->most_rounds);
    vec_push(&loop->rounds, ((trail_round) {.count = 1}));
  } else {
    trail_item loop = {.head = block};
    vec_push(&loop.rounds, ((trail_round) {.count = 1}));
    trail_items *items = items_of(a);
    vec_push(items, loop);
    vec_push(&a->heads, block);
  }
}

static bool is_same_line(const ir_program *p, uint32_t a, uint32_t b) {
  return p->places.items[a].line == p->places.items[b].line &&
         p->places.items[a].file == p->places.items[b].file;
}

static void visit(trail_record *r, trail_activation *a, const ir_insn *i) {
  if (!i->place || !r->program->places.items[i->place].line) return;
  const trail_item *now = visit_of(a);
  if (now && now->place && is_same_line(r->program, now->place, i->place)) return;
  if (a->call->items.count && i->place == a->call->function->place) return;    /* no line's own */
  if (i->op == IR_JUMP || i->op == IR_RETURN || i->op == IR_END || i->op == IR_BEGIN) return;
  trail_items *items = items_of(a);
  if (items->count == MOST_ITEMS) trail_items_drop(items, MOST_ITEMS / 2);
  vec_push(items, ((trail_item) {.place = i->place}));
  a->has_visit = true;
  r->lines++;
}

/* Calls --------------------------------------------------------------------- */

static bool is_below(const frame *top, const trail_call *c) {
  const frame *f = top;
  while (f && f->depth > c->depth) f = f->caller;
  return f && f->serial == c->serial && f->depth == c->depth;
}

static void close_call(trail_record *r) {
  trail_activation a = vec_pop(&r->open);
  while (a.heads.count) leave_loop(r, &a);
  vec_release(&a.heads);
  a.call->has_returned = true;
  a.call->lines = trail_count_lines(&a.call->items);
  if (a.call->lines <= r->most_lines) return;
  a.call->hidden = a.call->lines;
  a.call->lines = 0;
  trail_items_release(&a.call->items);
}

static void open_call(trail_record *r, const frame *f) {
  trail_call *c = trail_call_new(f->function);
  c->serial = f->serial;
  c->depth = f->depth;
  trail_activation *by = r->open.count ? &vec_last(&r->open) : NULL;
  trail_item *at = by ? visit_of(by) : &vec_last(&r->root->items);
  if (!at) {                    /* no line is known where it is called */
    trail_items *items = items_of(by);
    vec_push(items, ((trail_item) {.place = by->call->function->place}));
    by->has_visit = true;
    at = visit_of(by);
  }
  vec_push(&at->calls, c);
  vec_push(&r->open, ((trail_activation) {.call = c, .block = UINT32_MAX}));
}

static trail_activation *activation_of(trail_record *r, const state *s) {
  const frame *f = s->top;
  while (r->open.count && vec_last(&r->open).call->serial != f->serial &&
         !is_below(f, vec_last(&r->open).call))
    close_call(r);
  if (!r->open.count || vec_last(&r->open).call->serial != f->serial) open_call(r, f);
  return &vec_last(&r->open);
}

/* What changes -------------------------------------------------------------- */

static uint32_t variable_in(trail_record *r, const ir_function *f, uint32_t reg) {
  uint32_t **map = r->variables.items + r->program->symbols.items[f->symbol].function;
  if (!*map) {
    *map = mem_zeroed(f->reg_count + 1, sizeof **map);
    for (uint32_t k = 0; k < f->variables.count; k++) {
      const ir_variable *v = f->variables.items + k;
      if (!v->slot && v->type && v->reg < f->reg_count) (*map)[v->reg] = k + 1;
    }
  }
  return (*map)[reg];
}

static void add_value(trail_item *to, trail_value new) {
  for (uint32_t k = 0; k < to->values.count; k++) {
    trail_value *old = to->values.items + k;
    if (strcmp(old->name, new.name)) continue;
    free(old->name);
    free(old->text);
    vec_release(&old->terms);
    *old = new;
    return;
  }
  vec_push(&to->values, new);
}

/* What a library's function wrote, unless it is its own affair: bytes of no type, as of a FILE. */
static void add_written(trail_item *to, trail_value new) {
  trail_item one = {.place = 0};
  if (strncmp(new.text, "{0x", 3)) {
    add_value(to, new);
    return;
  }
  vec_push(&one.values, new);
  trail_values_release(&one);
}

/* A visit's values that are shown: of an unrolled initialisation nobody reads more. */
enum { MOST_VALUES = 12 };

static void settle(trail_record *r, const state *s) {
  const trail_pending *p = &r->pending;
  trail_activation *a = r->open.count ? &vec_last(&r->open) : NULL;
  trail_item *at = a ? visit_of(a) : NULL;
  const frame *f = s->top;
  trail_value v;
  if (p->kind == PENDING_NONE || p->serial != f->serial) return;
  if (!at || at->values.count >= MOST_VALUES) ;
  else if (p->kind == PENDING_VARIABLE) {
    if (trail_variable(r->exec, s, f, f->function->variables.items + p->variable, &v))
      add_value(at, v);
  } else if (p->kind == PENDING_MEMORY) {
    if (trail_memory(r->exec, s, p->address, p->size, &v)) add_value(at, v);
  } else {
    for (uint32_t k = 0; k < p->count; k++) {
      uint8_t now[TRAIL_PEEKED];
      const uint32_t size = trail_peek(r->exec, s, p->seen[k].address, now, TRAIL_PEEKED);
      if (size == p->seen[k].size && memcmp(now, p->seen[k].bytes, size) &&
          trail_memory(r->exec, s, p->seen[k].address, UINT64_MAX, &v))
        add_written(at, v);
    }
  }
  r->pending.kind = PENDING_NONE;
}

static bool is_library_call(const trail_record *r, const ir_call *c) {
  if (c->callee == IR_INDIRECT) return false;
  const ir_function *f = ir_function_of(r->program, c->callee);
  return !f || f->is_library;
}

static void await_call(trail_record *r, const state *s, const ir_insn *i) {
  const ir_call *c = s->top->function->calls.items + i->imm;
  trail_pending *p = &r->pending;
  if (i->op == IR_CALL && !is_library_call(r, c)) return;
  p->kind = PENDING_CALL;
  p->count = 0;
  for (uint32_t k = 0; k < c->arg_count && p->count < TRAIL_ARGUMENTS; k++) {
    uint64_t address;
    if (c->args[k].width != r->program->pointer_bits || c->args[k].byval_bytes ||
        !trail_number(r->exec, s, s->top->regs[c->args[k].reg], &address))
      continue;
    const uint32_t size =
        trail_peek(r->exec, s, address, p->seen[p->count].bytes, TRAIL_PEEKED);
    p->seen[p->count].address = address;
    p->seen[p->count].size = size;
    p->count += size != 0;
  }
}

static void await(trail_record *r, const state *s, const ir_insn *i) {
  const frame *f = s->top;
  trail_pending *p = &r->pending;
  p->kind = PENDING_NONE;
  p->serial = f->serial;
  uint32_t variable;
  switch (i->op) {
  case IR_MOVE: case IR_CONST:
    variable = variable_in(r, f->function, i->d);
    if (!variable) return;
    p->kind = PENDING_VARIABLE;
    p->variable = variable - 1;
    return;
  case IR_STORE:
    if (!trail_number(r->exec, s, f->regs[i->a], &p->address)) return;
    p->address += i->imm;
    p->size = (i->width + 7u) / 8;
    p->kind = PENDING_MEMORY;
    return;
  case IR_COPY: case IR_MOVEMEM: case IR_FILL:
    if (!trail_number(r->exec, s, f->regs[i->a], &p->address) ||
        !trail_number(r->exec, s, f->regs[i->c], &p->size) || !p->size)
      return;
    p->kind = PENDING_MEMORY;
    return;
  case IR_CALL: case IR_BUILTIN: await_call(r, s, i); return;
  default: return;
  }
}

/* From outside --------------------------------------------------------------- */

void trail_record_look(void *context, const state *s, const ir_insn *i) {
  trail_record *r = context;
  r->inputs->state = s;
  r->steps++;
  if (!is_users(r, s->top->function)) return;
  trail_activation *a = activation_of(r, s);
  settle(r, s);
  enter_block(r, a, s, i->block);
  visit(r, a, i);
  await(r, s, i);
}

void trail_record_decided(void *context, expr holds) {
  trail_record *r = context;
  trail_activation *a = r->open.count ? &vec_last(&r->open) : NULL;
  trail_item *at = a ? visit_of(a) : NULL;
  const trail_decision new = {holds, at ? at->place : 0, r->lines};
  if (r->decisions.count && expr_same(vec_last(&r->decisions).holds, holds)) return;
  if (r->decisions.count < MOST_DECISIONS) vec_push(&r->decisions, new);
  else r->has_more = true;
  if (at && at->asked.count < MOST_ASKED) vec_push(&at->asked, holds);
}

void trail_record_end(trail_record *r, const state *s, uint32_t place) {
  r->last_place = place;
  r->inputs->state = s;
  while (r->open.count && !is_below(s->top, vec_last(&r->open).call)) close_call(r);
  if (!r->open.count) return;
  const trail_call *c = vec_last(&r->open).call;
  const frame *f = s->top;
  while (f && f->serial != c->serial) f = f->caller;
  if (!f) return;
  r->last_function = f->function;
  for (uint32_t k = 0; k < f->function->variables.count; k++) {
    trail_value v;
    if (trail_variable(r->exec, s, f, f->function->variables.items + k, &v))
      vec_push(&r->last, v);
  }
}
