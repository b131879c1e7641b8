#include "merge/containment.h"
#include "merge/internal.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "expr/sweep.h"

#include <assert.h>
#include <string.h>

/*
 * Recursion by contracts: facts about all calls of a function.
 *
 * A state that enters a recursive function does not go on inside.  A single state denotes
 * all such calls: it has the frames below the outermost function of the strongly connected
 * component, no frames of the component, and is widened at the function's entry until each
 * call is covered, as at the head of a loop (the precondition).  The state is followed to
 * its returns, and each return drops false claims about returns (claims.c, the
 * postcondition).  A call goes on behind itself with new symbols for the results, which
 * satisfy the claims; when claims get weaker, the call goes on anew, and states from the
 * stronger claims are void.
 *
 * Why that is sound.  Let a call be made, and return after n steps.  The state at the entry
 * covers the call.  That state's run to the return has all values, and inner calls return
 * after fewer steps, so by induction the claims hold for the inner calls, and the run goes
 * on behind them.  So the return is among the returns asked about.  An error in a call that
 * does not return is found likewise: all enclosing calls are covered at their entries.
 * Whether calls end: see descent.c.
 *
 * A call's effects are found by comparison with the state before, byte by byte: results,
 * and cells of memory, which become results.  With any other effect, or an address among
 * the results, calls are executed one by one.  Pointers to variables of a frame in between
 * differ from call to call: likewise.
 */

/* Most values returned by a recursive call with claims. */
enum { CONTRACT_RESULTS = SIZED(4, 2) };

static const ir_function *function_of(const state *s) { return s->top->function; }

/* The frame from which the outermost of these functions was called. */
static frame *base_of(const state *s) {
  const uint32_t own = function_of(s)->component;
  frame *f = s->top->caller;
  while (f && f->function->component == own) f = f->caller;
  return f;
}

/* The frame of the denoted call in which this call is made. */
static const frame *outer_call(const state *s) {
  const uint32_t own = function_of(s)->component;
  const frame *f = s->top->caller;
  while (f && !f->is_any_call && f->function->component == own) f = f->caller;
  return f && f->is_any_call && f->function->component == own ? f : NULL;
}

static contract *find_contract(merger *m, const ir_function *f, const frame *base) {
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    contract *c = m->contracts.items + k;
    if (c->function == f && c->stack == base->stack && c->serial == base->serial)
      return c;
  }
  return NULL;
}

/* The state that denotes all calls, as of the function's entry. */
static visit *entry_of(const merger *m, const contract *c) {
  for (uint32_t k = 0; k < m->visits.count; k++) {
    visit *p = m->visits.items + k;
    if (p->state->top->is_any_call && p->state->top->function == c->function &&
        p->state->top->caller == c->base && !p->state->pc)
      return p;
  }
  return NULL;
}

/* Values -------------------------------------------------------------------- */

static expr new_symbol(merger *m, unsigned width, const char *text) {
  return expr_symbol(m->t, expr_new_symbol(m->t, SYMBOL_ABSTRACT, width, text));
}

/* {0}: undefined, wide, or an address. */
static expr plain_value(const merger *m, const state *s, value v, unsigned width) {
  const memory *in[] = {&s->memory};
  if (v.sym.id == EXPR_UNDEFINED.id || width > 64) return (expr) {0};
  const expr e = value_term(m->t, v, width);
  if (expr_width(m->t, e) != width || expr_has(m->t, e, EXPR_HAS_UNINIT) ||
      exec_is_address(m->x, in, 1, e))
    return (expr) {0};
  return e;
}

static expr cell_value(const merger *m, const state *s, const contract_cell *at) {
  assert(at->bytes && at->bytes <= 8);
  const object *o = memory_find(&s->memory, at->name);
  if (!o || at->offset + at->bytes > o->size ||
      !object_is_defined(o, at->offset, at->bytes))
    return (expr) {0};
  return plain_value(m, s, object_load(o, m->t, at->offset, at->bytes), 8 * at->bytes);
}

static expr argument(const merger *m, const state *s, uint32_t k) {
  assert(k < function_of(s)->param_count);
  const ir_value *p = function_of(s)->params + k;
  return plain_value(m, s, s->top->regs[p->reg], p->width);
}

