#include "exec/internal.h"

#include <assert.h>

/*
 * Loads and stores.  A concrete address is resolved by its upper bits.  A
 * symbolic one is first narrowed to one object (others are born as states at
 * the same instruction), then checked against the object's bounds, and becomes
 * a read or an update over the offsets that are feasible.
 */

const object *exec_find(exec *x, state *s, uint32_t name) {
  const unsigned i = name & (CACHE - 1);
  if (x->seen[i].name == name) {
    exec_check_seen(x, s, name);
    return x->seen[i].object;
  }
  const object *o = memory_find(&s->memory, name);
  if (o) {
    x->seen[i].name = name;
    x->seen[i].object = (object *) (uintptr_t) o;
  }
  return o;
}

object *exec_own(exec *x, state *s, uint32_t name) {
  const unsigned i = name & (CACHE - 1);
  if (x->owned[i].name == name) {
    exec_check_owned(x, s, name);
    return x->owned[i].object;
  }
  /* A copy has all the names of the object: none may lead to the old one. */
  const bool has_pages = x->p->object_shift != 32;
  const object *before = has_pages ? memory_find(&s->memory, name) : NULL;
  object *o = memory_own(&s->memory, x->names, name);
  if (has_pages && o != before) exec_forget_caches(x);
  if (o) {
    x->owned[i].name = x->seen[i].name = name;
    x->owned[i].object = x->seen[i].object = o;
  }
  return o;
}

static uint64_t base_of(const exec *x, const object *o) {
  return (uint64_t) o->name << x->p->object_shift;
}

/* Nothing lives there: says what the pointer most likely was. */
static bool finish_bad_address(exec *x, state *s, uint64_t address) {
  const unsigned shift = x->p->object_shift;
  const uint32_t name = (uint32_t) (address >> shift);
  if (!name) return exec_finish(x, s, OUTCOME_NULL_POINTER, NULL);
  const name_info *info = names_info(x->names, name);
  /* A little below an object is below its base: the name before. */
  const bool below = address >> (shift - 1) & 1;
  const object *above = below ? memory_find(&s->memory, name + 1) : NULL;
  if (above)
    return exec_finish(x, s, exec_past(x, above),
                       "the address is below the object's start");
  /* The first name of what is made up is kept free. */
  const uint32_t first = info
      ? info->first + (info->kind == OBJECT_LAZY) : 0;
  const object *before = first ? memory_find(&s->memory, first) : NULL;
  if (before)
    return exec_finish(x, s, exec_past(x, before),
                       "the address is behind the object's end");
  const uint32_t symbol = ir_symbol_at(x->p, address);
  if (!info && symbol && x->p->symbols.items[symbol].kind == IR_VARIABLE)
    return exec_finish(
        x, s, OUTCOME_EXTERNAL,
        exec_intern_format(x, "the variable \"%s\" is defined nowhere",
                           x->p->symbols.items[symbol].name));
  if (!info) return exec_finish(x, s, OUTCOME_BAD_POINTER, NULL);
  switch (info->kind) {
  case OBJECT_HEAP: case OBJECT_LAZY:
    return exec_finish(x, s, OUTCOME_USE_AFTER_FREE, NULL);
  case OBJECT_STACK: case OBJECT_ARGUMENTS:
    if (exec_is_past_stack(x, s, name))
      return exec_finish(x, s, OUTCOME_STACK_OVERFLOW,
                         "an object larger than what is left of the stack");
    return exec_finish(
        x, s, OUTCOME_USE_AFTER_SCOPE,
        info->label && *info->label
            ? exec_intern_format(x, "the variable \"%s\" is no longer alive",
                                 info->label)
            : NULL);
  case OBJECT_NONE: case OBJECT_FUNCTION: case OBJECT_GLOBAL: break;
  }
  return exec_finish(x, s, OUTCOME_BAD_POINTER, NULL);
}

