#include "exec/internal.h"

#include <assert.h>

/*
 * What lives as long as a frame: the slots of its variables, those of a block that is
 * entered again, and objects that alloca and variadic arguments make.
 */

/* Stack slots ------------------------------------------------------------ */

/*
 * The slots of an activation are named by function and number of earlier calls on the path,
 * if a pointer to a slot may outlive the call: no slot is then born under a dead slot's
 * name, so a stale pointer is noticed.  Otherwise names are reused: depth and a few bits of
 * the number.  A program with very many calls reuses names, too, and its proof assumes that
 * no stale pointer is used.
 */
enum { SHALLOW = 64, SHALLOW_GENERATIONS = 256, GENERATIONS = 16 };
enum { UNIQUE = 1u << 30 };     /* no other activation has such a number */

/* Calls along a path whose slots have names of their own, and entries into a block whose
 * variables have: of 2^32 names, 2^20 leave room for a thousand functions and more.  With
 * pointers of 32 bits, an eighth of the address space: 2^13 times 64 KiB of slots, 2^16 times a
 * variable of 8 KiB. */
enum {
  UNIQUE_CALLS = SIZED(1 << 20, 300), UNIQUE_CALLS_ILP32 = SIZED(1 << 13, 40),
  UNIQUE_LIVES = SIZED(1 << 20, 300), UNIQUE_LIVES_ILP32 = SIZED(1 << 16, 40)
};

static uint32_t activation(exec *x, const ir_function *f, uint32_t depth,
                           uint32_t calls) {
  const uint32_t most = x->p->object_shift == 32 ? UNIQUE_CALLS : UNIQUE_CALLS_ILP32;
  if (f->leaks_slots && !f->is_library) {
    if (calls < most) return UNIQUE | calls;
    exec_note_text(x, "past very many calls, no pointer to a local variable "
                      "outlives its function by more than 16 calls");
  }
  if (depth < SHALLOW && x->p->object_shift == 32)
    return depth * SHALLOW_GENERATIONS + calls % SHALLOW_GENERATIONS;
  return SHALLOW * SHALLOW_GENERATIONS + depth * GENERATIONS +
         calls % GENERATIONS;
}

static uint64_t slot_names(const exec *x, const ir_function *f,
                           uint64_t slot) {
  if (x->p->object_shift == 32) return slot;
  uint64_t count = 0;
  for (uint64_t k = 0; k < slot; k++)
    count += names_needed(x->names, f->slots.items[k].size);
  return count;
}

uint32_t exec_name_slots(exec *x, const ir_function *function, uint32_t depth,
                         uint32_t calls) {
  const uint32_t count = function->slots.count;
  const uint32_t site = exec_site(x, function, 0);
  const uint32_t first = names_intern(
      x->names, OBJECT_STACK, site, activation(x, function, depth, calls),
      (uint32_t) slot_names(x, function, count));
  assert(count);
  for (uint32_t k = 0; first && k < count; k++) {
    const uint32_t own = first + (uint32_t) slot_names(x, function, k);
    const uint32_t next = first + (uint32_t) slot_names(x, function, k + 1);
    name_info *info = names_info(x->names, own);
    info->label = function->slots.items[k].name;
    info->place = function->slots.items[k].place;
    /* Named together, but each an object of its own. */
    for (uint32_t n = own; n < next; n++) names_info(x->names, n)->first = own;
  }
  return first;
}

static uint32_t slot_name(const exec *x, const frame *f, uint64_t slot) {
  assert(f->first_slot && slot < f->function->slots.count);
  return f->first_slot + (uint32_t) slot_names(x, f->function, slot);
}

/*
 * Whether the stack has room for a slot of the frame, with the slots before it:
 * unoptimised code lays them out in that order.  A frame may be larger than the
 * stack without harm as long as nothing is called and the slots beyond are not
 * accessed.  So a slot that does not fit is never alive, and an access to it is
 * where the overflow is reported.
 */