/* Symbols and a call's values of the symbols. */
typedef struct binding {
  VEC(uint32_t) symbols;
  merge_terms values;
} binding;

static void bind(const merger *m, binding *b, expr symbol, expr to) {
  if (!symbol.id) return;
  assert(expr_get(m->t, symbol).op == EXPR_VAR && expr_width(m->t, symbol) == expr_width(m->t, to));
  vec_push(&b->symbols, (uint32_t) expr_get(m->t, symbol).imm);
  vec_push(&b->values, to);
}

static void binding_release(binding *b) {
  vec_release(&b->symbols);
  vec_release(&b->values);
}

/* The values at a call, from the state that entered the function; false: a value has no
 * term. */
static bool bind_ins(const merger *m, const contract *c, const state *s, binding *b) {
  const uint32_t params = c->function->param_count;
  assert(c->ins.count == params + c->cells.count);
  for (uint32_t k = 0; k < c->ins.count; k++) {
    if (!c->ins.items[k].id) continue;
    const expr e = k < params ? argument(m, s, k)
                              : cell_value(m, s, c->cells.items + k - params);
    if (!e.id) return false;
    bind(m, b, c->ins.items[k], e);
  }
  return true;
}

/* Contracts ----------------------------------------------------------------- */

static const ir_insn *return_of(const ir_function *f) {
  for (uint32_t k = 0; k < f->insn_count; k++)
    if (f->insns[k].op == IR_RETURN) return f->insns + k;
  return NULL;
}

static bool is_plain_function(const ir_function *f) {
  if (f->is_variadic || !return_of(f)) return false;
  for (uint32_t k = 0; k < f->param_count; k++)
    if (f->params[k].byval_bytes || f->params[k].width > 64) return false;
  if (f->result_count > CONTRACT_RESULTS) return false;
  for (uint32_t k = 0; k < f->result_count; k++)
    if (f->result_widths[k] > 64) return false;
  return return_of(f)->b == f->result_count;
}

/* Symbols for what calls have and leave.  An argument that nobody reads is no part of the
 * state at the entry, so nothing can be said of it. */
static void name_values(merger *m, contract *c, const state *s) {
  const ir_function *f = c->function;
  uint64_t *live = mem_zeroed(f->reg_count / 64 + 1, sizeof *live);
  ir_live_at(f, 0, live);
  vec_clear(&c->ins);
  vec_clear(&c->outs);
  for (uint32_t k = 0; k < f->param_count; k++) {
    const uint32_t reg = f->params[k].reg;
    const bool is_read = live[reg / 64] >> reg % 64 & 1;
    vec_push(&c->ins, is_read && argument(m, s, k).id
                          ? new_symbol(m, f->params[k].width, "argument") : (expr) {0});
  }
  free(live);
  for (uint32_t k = 0; k < c->cells.count; k++)
    vec_push(&c->ins, new_symbol(m, 8 * c->cells.items[k].bytes, "before"));
  for (uint32_t k = 0; k < f->result_count; k++)
    vec_push(&c->outs, new_symbol(m, f->result_widths[k], "result"));
  for (uint32_t k = 0; k < c->cells.count; k++)
    vec_push(&c->outs, new_symbol(m, 8 * c->cells.items[k].bytes, "after"));
  assert(c->ins.count == f->param_count + c->cells.count &&
         c->outs.count == f->result_count + c->cells.count);
  claims_begin(m, c);
}

/* The frame below the calls, on top of a state.  Half of what is left of the stack is
 * for nested calls, the other half for what each of them calls. */
static void stand_below(merger *m, contract *c, const state *s, const frame *base) {
  const uint64_t size = exec_get_options(m->x)->stack_size;
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    const contract *other = m->contracts.items + k;
    if (other->base != base) continue;
    c->below = state_copy(other->below);
    c->base = c->below->top;
    c->room = other->room;
    return;
  }
  c->below = state_copy(s);
  while (c->below->top != base) exec_drop_top(m->x, c->below);
  c->base = state_own_top(c->below);
  c->room = base->stack_bytes < size ? (size - base->stack_bytes) / 2 : 0;
  c->base->stack_bytes += c->room;
}