const char *exec_bounds_message(exec *x, const object *o, uint64_t offset, uint64_t size,
                                bool write) {
  const name_info *info = names_info(x->names, o->name);
  const char *label = info && info->label ? info->label : NULL;
  const uint32_t symbol = info ? 0 : ir_symbol_at(x->p, base_of(x, o));
  if (symbol) label = x->p->symbols.items[symbol].name;
  return exec_intern_format(
      x, "%s of %llu byte%s at offset %lld of %s%s%s%s of %llu byte%s",
      write ? "write" : "read", (unsigned long long) size, size == 1 ? "" : "s",
      (long long) offset,
      o->kind == OBJECT_HEAP ? "a heap object"
      : o->kind == OBJECT_LAZY ? "what is taken to lie behind"
      : o->kind == OBJECT_STACK ? "the local variable"
      : o->kind == OBJECT_ARGUMENTS ? "the arguments" : "the variable",
      label && *label ? " \"" : "", label && *label ? label : "",
      label && *label ? "\"" : "", (unsigned long long) o->size,
      o->size == 1 ? "" : "s");
}

/* The object meant by an address outside of o: an address a little below an object lies far
 * behind the object before. */
static const object *meant(exec *x, const state *s, const object *o,
                           uint64_t address) {
  const uint64_t name = (address >> x->p->object_shift) + 1;
  const object *above = memory_find(&s->memory, (uint32_t) name);
  return above && base_of(x, above) - address < address - base_of(x, o) - o->size
         ? above : o;
}

static bool finish_behind(exec *x, state *s, const object *o, uint64_t address,
                          uint64_t size, bool write) {
  if (address - base_of(x, o) > o->size) o = meant(x, s, o, address);
  return exec_finish(x, s, exec_past(x, o),
                     exec_bounds_message(x, o, address - base_of(x, o), size, write));
}

bool exec_is_fact(const exec *x, const object *o) {
  return expr_same(o->exists, expr_true(x->t));
}

void exec_note_fact(exec *x) {
  exec_note_text(x, "argv[0] is the program's name as braid was given it");
}

bool exec_settle_life(exec *x, state *s, uint32_t name) {
  const object *o = exec_find(x, s, name);
  if (!o || !o->exists.id) return true;
  if (exec_is_fact(x, o)) {
    exec_note_fact(x);
    exec_own(x, s, o->name)->exists = (expr) {0};
    return true;
  }
  const way here = {s->pc, NO_EDGE};
  const uint32_t own = o->name;
  switch (exec_fork(x, s, o->exists, here, here)) {
  case FORK_ENDED: return false;
  case FORK_TRUE:
    exec_own(x, s, own)->exists = (expr) {0};
    break;
  case FORK_FALSE:
    memory_remove(&s->memory, x->names, own);
    exec_forget_caches(x);
    break;
  }
  return true;
}

bool exec_resolve(exec *x, state *s, uint64_t address, uint64_t size,
                  bool write, const object **found, uint64_t *offset) {
  if (!exec_settle_life(x, s, (uint32_t) (address >> x->p->object_shift)))
    return false;
  const object *o = exec_reach(x, s,
                               (uint32_t) (address >> x->p->object_shift));
  if (!o) return finish_bad_address(x, s, address);
  *offset = address - base_of(x, o);
  if (*offset > o->size || size > o->size - *offset)
    return finish_behind(x, s, o, address, size, write);
  if (o->actual_size.id) {
    const unsigned width = expr_width(x->t, o->actual_size);
    const expr end = expr_const(x->t, width, *offset + size);
    if (!exec_require(x, s,
                      expr_binary(x->t, EXPR_ULE, end, o->actual_size),
                      OUTCOME_OUT_OF_BOUNDS, "beyond a symbolic size"))
      return false;
    o = exec_find(x, s, o->name);
  }
  if (write && o->is_read_only)
    return exec_finish(x, s, OUTCOME_READ_ONLY, NULL);
  *found = o;
  return true;
}