static bool slot_fits(const exec *x, const frame *f, uint64_t slot) {
  if (f->stack_bytes <= x->o.stack_size || f->function->is_library ||
      !x->o.checks[OUTCOME_STACK_OVERFLOW])
    return true;
  uint64_t bytes = f->stack_bytes;
  for (uint64_t k = slot + 1; k < f->function->slots.count; k++)
    bytes -= f->function->slots.items[k].size;
  return bytes <= x->o.stack_size;
}

bool exec_is_past_stack(const exec *x, const state *s, uint32_t name) {
  const uint32_t first = names_info(x->names, name)->first;
  for (const frame *f = s->top; f && f->stack_bytes > x->o.stack_size; f = f->caller)
    for (uint32_t k = 0; k < f->function->slots.count; k++) {
      const uint32_t own = slot_name(x, f, k);
      if (slot_fits(x, f, k)) continue;
      if (first == own ||
          (f->function->slots.items[k].is_renewed && exec_instance(s, own) == first))
        return true;
    }
  return false;
}

static void add_slot(exec *x, state *s, uint64_t slot, uint32_t name) {
  if (slot_fits(x, s->top, slot)) {
    const ir_slot *of = s->top->function->slots.items + slot;
    object *o = object_new(name, OBJECT_STACK, of->size, true);
    object_align(o, of->align);
    memory_add(&s->memory, x->names, o);
  }
  exec_forget_caches(x);
}

void exec_begin_slot(exec *x, state *s, uint64_t slot) {
  assert(!s->top->function->slots.items[slot].is_renewed);
  const uint32_t name = slot_name(x, s->top, slot);
  memory_remove(&s->memory, x->names, name);
  add_slot(x, s, slot, name);
}

/* Of a renewed slot its present object dies. */
static void end_slot(exec *x, state *s, const frame *f, uint64_t slot) {
  uint32_t name = slot_name(x, f, slot);
  if (f->function->slots.items[slot].is_renewed) {
    const uint32_t own = name;
    name = exec_instance(s, own);
    if (!name) return;
    exec_set_instance(s, own, 0);
  }
  memory_remove(&s->memory, x->names, name);
}

void exec_end_slot(exec *x, state *s, uint64_t slot) {
  end_slot(x, s, s->top, slot);
  exec_forget_caches(x);
}

/* Renewed slots ---------------------------------------------------------- */

/*
 * A slot whose life may begin again in the same call while pointers to the last
 * one are kept (ir/lower_renew.c) is a new object each time.  Its name says
 * where, and how often the site began on this path.  After very many times names
 * of dead ones are given again, in order, and what is proved then assumes that
 * nobody notices.
 */
enum { INSTANCE = 1u << 31 };   /* no activation has such a number */

uint32_t exec_instance(const state *s, uint32_t slot_name) {
  return (uint32_t) (uintptr_t) pmap_get(&s->instances, slot_name & ~NAME_BIT);
}

void exec_set_instance(state *s, uint32_t slot_name, uint32_t name) {
  assert(slot_name && (!name || (name & NAME_BIT) == (slot_name & NAME_BIT)));
  pmap_set(&s->instances, &pmap_borrowed, slot_name & ~NAME_BIT,
           (void *) (uintptr_t) name);
}

uint32_t exec_slot_instance(const exec *x, const state *s, const frame *f,
                            uint32_t slot) {
  return exec_instance(s, slot_name(x, f, slot));
}

bool exec_is_dead_slot(const exec *x, const state *s, uint64_t name) {
  const name_info *info =
      name <= UINT32_MAX ? names_info(x->names, (uint32_t) name) : NULL;
  return info && info->kind == OBJECT_STACK &&
         !memory_find(&s->memory, (uint32_t) name);
}