static contract *new_contract(merger *m, const state *s, frame *base) {
  const ir_function *f = function_of(s);
  contract c = {.function = f, .component = f->component, .stack = base->stack,
                .serial = base->serial, .calls = s->calls};
  stand_below(m, &c, s, base);
  const frame *called = s->top;
  while (called->caller != base) called = called->caller;
  c.pc = called->resume != UINT32_MAX ? called->resume : called->restart;
  c.is_refused = m->contracts.count >= limits.merge_contracts || !is_plain_function(f);
  if (!c.is_refused) name_values(m, &c, s);
  assert(c.component && c.component < m->components.count && c.below->top == c.base);
  vec_push(&m->contracts, c);
  m->components.items[c.component].place = f->place;
  return &vec_last(&m->contracts);
}

static void clear_callers(contract *c) {
  for (uint32_t k = 0; k < c->callers.count; k++) state_free(c->callers.items[k].state);
  vec_clear(&c->callers);
}

static void void_fold(merger *m, uint32_t at) {
  assert(at < m->folds.count);
  if (at) m->folds.items[at].is_void = true;
}

/* Calls are executed: waiting calls go on into the function. */
static void refuse(merger *m, contract *c, merger_states *born) {
  assert(!c->is_refused);
  visit *p = entry_of(m, c);
  c->is_refused = true;
  if (m->components.items[c->component].is_closed)
    m->components.items[c->component].is_deep = true;
  if (p) void_fold(m, p->fold);
  for (uint32_t k = 0; k < c->callers.count; k++) {
    contract_caller *w = c->callers.items + k;
    void_fold(m, w->fold);
    if (!merger_fold_is_void(m, w->state->fold)) vec_push(born, state_copy(w->state));
  }
  clear_callers(c);
  merger_forget_void(m);
}

static void note_abstraction(merger *m, state *s, const ir_function *f) {
  vec_push(&m->lost, ((abstraction) {.site = exec_site(m->x, f, 0), .place = f->place,
                                     .kind = "recursion", .first = UINT32_MAX}));
  s->abstraction = m->lost.count;
  s->outputs_lost = true;
}

/* Calls --------------------------------------------------------------------- */

/* The values that a call leaves in the cells. */
static void leave_cells(const merger *m, const contract *c, state *s, const expr *values) {
  for (uint32_t k = 0; k < c->cells.count; k++) {
    const contract_cell *at = c->cells.items + k;
    object_store(memory_own(&s->memory, exec_names(m->x), at->name), m->t, at->offset,
                 at->bytes, value_from(m->t, values[k]));
  }
}

/* The call goes on behind itself under the claims, unless no such call returns so far.
 * False: a value at the call has no term. */
static bool go_on(merger *m, contract *c, contract_caller *w, merger_states *born) {
  const ir_insn *i = return_of(c->function);
  const uint32_t results = c->function->result_count;
  assert(i && results <= CONTRACT_RESULTS && !c->is_refused);
  state *s = state_copy(w->state);
  binding b = {0};
  value values[CONTRACT_RESULTS];
  void_fold(m, w->fold);
  w->fold = 0;
  const bool is_said = bind_ins(m, c, s, &b);
  bool goes = is_said;
  const uint32_t first = b.values.count;
  for (uint32_t k = 0; k < c->outs.count; k++)
    bind(m, &b, c->outs.items[k],
         new_symbol(m, expr_width(m->t, c->outs.items[k]), "returned"));
  const expr claimed =
      claims_say(m, c, b.symbols.items, b.values.items, b.symbols.count);
  if (!m->checks) solver_set_limit(m->solver, limits.merge_element_conflicts);
  path longer = path_copy(s->path);
  const answer a = path_assume(m->solver, &longer, claimed);
  if (goes && a == ANSWER_SAT) {
    path_release(&s->path);
    s->path = longer;
  } else {                      /* without what is not known to be possible */
    path_release(&longer);
    goes = goes && a != ANSWER_UNSAT;
  }
  solver_set_limit(m->solver, 0);
  if (goes) {
    for (uint32_t k = 0; k < results; k++)
      values[k] = value_from(m->t, b.values.items[first + k]);
    exec_return_values(m->x, s, i, values);
    leave_cells(m, c, s, b.values.items + first + results);
    note_abstraction(m, s, c->function);
    if (!m->checks) w->fold = s->fold = merger_new_fold(m, w->state->fold);
    vec_push(born, s);
  } else {
    state_free(s);
  }
  binding_release(&b);
  return is_said;
}