void exec_define_bytes(exec *x, state *s, uint32_t name, uint64_t offset,
                       uint64_t size) {
  const object *seen = exec_find(x, s, name);
  if (object_is_defined(seen, offset, size)) return;
  assert(object_has(seen, offset, size));
  object *o = exec_own(x, s, name);
  bool none = size <= 8;
  for (uint64_t i = offset; none && i < offset + size; i++)
    none = !object_is_defined(o, i, 1);
  if (none) {
    object_define(o, x->t, offset, (uint32_t) size,
                  exec_define_at(x, s, 8 * (unsigned) size, name, offset));
    return;
  }
  for (uint64_t i = offset; i < offset + size; i++)
    if (!object_is_defined(o, i, 1))
      object_define(o, x->t, i, 1, exec_define_at(x, s, 8, name, i));
}

object *exec_define_aside(exec *x, state *s, uint32_t name, object *copy, uint64_t offset,
                          uint64_t size) {
  for (uint64_t i = offset; i < offset + size; i++) {
    const object *o = copy ? copy : exec_find(x, s, name);
    if (object_is_defined(o, i, 1)) continue;
    if (!copy) copy = object_clone(o);
    object_define(copy, x->t, i, 1, exec_define(x, s, 8));
  }
  return copy;
}

/* Where any value is allowed, a byte has a fixed value until written: a copy of unwritten
 * bytes must read like the source, which gets values now, by words, since copies may be
 * large.  So do bytes that may have been written at an unknown place. */
void exec_define_source(exec *x, state *s, uint32_t name, uint64_t offset,
                        uint64_t size) {
  assert(memory_find(&s->memory, name));
  const object *o = exec_find(x, s, name);
  if (!(x->o.uninit_is_nondet || o->updates) || !o->undefined) return;
  for (uint64_t at = offset, next; at < offset + size; at = next) {
    next = (at | 7) + 1 < offset + size ? (at | 7) + 1 : offset + size;
    exec_define_bytes(x, s, name, at, next - at);
  }
}

/* Symbolic addresses ----------------------------------------------------- */

/* The condition that `size` bytes from the address on lie in the object. */
static expr inside_of(exec *x, const object *o, expr address, uint64_t size) {
  const unsigned width = x->p->pointer_bits;
  expr_table *t = x->t;
  if (size > o->size) return expr_false(t);
  assert(expr_width(t, address) == width);
  const expr offset = expr_binary(t, EXPR_SUB, address,
                                  expr_const(t, width, base_of(x, o)));
  const expr inside = expr_binary(t, EXPR_ULE, offset,
                                  expr_const(t, width, o->size - size));
  if (!o->actual_size.id) return inside;
  const expr end = expr_binary(t, EXPR_ADD, offset,
                               expr_const(t, width, size));
  return expr_and(t, inside,
                  expr_binary(t, EXPR_ULE, end,
                              expr_resize(t, o->actual_size, width, false)));
}

/* The object that the address is meant to point into, if its term says so: the
 * constant in a sum is the object's address, give or take an offset.  Where it
 * lies outside the object, it is a guess: then some address must be inside. */
static const object *intended(exec *x, state *s, expr address, uint64_t size) {
  const unsigned shift = x->p->object_shift;
  const expr_node n = expr_get(x->t, address);
  if (n.op != EXPR_ADD || x->is_exact) return NULL;
  for (unsigned k = 0; k < 2; k++) {
    uint64_t bits;
    if (!expr_value(x->t, n.arg[k], &bits)) continue;
    const uint32_t name = (uint32_t) (bits >> shift);
    /* A negative offset that was folded in leads to the name before. */
    for (uint32_t at = name; name && at <= name + 1; at++) {
      const object *o = at == name ? exec_reach(x, s, at)
                                   : exec_find(x, s, at);
      if (!o) continue;
      const uint64_t offset = bits - base_of(x, o);
      if (offset <= o->size ||
          path_may(x->solver, &s->path, inside_of(x, o, address, size)) ==
              ANSWER_SAT)
        return o;
    }
  }
  return NULL;
}

