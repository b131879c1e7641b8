#include "exec/internal.h"

#include <assert.h>

/* Objects that the program makes and frees. */

uint32_t exec_user_site(exec *x, const state *s, uint32_t *place) {
  const frame *f = s->top;
  uint32_t pc = s->pc;
  while (f->function->is_library && f->caller && f->resume != UINT32_MAX) {
    pc = f->resume;
    f = f->caller;
  }
  if (pc >= f->function->insn_count) pc = 0;
  *place = f->function->insns[pc].place;
  return exec_site(x, f->function, pc);
}

/* How often the site has allocated on this path, this time included. */
static uint32_t occurrence(state *s, uint32_t site) {
  const uintptr_t count = (uintptr_t) pmap_get(&s->counts, site) + 1;
  pmap_set(&s->counts, &pmap_borrowed, site, (void *) count);
  return (uint32_t) count;
}

/* Bytes of an object whose size is a term: with pointers of 32 bits a 128th of the address space,
 * else a quarter of the offsets of one object, which have 32 bits. */
enum { MOST_SIZED = 1 << 30, MOST_SIZED_ILP32 = 1 << 25 };

/* A size that is a term: the object is as large as it can be, up to a bound, and
 * remembers the term.  Beyond the bound the path is cut, and counted. */
bool exec_bound_size(exec *x, state *s, expr size, uint64_t *most) {
  const unsigned width = expr_width(x->t, size);
  uint64_t bound = x->p->object_shift == 32 ? MOST_SIZED : MOST_SIZED_ILP32;
  if (bound > x->o.max_alloc) bound = x->o.max_alloc;
  uint64_t low, high;
  path_range(x->solver, &s->path, size, true, &low, &high);
  if (high <= bound) {
    *most = high;
    return true;
  }
  *most = bound;
  const expr small = expr_binary(x->t, EXPR_ULE, size,
                                 expr_const(x->t, width, bound));
  const char *message = exec_intern_format(
      x, "an object of unknown size past %llu bytes", (unsigned long long) bound);
  if (path_may(x->solver, &s->path, small) == ANSWER_SAT) {
    state *large = state_copy(s);
    large->id = x->next_state++;
    path_assume(x->solver, &large->path, expr_not(x->t, small));
    exec_finish(x, large, OUTCOME_UNSUPPORTED, message);
    exec_forget_caches(x);
    return exec_assume(x, s, small);
  }
  return exec_finish(x, s, OUTCOME_UNSUPPORTED, message);
}

/* Half of the address space is more than any machine gives: malloc says so.  Of sizes
 * below that, a number beyond --max-alloc is too large by assumption; a size that is a
 * term is bounded by exec_bound_size. */
static bool is_too_large(exec *x, state *s, value size, bool *lives) {
  const unsigned width = x->p->pointer_bits;
  *lives = true;
  if (!size.sym.id) {
    const bool is_large = value_bits(size) > x->o.max_alloc;
    if (is_large && !(value_bits(size) >> (width - 1) & 1))
      exec_note_text(x, exec_intern_format(
          x, "no machine has memory for a block of more than %llu bytes (--max-alloc)",
          (unsigned long long) x->o.max_alloc));
    return is_large;
  }
  const way here = {s->pc, NO_EDGE};
  const expr large = expr_binary(x->t, EXPR_SLT, size.sym,
                                 expr_const(x->t, width, 0));
  switch (exec_fork(x, s, large, here, here)) {
  case FORK_ENDED: *lives = false; return false;
  case FORK_TRUE: return true;
  case FORK_FALSE: break;
  }
  return false;
}

uint64_t exec_allocate_at(exec *x, state *s, uint64_t bytes, expr actual,
                          uint64_t align, bool zero, uint32_t site, uint32_t place) {
  assert(!(align & (align - 1)));
  const uint32_t name = names_intern(x->names, OBJECT_HEAP, site,
                                     occurrence(s, site),
                                     names_needed(x->names, bytes));
  if (!name) return 0;
  names_info(x->names, name)->place = place;
  object *o = actual.id ? object_new_sized(name, OBJECT_HEAP, bytes, actual, !zero)
                        : object_new(name, OBJECT_HEAP, bytes, !zero);
  object_align(o, align);
  memory_add(&s->memory, x->names, o);
  exec_forget_caches(x);
  x->stats.allocations++;
  return (uint64_t) name << x->p->object_shift;
}

bool exec_allocate(exec *x, state *s, value size, uint64_t align, bool zero,
                   value *result) {
  const unsigned width = x->p->pointer_bits;
  uint64_t bytes = 0;
  if (!exec_need_defined(x, s, &size, width)) return false;
  bool lives;
  uint64_t led;
  if (size.sym.id && exec_is_led(x, s))
    switch (exec_lead(x, s, size.sym, &led)) {
    case LEAD_ENDED: return false;
    case LEAD_DONE: size = value_of(led); break;
    case LEAD_NONE: break;
    }
  if (is_too_large(x, s, size, &lives)) {
    *result = value_of(0);
    return true;
  }
  if (!lives || (size.sym.id && !exec_bound_size(x, s, size.sym, &bytes)))
    return false;
  if (!size.sym.id) s->heap_bytes += bytes = value_bits(size);
  s->unfreed++;
  if (x->o.max_heap && s->heap_bytes > x->o.max_heap)
    return exec_finish(x, s, OUTCOME_CUT_MEMORY,
                       "the path's live heap objects are too large");
  uint32_t place;
  const uint32_t site = exec_user_site(x, s, &place);
  const uint64_t address = exec_allocate_at(x, s, bytes, size.sym, align, zero, site,
                                            place);
  if (!address)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "more objects than the target has addresses");
  *result = value_of(address);
  return true;
}

bool exec_deallocate(exec *x, state *s, value address) {
  const unsigned width = x->p->pointer_bits;
  uint64_t bits;
  if (!exec_need_defined(x, s, &address, width) ||
      !exec_number(x, s, address, width, &bits))
    return false;
  if (!bits) return true;
  const uint32_t name = (uint32_t) (bits >> x->p->object_shift);
  if (!exec_settle_life(x, s, name)) return false;
  const object *o = exec_reach(x, s, name);
  const name_info *info = names_info(x->names, name);
  const bool is_start = bits << (64 - x->p->object_shift) == 0;
  if (!o && info && is_start && (info->kind == OBJECT_HEAP ||
                                 info->kind == OBJECT_LAZY))
    return exec_finish(x, s, OUTCOME_DOUBLE_FREE, NULL);
  const bool is_heap = o && (o->kind == OBJECT_HEAP ||
                             o->kind == OBJECT_LAZY);
  if (!is_heap || !is_start || o->name != name)
    return exec_finish(x, s, OUTCOME_INVALID_FREE,
                       !o ? "the pointer points to no object"
                       : !is_heap
                           ? "the pointer does not come from malloc"
                           : "the pointer is not the object's start");
  if (o->kind == OBJECT_HEAP && !o->actual_size.id) s->heap_bytes -= o->size;
  if (o->kind == OBJECT_HEAP && !o->is_own) s->unfreed--;
  if (o->kind == OBJECT_LAZY) {
    x->stats.unknown_frees++;
    x->frees_made_up = true;
  }
  memory_remove(&s->memory, x->names, name);
  exec_forget_caches(x);
  return true;
}