/* All calls that wait go on anew. */
static void go_on_all(merger *m, contract *c, merger_states *born) {
  bool is_said = true;
  for (uint32_t k = 0; k < c->callers.count && is_said; k++)
    is_said = go_on(m, c, c->callers.items + k, born);
  if (is_said) merger_forget_void(m);
  else refuse(m, c, born);
}

/* Joins the calls; `wider` is to go on, or NULL. False: calls must be executed. */
static bool enter(merger *m, contract *c, state *alone, state **wider) {
  visit *p = entry_of(m, c);
  *wider = NULL;
  if (!p) {
    note_abstraction(m, alone, c->function);
    alone->fold = merger_new_fold(m, 0);
    merger_remember(m, NULL, alone, NULL);
    vec_last(&m->visits).symbols = expr_symbol_count(m->t);
    vec_last(&m->visits).fold = alone->fold;
    vec_last(&m->visits).is_assumed = true;
    *wider = state_copy(alone);
    return true;
  }
  if (p->rounds >= MERGE_ROUNDS) return false;
  merging w = {.m = m, .left = p->state, .right = alone, .before = p,
               .lattices = lattice_for_all(LATTICE_INTERVAL), .widens = true,
               .seeks = true, .is_call = true};
  join_stats scratch = {0};
  state *joined = merging_run(&w, &scratch);
  const bool is_whole = joined && merger_is_whole(&w, &scratch);
  if (!is_whole) {
    state_free(joined);
  } else if (merger_visit_again(m, p, alone, &w, joined, wider, &scratch) ==
             REVISIT_WIDER) {
    p->rounds++;
    void_fold(m, p->fold);
    p->fold = (*wider)->fold = p->state->fold = merger_new_fold(m, 0);
    merger_forget_void(m);
  }
  merging_release(&w);
  return is_whole;
}

bool contract_outer(const merger *m, const state *s, merge_terms *arguments) {
  const frame *from = outer_call(s);
  const contract *above = NULL;
  if (!from) return false;
  for (uint32_t k = 0; k < m->contracts.count; k++)
    if (m->contracts.items[k].base == from->caller &&
        m->contracts.items[k].function == from->function)
      above = m->contracts.items + k;
  const visit *p = above ? entry_of(m, above) : NULL;
  for (uint32_t k = 0; p && k < from->function->param_count; k++)
    vec_push(arguments, argument(m, p->state, k));
  return true;
}

/* The same where contracts are checked: the call must be covered by what is recorded of
 * all calls, which goes on once. */
static void check_entry(merger *m, contract *c, const state *alone, state **wider) {
  visit *p = entry_of(m, c);
  containment w;
  containment_begin(&w, m->x, p->state, alone);
  containment_compare(&w, p->conjuncts);
  if (!containment_holds(&w)) check_refute(m, c->function->place, w.wrong);
  containment_release(&w);
  if (!p->is_entered) {
    *wider = state_copy(p->state);
    (*wider)->fold = 0;
  }
  p->is_entered = true;
}

/* A call out of a call: something must get smaller. */
static void note_descent(merger *m, contract *c, const state *s) {
  merge_terms outer = {0}, inner = {0};
  if (!contract_outer(m, s, &outer)) return;
  component *all = m->components.items + c->component;
  all->is_deep |= outer_call(s) != s->top->caller;
  for (uint32_t k = 0; k < c->function->param_count; k++)
    vec_push(&inner, argument(m, s, k));
  descent_note(m, all, &s->path, outer.items, outer.count, inner.items, inner.count);
  vec_release(&outer);
  vec_release(&inner);
}

/* Numbers alone, before anything was decided: it is executed. */
static bool is_decided(const state *s) {
  const ir_function *f = function_of(s);
  for (uint32_t k = 0; k < f->param_count; k++)
    if (s->top->regs[f->params[k].reg].sym.id) return false;
  return !s->forks;
}

/* The state has properties or effects that no contract can express. */
static bool is_beyond(const merger *m, const state *s, const frame *base) {
  return exec_has_jumps(m->x) || s->unfreed || s->path.uncertain || s->is_leaving ||
         s->skipped.id || s->fixing.id ||
         (s->dynamics && s->dynamics->depth > base->depth);
}