bool exec_narrow(exec *x, state *s, expr address, uint64_t size, bool write,
                 const object **found) {
  const unsigned width = x->p->pointer_bits;
  expr_table *t = x->t;
  const object *o = intended(x, s, address, size);
  bool is_behind = false;
  uint64_t behind = 0;
  if (!o) {
    x->stats.resolutions++;
    const uint64_t bits = exec_pick(x, s, address);
    const unsigned shift = x->p->object_shift;
    uint32_t first = (uint32_t) (bits >> shift), last = first;
    o = exec_reach(x, s, first);
    if (!o) names_unknown(x->names, &first, &last);
    const uint64_t end = (uint64_t) last << shift | bits_mask(shift);
    uint64_t low = o ? base_of(x, o) : (uint64_t) first << shift;
    /* Where names are short an address behind the end is not the object's: the address may
     * be a little below the next object. */
    is_behind = o && shift < 32 && bits - low > o->size;
    behind = bits;
    if (is_behind) low += o->size + 1;
    const uint64_t span = o && shift < 32 && !is_behind ? o->size : end - low;
    const expr there = expr_binary(
        t, EXPR_ULE,
        expr_binary(t, EXPR_SUB, address, expr_const(t, width, low)),
        expr_const(t, width, span));
    const way here = {s->pc, NO_EDGE};
    if (exec_fork(x, s, there, here, here) == FORK_ENDED) return false;
    if (!o) return finish_bad_address(x, s, bits);
  }
  const uint32_t life = o->name;
  if (!exec_settle_life(x, s, life)) return false;
  o = exec_find(x, s, life);
  if (!o) return finish_bad_address(x, s, (uint64_t) life << x->p->object_shift);
  if (is_behind) return finish_behind(x, s, o, behind, size, write);
  const uint32_t name = o->name;
  const expr inside = inside_of(x, o, address, size);
  const char *message = exec_intern_format(
      x, "%s of %llu byte%s at a symbolic offset of an object of %llu bytes",
      write ? "write" : "read", (unsigned long long) size,
      size == 1 ? "" : "s", (unsigned long long) o->size);
  if (!exec_require(x, s, inside, exec_past(x, o), message)) return false;
  *found = exec_find(x, s, name);
  if (write && (*found)->is_read_only)
    return exec_finish(x, s, OUTCOME_READ_ONLY, NULL);
  return true;
}

/* The state takes one of very many objects; the others are born at the same instruction. */
static bool take_one(exec *x, state *s, const object *o, expr address, offsets *f) {
  const uint64_t base = base_of(x, o);
  uint64_t bits;
  if (!exec_enumerate(x, s, address, &bits)) return false;
  *f = (offsets) {.first = bits - base, .stride = 1, .count = 1, .number_bits = 1,
                  .number = expr_const(x->t, 1, 0)};
  return true;
}

/* Bytes of a table of numbers that is read at a symbolic offset on a seed's path: a page. */
enum { LED_TABLE = 4096 };

/* All offsets would make large terms: of what is written or symbolic itself, not of a
 * table. */
static bool makes_large(const object *o, bool write) {
  return write || o->symbolic || o->size > LED_TABLE;
}

/* A path that is led by an input takes the input's offset first there. */
static lead_result take_led(exec *x, state *s, const object *o, expr address,
                            bool write, offsets *f) {
  const uint64_t base = base_of(x, o);
  uint64_t bits;
  if (!makes_large(o, write) || !exec_is_led(x, s)) return LEAD_NONE;
  const lead_result led = exec_lead(x, s, address, &bits);
  if (led != LEAD_DONE) return led;
  *f = (offsets) {.first = bits - base, .stride = 1, .count = 1, .number_bits = 1,
                  .number = expr_const(x->t, 1, 0)};
  return LEAD_DONE;
}