uint32_t exec_name_instance(exec *x, state *s, const ir_function *f,
                            uint32_t slot) {
  assert(slot < f->slots.count && f->slots.items[slot].is_renewed);
  const ir_slot *is = f->slots.items + slot;
  const uint32_t site = exec_site(x, f, slot);
  const uint32_t most = x->p->object_shift == 32 ? UNIQUE_LIVES : UNIQUE_LIVES_ILP32;
  const uint32_t needed = names_needed(x->names, is->size);
  uint32_t n = (uint32_t) (uintptr_t) pmap_get(&s->renewals, site) + 1;
  uint32_t name = 0;
  if (n < most) name = names_intern(x->names, OBJECT_STACK, site, n | INSTANCE,
                                    needed);
  else
    exec_note_text(x, "past very many entries into a block, no pointer to a "
                      "variable of it outlives it by more than 16 entries");
  /* Living names belong to callers. */
  if (n >= most + GENERATIONS) n = most;
  for (uint32_t k = n; n >= most && k < INSTANCE; k++) {
    name = names_intern(x->names, OBJECT_STACK, site, k | INSTANCE, needed);
    n = k;
    if (!name || !memory_find(&s->memory, name)) break;
  }
  pmap_set(&s->renewals, &pmap_borrowed, site, (void *) (uintptr_t) n);
  if (!name) return 0;
  name_info *info = names_info(x->names, name);
  info->label = is->name;
  info->place = is->place;
  return name;
}

bool exec_renew(exec *x, state *s, const ir_insn *i) {
  const uint32_t slot = (uint32_t) i->imm;
  const ir_function *f = s->top->function;
  end_slot(x, s, s->top, slot);
  const uint32_t name = exec_name_instance(x, s, f, slot);
  if (!name)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "more objects than the target has addresses");
  add_slot(x, s, slot, name);
  exec_set_instance(s, slot_name(x, s->top, slot), name);
  exec_set(x, s, i->d, value_of((uint64_t) name << x->p->object_shift));
  s->pc++;
  return true;
}

/* Dynamic stack objects -------------------------------------------------- */

uint32_t exec_add_dynamic(exec *x, state *s, uint32_t depth, uint64_t size,
                          expr actual) {
  uint32_t place;
  const uint32_t site = exec_user_site(x, s, &place);
  const uintptr_t n = (uintptr_t) pmap_get(&s->counts, site) + 1;
  pmap_set(&s->counts, &pmap_borrowed, site, (void *) n);
  const uint32_t name = names_intern(x->names, OBJECT_ARGUMENTS, site,
                                     (uint32_t) n,
                                     names_needed(x->names, size));
  if (!name) return 0;
  names_info(x->names, name)->place = place;
  memory_add(&s->memory, x->names,
             actual.id ? object_new_sized(name, OBJECT_STACK, size, actual, true)
                       : object_new(name, OBJECT_STACK, size, true));
  exec_forget_caches(x);
  name_list *l = mem_zeroed(1, sizeof *l);
  *l = (name_list) {.refs = 1, .name = name, .depth = depth,
                    .bytes = size + (s->dynamics ? s->dynamics->bytes : 0),
                    .sure = (actual.id ? 0 : size) +
                            (s->dynamics ? s->dynamics->sure : 0),
                    .before = s->dynamics};
  assert(!s->dynamics || s->dynamics->depth <= depth);
  s->dynamics = l;
  return name;
}

/* The newest one dies. */
static void drop_dynamic(exec *x, state *s) {
  name_list *l = s->dynamics;
  assert(l && l->refs);
  memory_remove(&s->memory, x->names, l->name);
  s->dynamics = l->before;
  if (s->dynamics) s->dynamics->refs++;
  for (name_list *next; l && !--l->refs; l = next) {
    next = l->before;
    free(l);
  }
}

void exec_drop_dynamics(exec *x, state *s, uint64_t name) {
  while (s->dynamics && s->dynamics->name != name &&
         s->dynamics->depth >= s->top->depth)
    drop_dynamic(x, s);
  exec_forget_caches(x);
}