bool merger_call(merger *m, const state *s, merger_states *born) {
  assert(!s->pc);
  frame *base = base_of(s);
  if (!base || is_decided(s) || !function_of(s)->component ||
      merger_is_refined(m, exec_site(m->x, function_of(s), 0)))
    return false;
  contract *c = find_contract(m, function_of(s), base);
  if (m->checks && (!c || !entry_of(m, c))) return false;
  if (!c) c = new_contract(m, s, base);
  if (c->is_refused) {
    m->components.items[c->component].is_deep |= outer_call(s) != NULL;
    return false;
  }
  m->stats.returned++;
  binding b = {0};
  const bool is_plain = !is_beyond(m, s, base) && bind_ins(m, c, s, &b);
  binding_release(&b);
  state *wider = NULL;
  state *alone =
      is_plain ? exec_call_alone(m->x, s, c->base, c->pc, c->calls) : NULL;
  if (alone && m->checks) check_entry(m, c, alone, &wider);
  const bool is_entered = alone && (m->checks || enter(m, c, alone, &wider));
  if (alone) state_free(alone);
  if (!is_entered && m->checks) {       /* it could not have been made of a contract */
    check_refute(m, c->function->place, (expr) {0});
    return true;
  }
  if (!is_entered) {
    refuse(m, c, born);
    return false;
  }
  if (wider) vec_push(born, wider);
  if (merger_fold_is_void(m, s->fold)) return true;     /* it comes again */
  note_descent(m, c, s);
  state *waiting = state_copy(s);
  waiting->at_call = false;
  vec_push(&c->callers, ((contract_caller) {waiting, 0}));
  if (go_on(m, c, &vec_last(&c->callers), born)) return true;
  if (m->checks) check_refute(m, c->function->place, (expr) {0});
  else refuse(m, c, born);
  return true;
}

/* Returns ------------------------------------------------------------------- */

typedef struct changes {
  const merger *m;
  contract *c;
  const state *before, *after;
  bool has_more;                /* cells that were not known */
} changes;

static bool is_known_cell(const contract *c, uint32_t name, uint64_t offset) {
  for (uint32_t k = 0; k < c->cells.count; k++) {
    const contract_cell *at = c->cells.items + k;
    if (at->name == name && offset >= at->offset && offset - at->offset < at->bytes)
      return true;
  }
  return false;
}

/* Cells of memory that a recursive call may change, else it is executed: as many values as x86-64
 * passes in registers. */
enum { MOST_CELLS = 6 };

/* A word that holds the byte, and no other cell's. */
static bool add_cell(changes *w, const object *a, const object *b, uint64_t offset) {
  contract_cell at = {.name = a->name, .bytes = 4};
  const shadow s = object_shadow(b, offset);
  if (a->size <= 8 && !(a->size & (a->size - 1))) at.bytes = (uint32_t) a->size;
  else if (s.term.id && expr_width(w->m->t, s.term) <= 64 && offset >= s.part)
    at.bytes = expr_width(w->m->t, s.term) / 8, at.offset = offset - s.part;
  if (!at.offset) at.offset = offset / at.bytes * at.bytes;
  if (!at.bytes || at.offset + at.bytes > a->size ||
      w->c->cells.count >= MOST_CELLS)
    return false;
  for (uint32_t k = 0; k < at.bytes; k++)
    if (is_known_cell(w->c, at.name, at.offset + k)) return false;
  assert(at.bytes <= 8 && offset >= at.offset && offset - at.offset < at.bytes);
  vec_push(&w->c->cells, at);
  return w->has_more = true;
}

/* Stops where what was changed is no cell. */
static bool compare_objects(void *context, uint32_t key, void *l, void *r) {
  changes *w = context;
  const object *a = l, *b = r;
  if (!a || !b || a->name != b->name || a->size != b->size || a->kind != b->kind ||
      a->is_read_only != b->is_read_only || a->is_own != b->is_own ||
      a->actual_size.id || b->actual_size.id || a->exists.id || b->exists.id ||
      a->updates || b->updates || !expr_same(a->place, b->place))
    return false;
  if (key != (a->name & ~NAME_BIT)) return true;        /* a further page */
  for (uint64_t k = 0; k < a->size; k++)
    if (!object_same_byte(a, b, k) && !is_known_cell(w->c, a->name, k) &&
        !add_cell(w, a, b, k))
      return false;
  return true;
}