enum { FEW = 16 };              /* spelled out, whatever else there is */

static bool find_offsets(exec *x, state *s, const object *o, expr address,
                         uint64_t size, bool write, offsets *f) {
  expr_table *t = x->t;
  const uint32_t name = o->name;
  const lead_result led = take_led(x, s, o, address, write, f);
  if (led != LEAD_NONE) return led == LEAD_DONE;
  o = exec_find(x, s, name);
  const unsigned width = x->p->pointer_bits;
  const expr offset = expr_binary(t, EXPR_SUB, address,
                                  expr_const(t, width, base_of(x, o)));
  const range known = range_of(t, offset);
  uint64_t low = 0, high = o->size - size;
  if (known.low > low) low = known.low;
  if (known.high < high) high = known.high;
  uint64_t l, h;
  if ((high - low) / size > 8 && !exec_led(x, s, offset, &l)) {
    const bool is_tight = exec_range_within(x, s, offset, &l, &h);
    if (l > low) low = l;
    if (h < high) high = h;
    if (!is_tight && (high - low) / size > 8 && (o->undefined || makes_large(o, write))) {
      exec_leave_job(s);        /* who has the patience forks elsewhere */
      return take_one(x, s, o, address, f);
    }
  }
  unsigned shift = 0;
  while (shift < 12 && known.zeros >> shift & 1) shift++;
  f->stride = UINT64_C(1) << shift;
  f->first = (low + f->stride - 1) >> shift << shift;
  f->count = high < f->first ? 0 : (high - f->first) / f->stride + 1;
  const bool is_spread = f->count > limits.exec_table ||
                         (f->count > FEW && (o->updates || (size > 8 && makes_large(o, write))));
  f->at = is_spread ? offset : (expr) {0};
  if (is_spread && exec_may_spread(x, o, f, size, write)) return true;
  f->at = (expr) {0};
  if (f->count > limits.exec_table && o->actual_size.id)
    return take_one(x, s, o, address, f);
  if (!f->count || f->count > limits.exec_table)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       exec_intern_format(x, "an access at one of %llu "
                                          "offsets",
                                          (unsigned long long) f->count));
  f->number_bits = 1;
  while (f->number_bits < 63 && f->count > UINT64_C(1) << f->number_bits)
    f->number_bits++;
  const expr from = expr_binary(t, EXPR_SUB, offset,
                                expr_const(t, width, f->first));
  f->number = expr_extract(t, from, shift, f->number_bits);
  return true;
}

/* Chooses among the entries by the bits of the number, highest first; numbers
 * past the last entry cannot occur. */
static expr choose(exec *x, const offsets *f, const expr *entries,
                   unsigned bits, uint64_t first) {
  if (!bits || first + 1 >= f->count)
    return entries[first < f->count ? first : f->count - 1];
  const uint64_t half = UINT64_C(1) << (bits - 1);
  const expr low = choose(x, f, entries, bits - 1, first);
  if (first + half >= f->count) return low;
  const expr high = choose(x, f, entries, bits - 1, first + half);
  if (expr_same(low, high)) return low;
  return expr_ite(x->t, expr_extract(x->t, f->number, bits - 1, 1), high, low);
}

static bool read_symbolic(exec *x, state *s, expr address, uint32_t size, bool copies,
                          value *result) {
  const object *o;
  offsets f;
  if (!exec_narrow(x, s, address, size, false, &o) ||
      !find_offsets(x, s, o, address, size, false, &f))
    return false;
  x->stats.symbolic_reads++;
  const uint32_t name = o->name;
  if (f.at.id) {
    *result = exec_read_spread(x, s, name, &f, size, copies);
    return true;
  }
  const uint64_t span = (f.count - 1) * f.stride + size;
  object *own = NULL;
  if (copies) own = exec_define_aside(x, s, name, NULL, f.first, span);
  else exec_define_bytes(x, s, name, f.first, span);
  o = own ? own : exec_find(x, s, name);
  expr *entries = mem_resize(NULL, f.count, sizeof *entries);
  for (uint64_t k = 0; k < f.count; k++)
    entries[k] = exec_term(x, object_load(o, x->t, f.first + k * f.stride, size), 8 * size);
  *result = value_from(x->t, choose(x, &f, entries, f.number_bits, 0));
  free(entries);
  if (own) object_free(own);
  return true;
}