/* Bytes of the dynamic objects whose size is a term; {0}: there are none. */
static expr unknown_bytes(exec *x, const state *s) {
  expr sum = {0};
  if (!s->dynamics || s->dynamics->bytes == s->dynamics->sure) return sum;
  for (const name_list *l = s->dynamics; l; l = l->before) {
    const object *o = memory_find(&s->memory, l->name);
    if (!o || !o->actual_size.id) continue;
    sum = sum.id ? expr_binary(x->t, EXPR_ADD, sum, o->actual_size) : o->actual_size;
  }
  return sum;
}

bool exec_leave_room(exec *x, state *s) {
  const uint64_t sure = exec_stack_surely_used(s, s->top);
  const uint64_t room = x->o.stack_size / 8;
  if (sure > x->o.stack_size) return exec_finish(x, s, OUTCOME_STACK_OVERFLOW, NULL);
  exec_note_text(x, "objects of unknown size on the stack leave room for calls");
  const expr sum = unknown_bytes(x, s);
  if (!sum.id || sure + room > x->o.stack_size) return true;
  const uint64_t most = x->o.stack_size - sure - room;
  const expr fits = expr_binary(
      x->t, EXPR_ULE, sum, expr_const(x->t, expr_width(x->t, sum), most));
  if (path_may(x->solver, &s->path, fits) != ANSWER_SAT ||
      path_assume(x->solver, &s->path, fits) == ANSWER_UNSAT)
    return true;
  if (s->dynamics->refs > 1) {
    name_list *own = mem_zeroed(1, sizeof *own);
    *own = *s->dynamics;
    own->refs = 1;
    if (own->before) own->before->refs++;
    s->dynamics->refs--;
    s->dynamics = own;
  }
  s->dynamics->bytes = s->dynamics->sure + most;
  return true;
}

bool exec_alloca(exec *x, state *s, const ir_insn *i) {
  const unsigned width = x->p->pointer_bits;
  value n = exec_get(x, s, i->a, width);
  if (!exec_need_defined(x, s, &n, width)) return false;
  const uint64_t used = exec_stack_surely_used(s, s->top);
  const uint64_t left = used < x->o.stack_size ? x->o.stack_size - used : 0;
  const char *message = "an object larger than what is left of the stack";
  const expr others = unknown_bytes(x, s);
  uint64_t bytes = 0;
  expr actual = {0}, fits = expr_true(x->t);
  if (n.sym.id && i->imm) {
    const expr count = exec_term(x, n, width);
    fits = expr_binary(x->t, EXPR_ULE, count, expr_const(x->t, width, left / i->imm));
    actual = expr_binary(x->t, EXPR_MUL, count, expr_const(x->t, width, i->imm));
  } else if (i->imm) {
    if (value_bits(n) > left / i->imm)
      return exec_finish(x, s, OUTCOME_STACK_OVERFLOW, message);
    bytes = value_bits(n) * i->imm;
  }
  if (others.id) {
    const expr sum = expr_binary(x->t, EXPR_ADD, others,
                                 actual.id ? actual : expr_const(x->t, width, bytes));
    fits = expr_and(x->t, fits, expr_binary(x->t, EXPR_ULE, sum,
                                            expr_const(x->t, width, left)));
  }
  if (!exec_require(x, s, fits, OUTCOME_STACK_OVERFLOW, message)) return false;
  if (actual.id && !exec_bound_size(x, s, actual, &bytes)) return false;
  const uint32_t name = exec_add_dynamic(x, s, s->top->depth, bytes, actual);
  if (!name)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "more objects than the target has addresses");
  object_align(exec_own(x, s, name), i->c);
  exec_set(x, s, i->d, value_of((uint64_t) name << x->p->object_shift));
  s->pc++;
  return true;
}

void exec_leave_frame(exec *x, state *s) {
  const frame *f = s->top;
  for (uint32_t k = 0; k < f->function->slots.count; k++)
    end_slot(x, s, f, k);
  bool changed = f->function->slots.count;
  while (s->dynamics && s->dynamics->depth >= f->depth) {
    drop_dynamic(x, s);
    changed = true;
  }
  if (changed) exec_forget_caches(x);
}