/* Whether the return left nothing but results and cells. */
static bool find_changes(changes *w) {
  const state *a = w->before, *b = w->after;
  return !b->path.uncertain && a->unfreed == b->unfreed &&
         a->heap_bytes == b->heap_bytes && a->dynamics == b->dynamics &&
         a->is_leaving == b->is_leaving && !b->skipped.id && !b->fixing.id &&
         a->made == b->made && a->is_tangled == b->is_tangled &&
         pmap_same(&a->instances, &b->instances) &&
         pmap_same(&a->counts, &b->counts) &&
         pmap_same(&a->settled, &b->settled) &&
         pmap_diff(&a->memory.objects, &b->memory.objects, compare_objects, w);
}

/* Cells were found: all begins anew with them. */
static void begin_again(merger *m, contract *c, merger_states *born) {
  visit *p = entry_of(m, c);
  for (uint32_t k = 0; k < c->callers.count; k++) {
    void_fold(m, c->callers.items[k].fold);
    c->callers.items[k].fold = 0;
  }
  void_fold(m, p->fold);
  p->fold = p->state->fold = merger_new_fold(m, 0);
  name_values(m, c, p->state);
  vec_push(born, state_copy(p->state));
  merger_forget_void(m);
}

/* The values left by the call, from the state about to return; false: a value has no
 * term. */
static bool bind_outs(const merger *m, const contract *c, const state *s,
                      const state *after, binding *b) {
  const ir_insn *i = state_insn(s);
  const uint32_t results = c->function->result_count;
  if (i->b != results) return false;
  for (uint32_t k = 0; k < c->outs.count; k++) {
    const expr e = k < results ? plain_value(m, s, s->top->regs[i->a + k],
                                             c->function->result_widths[k])
                               : cell_value(m, after, c->cells.items + k - results);
    if (!e.id) return false;
    bind(m, b, c->outs.items[k], e);
  }
  return true;
}

/* In a check: the state that went on has been left with new values for results and cells,
 * which satisfy the claims, and is otherwise as before. */
static void check_return(merger *m, const contract *c, const visit *p, const state *s) {
  const ir_insn *i = state_insn(s);
  const uint32_t results = c->function->result_count;
  state *before = state_copy(p->state), *after = state_copy(s);
  exec_drop_top(m->x, before);
  exec_drop_top(m->x, after);
  before->pc = after->pc = c->pc;
  leave_cells(m, c, before, c->outs.items + results);
  containment w;
  containment_begin(&w, m->x, before, after);
  containment_fix(&w);
  binding b = {0};
  bool holds = i->b == results && !s->path.uncertain && bind_ins(m, c, p->state, &b);
  for (uint32_t k = 0; k < b.symbols.count; k++)
    containment_bind(&w, expr_symbol(m->t, b.symbols.items[k]), b.values.items[k]);
  for (uint32_t k = 0; k < c->outs.count && holds; k++) {
    const value v = k < results ? s->top->regs[i->a + k] : (value) {0};
    expr e = {0};
    if (k >= results) e = cell_value(m, after, c->cells.items + k - results);
    else if (!expr_same(v.sym, EXPR_UNDEFINED))
      e = value_term(m->t, v, c->function->result_widths[k]);
    holds = e.id;
    if (holds) containment_bind(&w, c->outs.items[k], e);
  }
  containment_want(&w, claims_say(m, c, NULL, NULL, 0));
  containment_compare(&w, p->conjuncts);
  if (!holds || !containment_holds(&w)) check_refute(m, c->function->place, w.wrong);
  containment_release(&w);
  binding_release(&b);
  state_free(before);
  state_free(after);
}