static bool write_symbolic(exec *x, state *s, expr address, uint32_t size,
                           value v) {
  const object *seen;
  offsets f;
  if (!exec_narrow(x, s, address, size, true, &seen) ||
      !find_offsets(x, s, seen, address, size, true, &f))
    return false;
  x->stats.symbolic_writes++;
  expr_table *t = x->t;
  const uint32_t name = seen->name;
  const expr new = exec_term(x, v, 8 * size);
  if (f.at.id) {
    exec_write_spread(x, s, name, &f, size, new);
    return true;
  }
  exec_define_bytes(x, s, name, f.first, (f.count - 1) * f.stride + size);
  object *o = exec_own(x, s, name);
  if (f.stride >= size) {
    for (uint64_t k = 0; k < f.count; k++) {
      const uint64_t at = f.first + k * f.stride;
      const expr old = exec_term(x, object_load(o, t, at, size), 8 * size);
      const expr here = expr_eq(t, f.number,
                                expr_const(t, f.number_bits, k));
      object_store(o, t, at, size, value_from(t, expr_ite(t, here, new, old)));
    }
    return true;
  }
  /* Words at neighbouring offsets overlap: byte by byte. */
  const uint64_t end = f.first + (f.count - 1) * f.stride + size;
  expr *bytes = mem_resize(NULL, end - f.first, sizeof *bytes);
  for (uint64_t at = f.first; at < end; at++) {
    expr e = object_byte(o, t, at);
    for (uint32_t part = 0; part < size && part <= at - f.first; part++) {
      const uint64_t from = at - f.first - part;
      if (from % f.stride || from / f.stride >= f.count) continue;
      e = expr_ite(t, expr_eq(t, f.number, expr_const(t, f.number_bits,
                                                      from / f.stride)),
                   expr_extract(t, new, 8 * part, 8), e);
    }
    bytes[at - f.first] = e;
  }
  for (uint64_t at = f.first; at < end; at++)
    object_store(o, t, at, 1, value_from(t, bytes[at - f.first]));
  free(bytes);
  return true;
}

/* Any address ------------------------------------------------------------ */

static bool read_any(exec *x, state *s, value address, uint32_t bytes, bool copies,
                     value *result) {
  if (!exec_need_defined(x, s, &address, x->p->pointer_bits)) return false;
  if (address.sym.id && !exec_decide(x, s, &address.sym)) return false;
  if (address.sym.id) address = value_from(x->t, address.sym);
  if (address.sym.id) {
    bool done;
    if (!exec_read_leaves(x, s, address.sym, bytes, result, &done))
      return false;
    return done || read_symbolic(x, s, address.sym, bytes, copies, result);
  }
  const object *o;
  uint64_t offset;
  if (!exec_resolve(x, s, value_bits(address), bytes, false, &o, &offset))
    return false;
  const uint32_t name = o->name;
  object *own = copies ? exec_define_aside(x, s, name, NULL, offset, bytes) : NULL;
  if (o->undefined && !copies) exec_define_bytes(x, s, name, offset, bytes);
  *result = object_load(own ? own : exec_find(x, s, name), x->t, offset, bytes);
  if (own) object_free(own);
  return true;
}

/* A store for many states has values of others, too. */
static bool read_own(exec *x, state *s, value address, uint32_t bytes, bool copies,
                     value *result) {
  if (!read_any(x, s, address, bytes, copies, result)) return false;
  if (x->strategy.shares && result->sym.id && !expr_same(result->sym, EXPR_UNDEFINED)) {
    const expr own = exec_own_value(x, s, result->sym);
    *result = bytes > 8 ? (value) {.sym = own} : value_from(x->t, own);
  }
  return true;
}