void merger_return(merger *m, const state *s, merger_states *born) {
  contract *c = NULL;
  for (uint32_t k = 0; k < m->contracts.count; k++)
    if (m->contracts.items[k].base == s->top->caller &&
        m->contracts.items[k].function == function_of(s))
      c = m->contracts.items + k;
  const visit *p = c ? entry_of(m, c) : NULL;
  if (!m->checks && merger_fold_is_void(m, s->fold)) return;
  if (!p || c->is_refused) fatal("a call that denotes all calls has no contract");
  if (m->checks) return check_return(m, c, p, s);
  state *before = state_copy(p->state), *after = state_copy(s);
  exec_drop_top(m->x, before);
  exec_drop_top(m->x, after);
  changes w = {m, c, before, after, false};
  binding b = {0};
  if (!find_changes(&w)) {
    refuse(m, c, born);
  } else if (w.has_more) {
    begin_again(m, c, born);
  } else if (!bind_ins(m, c, p->state, &b) || !bind_outs(m, c, s, after, &b)) {
    refuse(m, c, born);
  } else if (claims_weaken(m, c, &s->path, b.symbols.items, b.values.items,
                           b.symbols.count)) {
    go_on_all(m, c, born);
  }
  binding_release(&b);
  state_free(before);
  state_free(after);
}

/* The merger's part --------------------------------------------------------- */

static void copy_terms(merge_terms *to, const merge_terms *from) {
  for (uint32_t k = 0; k < from->count; k++) vec_push(to, from->items[k]);
}

static void mark_all(expr_table *t, const merge_terms *all) {
  for (uint32_t k = 0; k < all->count; k++)
    if (all->items[k].id) sweep_mark(t, all->items[k]);
}

void merger_expect_recursion(merger *m) {
  while (m->components.count <= exec_program(m->x)->components)
    vec_push(&m->components, ((component) {.place = 0}));
}

void contracts_mark(const merger *m, expr_table *t) {
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    const contract *c = m->contracts.items + k;
    mark_all(t, &c->ins);
    mark_all(t, &c->outs);
    mark_all(t, &c->guards);
    for (uint32_t i = 0; i < c->claims.count; i++) {
      sweep_mark(t, c->claims.items[i].fact);
      sweep_mark(t, c->claims.items[i].by);
    }
    for (uint32_t i = 0; i < c->callers.count; i++)
      states_mark(t, &c->callers.items[i].state, 1);
    states_mark(t, &c->below, 1);
  }
}

void contracts_forget_void(merger *m) {
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    contract *c = m->contracts.items + k;
    uint32_t left = 0;
    for (uint32_t i = 0; i < c->callers.count; i++) {
      if (merger_fold_is_void(m, c->callers.items[i].state->fold))
        state_free(c->callers.items[i].state);
      else
        c->callers.items[left++] = c->callers.items[i];
    }
    c->callers.count = left;
  }
}

void contracts_restart(merger *m) {
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    contract *c = m->contracts.items + k;
    clear_callers(c);
    state_free(c->below);
    vec_release(&c->callers);
    vec_release(&c->cells);
    vec_release(&c->ins);
    vec_release(&c->outs);
    vec_release(&c->guards);
    vec_release(&c->claims);
  }
  vec_clear(&m->contracts);
}

void contracts_copy(merger *to, const merger *m) {
  for (uint32_t k = 0; k < m->components.count; k++) {
    const component *from = m->components.items + k;
    component c = {.place = from->place};
    for (uint32_t n = 0; n < from->descents.count; n++)
      vec_push(&c.descents, from->descents.items[n]);
    vec_push(&to->components, c);
  }
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    const contract *from = m->contracts.items + k;
    contract c = {.function = from->function, .component = from->component,
                  .stack = from->stack, .serial = from->serial,
                  .below = state_copy(from->below), .base = from->base,
                  .room = from->room, .pc = from->pc, .calls = from->calls};
    if (from->is_refused) {
      state_free(c.below);
      continue;
    }
    copy_terms(&c.ins, &from->ins);
    copy_terms(&c.outs, &from->outs);
    copy_terms(&c.guards, &from->guards);
    for (uint32_t n = 0; n < from->cells.count; n++)
      vec_push(&c.cells, from->cells.items[n]);
    for (uint32_t n = 0; n < from->claims.count; n++) {
      claim one = from->claims.items[n];
      one.is_planted = false;
      vec_push(&c.claims, one);
    }
    vec_push(&to->contracts, c);
  }
}

void contracts_release(merger *m) {
  contracts_restart(m);
  vec_release(&m->contracts);
  for (uint32_t k = 0; k < m->components.count; k++)
    vec_release(&m->components.items[k].descents);
  vec_release(&m->components);
}