bool exec_read(exec *x, state *s, value address, uint32_t bytes, value *result) {
  return read_own(x, s, address, bytes, false, result);
}

bool exec_read_copied(exec *x, state *s, value address, uint32_t bytes, value *result) {
  return read_own(x, s, address, bytes, !x->o.uninit_is_nondet, result);
}

bool exec_write(exec *x, state *s, value address, uint32_t bytes, value v) {
  if (!exec_need_defined(x, s, &address, x->p->pointer_bits)) return false;
  if (address.sym.id && !exec_decide(x, s, &address.sym)) return false;
  if (address.sym.id) address = value_from(x->t, address.sym);
  if (address.sym.id) {
    bool done;
    if (!exec_write_leaves(x, s, address.sym, bytes, v, &done)) return false;
    return done || write_symbolic(x, s, address.sym, bytes, v);
  }
  const object *o;
  uint64_t offset;
  if (!exec_resolve(x, s, value_bits(address), bytes, true, &o, &offset))
    return false;
  object_store(exec_own(x, s, o->name), x->t, offset, bytes, v);
  return true;
}

static value address_of(exec *x, state *s, const ir_insn *i) {
  const unsigned width = x->p->pointer_bits;
  value a = exec_get(x, s, i->a, width);
  if (!a.sym.id) return value_of((value_bits(a) + i->imm) & bits_mask(width));
  return value_from(x->t, expr_binary(x->t, EXPR_ADD,
                                      exec_restrict(x, s, a.sym),
                                      expr_const(x->t, width, i->imm)));
}

/* Memory holds whole bytes: odd widths are cut from them or padded. */
/* Objects begin at multiples of every alignment unless they were placed.  Asked once the access
 * is known to be good, so that an error of memory is reported as such. */
static bool is_aligned(exec *x, state *s, const ir_insn *i, value address) {
  if (!i->c || !x->o.checks[OUTCOME_ALIGNMENT]) return true;
  const unsigned width = x->p->pointer_bits;
  const expr machine = exec_machine_bits(x, s, exec_term(x, address, width));
  const expr low = expr_binary(x->t, EXPR_AND, machine,
                               expr_const(x->t, width, i->c));
  return exec_require_defined(x, s,
                              expr_eq(x->t, low, expr_const(x->t, width, 0)),
                              OUTCOME_ALIGNMENT);
}

bool exec_load(exec *x, state *s, const ir_insn *i) {
  const uint32_t bytes = (i->width + 7u) / 8;
  const value address = address_of(x, s, i);
  value v;
  if (!exec_read(x, s, address, bytes, &v) || !is_aligned(x, s, i, address))
    return false;
  if (i->width != 8 * bytes) {
    const expr e = exec_term(x, v, 8 * bytes);
    v = value_from(x->t, expr_extract(x->t, e, 0, i->width));
  }
  if (i->flags & IR_LOOKS) exec_look_at_bytes(x, s, address);
  if (x->strategy.crosses && v.sym.id && !expr_same(v.sym, EXPR_UNDEFINED))
    exec_note_frontier(x, s, v.sym);
  exec_set(x, s, i->d, v);
  s->pc++;
  return true;
}

bool exec_store(exec *x, state *s, const ir_insn *i) {
  const uint32_t bytes = (i->width + 7u) / 8;
  value v = exec_get(x, s, i->b, i->width);
  if (i->width != 8 * bytes && v.sym.id)
    v = value_from(x->t, expr_zext(x->t, v.sym, 8 * bytes));
  const value address = address_of(x, s, i);
  if (!exec_write(x, s, address, bytes, v) || !is_aligned(x, s, i, address))
    return false;
  s->pc++;
  return true;
}
