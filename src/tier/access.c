#include "tier/activation.h"

#include "base/exhausted.h"
#include "base/fatal.h"

#include <assert.h>
#include <string.h>

/*
 * Memory as native code asks for it: accesses that its sites do not serve, and
 * objects that come and go.  What is plain is done here, and what it used is
 * remembered; the rest is the interpreter's.
 */

/* The object that an access of the site lies in, if that lives for all inputs;
 * NULL: the interpreter's. */
static const object *reach(const activation *a, uint64_t address,
                           uint64_t bytes, const object *o, uint64_t *offset) {
  if (!o || o->actual_size.id || o->exists.id || o->updates || o->place.id ||
      o->size < bytes)
    return NULL;
  *offset = address - ((uint64_t) o->name << a->x->p->object_shift);
  return *offset <= o->size - bytes ? o : NULL;
}

/* Words of marks looked at on either side of an access: 4 KiB of the object, a page. */
enum { WRITTEN_WORDS = 4096 / 64 };

static void find_written(const object *o, uint64_t *start, uint64_t *end) {
  assert(*start < *end && *end <= o->size);
  const uint64_t *defined = o->defined;
  uint64_t word = *start / 64;
  uint64_t holes = ~defined[word] & ((UINT64_C(1) << *start % 64) - 1);
  for (unsigned k = 0; !holes && word && k < WRITTEN_WORDS; k++)
    holes = ~defined[--word];
  *start = holes ? 64 * word + 64 - (unsigned) __builtin_clzll(holes)
                 : 64 * word;
  const uint64_t last = (o->size - 1) / 64;
  word = (*end - 1) / 64;
  holes = *end % 64 ? ~defined[word] & ~UINT64_C(0) << *end % 64 : 0;
  for (unsigned k = 0; !holes && word < last && k < WRITTEN_WORDS; k++)
    holes = ~defined[++word];
  *end = holes ? 64 * word + (unsigned) __builtin_ctzll(holes)
               : 64 * word + 64;
  if (*end > o->size) *end = o->size;
}

/* Misses of a site before it looks for written bytes again: a look at up to 128 words each is then
 * 8 words a miss. */
enum { MISSES = 16 };

static void remember(const activation *a, native_site *site, const object *o,
                     uint64_t offset) {
  assert(offset <= o->size && o->size - offset >= site->width_bytes);
  if (o->symbolic) return;
  const uint64_t base = (uint64_t) o->name << a->x->p->object_shift;
  if (site->name != o->name) site->misses = 0;
  site->name = o->name;
  site->partly = o->undefined ? (object *) (uintptr_t) o : NULL;
  uint64_t start = 0, end = o->undefined ? 0 : o->size;
  if (o->undefined && ++site->misses % MISSES == 0 &&
      object_is_written(o, offset, site->width_bytes)) {
    start = offset;
    end = offset + site->width_bytes;
    find_written(o, &start, &end);
  }
  site->base = base + start;
  site->room = end > start ? end - start - site->width_bytes + 1 : 0;
  site->bytes = o->bytes + start;
}

/* The object that the site remembers, if the access lies in it. */
static object *remembered(const activation *a, const native_site *site,
                          uint64_t address, uint64_t *offset) {
  *offset = address - ((uint64_t) site->name << a->x->p->object_shift);
  return site->partly && *offset <= site->partly->size - site->width_bytes
             ? site->partly : NULL;
}

static bool has_terms(const object *o, uint64_t offset, uint32_t count) {
  for (uint32_t k = 0; o->symbolic && k < count; k++)
    if (object_shadow(o, offset + k).term.id) return true;
  return false;
}

/* What sites know ---------------------------------------------------------- */

void activation_forget(activation *a, native_region *g) {
  exec_tier *t = a->x->tier;
  a->context.epoch = ++t->epoch;
  vec_clear(&t->fresh);
  activation_refresh(&a->context, g);
}

void activation_refresh(native_context *c, native_region *g) {
  const activation *a = (const activation *) c;
  native_forget_sites(g);
  g->epoch = c->epoch;
  vec_push(&a->x->tier->fresh, g);
}

/* The object is another one now, or gone. */
static void forget(const activation *a, uint32_t name, bool only_loads) {
  const exec_tier *t = a->x->tier;
  for (uint32_t k = 0; k < t->fresh.count; k++)
    native_forget_object(t->fresh.items[k], name, only_loads);
}

/* The object, for change.  Loads may know the one that others still see. */
static object *own(activation *a, uint32_t name) {
  const object *seen = exec_find(a->x, a->s, name);
  object *o = exec_own(a->x, a->s, name);
  if (o != seen) forget(a, o->name, true);
  return o;
}

/* Accesses ---------------------------------------------------------------- */

static const object *find(activation *a, uint64_t address) {
  const uint32_t name = (uint32_t) (address >> a->x->p->object_shift);
  return name ? exec_find(a->x, a->s, name) : NULL;
}

bool activation_load(native_context *c, native_site *site, uint64_t address,
                     uint64_t looks) {
  activation *a = (activation *) c;
  exec *x = a->x;
  uint64_t offset;
  x->stats.left++;
  const object *o = remembered(a, site, address, &offset);
  if (o && looks && exec_is_of_address(x, o, offset)) return false;
  if (o && !o->symbolic && object_is_written(o, offset, site->width_bytes)) {
    c->loaded = 0;
    memcpy(&c->loaded, o->bytes + offset, site->width_bytes);
    remember(a, site, o, offset);
    return true;
  }
  o = find(a, address);
  if (!reach(a, address, site->width_bytes, o, &offset) ||
      !object_is_defined(o, offset, site->width_bytes) ||
      (looks && exec_is_of_address(x, o, offset)))
    return false;
  if (has_terms(o, offset, site->width_bytes)) {
    x->tier->stats.symbolic++;
    tier_entry(x->tier, site->owner->function)->symbolic++;
    return false;
  }
  c->loaded = value_bits(object_load(o, x->t, offset, site->width_bytes));
  /* What the code will write, too, may as well be the state's own by now. */
  if (site->is_store && !o->is_read_only) o = own(a, o->name);
  if (!site->is_store || !o->is_read_only) remember(a, site, o, offset);
  return true;
}

bool activation_store(native_context *c, native_site *site, uint64_t address,
                      uint64_t bits) {
  activation *a = (activation *) c;
  uint64_t offset;
  a->x->stats.left++;
  object *o = remembered(a, site, address, &offset);
  const object *seen = o ? o : find(a, address);
  if (!reach(a, address, site->width_bytes, seen, &offset) ||
      seen->is_read_only)
    return false;
  if (!o) o = own(a, seen->name);
  object_store(o, a->x->t, offset, site->width_bytes, value_of(bits));
  remember(a, site, o, offset);
  return true;
}

bool activation_block(native_context *c, uint32_t op, uint64_t to,
                      uint64_t from, uint64_t size) {
  activation *a = (activation *) c;
  uint64_t to_offset, from_offset = 0;
  a->x->stats.left++;
  if (!size) return true;
  const object *target = find(a, to);
  if (!reach(a, to, size, target, &to_offset) || target->is_read_only)
    return false;
  if (op != IR_FILL) {
    const object *source = find(a, from);
    const uint64_t apart = to > from ? to - from : from - to;
    if (!reach(a, from, size, source, &from_offset) ||
        (op == IR_COPY && apart && apart < size))
      return false;
    /* It gets values first: see exec_define_source. */
    if (a->x->o.uninit_is_nondet &&
        !object_is_defined(source, from_offset, size))
      return false;
  }
  object *o = own(a, target->name);
  if (op == IR_FILL) {
    object_fill(o, a->x->t, to_offset, size, value_of(from));
    return true;
  }
  const object *source = find(a, from);
  object_copy(o, a->x->t, to_offset, source, from_offset, size);
  /* What was copied may be symbolic, or undefined: then no site serves it. */
  if (!object_is_plain(source)) forget(a, o->name, false);
  return true;
}

/* Lives ------------------------------------------------------------------- */

static void end(activation *a, uint32_t name) {
  exec *x = a->x;
  memory_remove(&a->s->memory, x->names, name);
  x->seen[name & (CACHE - 1)].name = x->owned[name & (CACHE - 1)].name = 0;
  forget(a, name, false);
}

static void begin_at(activation *a, uint32_t name, const ir_slot *slot) {
  end(a, name);
  assert(name);
  object *o = object_new(name, OBJECT_STACK, slot->size, true);
  object_align(o, slot->align);
  memory_add(&a->s->memory, a->x->names, o);
}

static void begin(activation *a, const ir_function *f, uint32_t first,
                  uint32_t slot) {
  assert(first && slot < f->slots.count);
  begin_at(a, first + slot, f->slots.items + slot);
}

/* The instance of a renewed slot, if it has one, ends. */
static void end_instance(activation *a, uint32_t slot_name) {
  const uint32_t name = exec_instance(a->s, slot_name);
  if (!name) return;
  end(a, name);
  exec_set_instance(a->s, slot_name, 0);
}

bool activation_renew(native_context *c, native_region *g, uint64_t first_slot,
                      uint32_t slot) {
  activation *a = (activation *) c;
  const uint32_t own = (uint32_t) first_slot + slot;
  end_instance(a, own);
  const uint32_t name = exec_name_instance(a->x, a->s, g->function, slot);
  if (!name) return false;
  begin_at(a, name, g->function->slots.items + slot);
  exec_set_instance(a->s, own, name);
  c->loaded = (uint64_t) name << a->x->p->object_shift;
  return true;
}

void activation_live(native_context *c, native_region *g, uint64_t first_slot,
                     uint32_t slot, bool begins) {
  if (begins) begin((activation *) c, g->function, (uint32_t) first_slot, slot);
  else if (g->function->slots.items[slot].is_renewed)
    end_instance((activation *) c, (uint32_t) first_slot + slot);
  else end((activation *) c, (uint32_t) first_slot + slot);
}

void activation_open(native_context *c, native_region *g, uint64_t serial,
                     uint64_t frames_left) {
  assert(frames_left <= ((activation *) c)->frames_left);
  activation *a = (activation *) c;
  const ir_function *f = g->function;
  const uint32_t depth = a->depth + (uint32_t) (a->frames_left - frames_left);
  c->opened = a->s->top->first_slot;
  /* The function that the interpreter entered has its slots. */
  if (depth == a->depth) return;
  const uint32_t first = exec_name_slots(a->x, f, depth, (uint32_t) serial);
  if (!first) fatal(EXHAUSTED ": more stack objects than there are names");
  for (uint32_t k = 0; k < f->slots.count; k++)
    if (!f->slots.items[k].has_lifetime) begin(a, f, first, k);
  c->opened = first;
}

void activation_close(native_context *c, native_region *g,
                      uint64_t first_slot) {
  for (uint32_t k = 0; k < g->function->slots.count; k++)
    if (g->function->slots.items[k].is_renewed)
      end_instance((activation *) c, (uint32_t) first_slot + k);
    else end((activation *) c, (uint32_t) first_slot + k);
}

bool activation_placeless(native_context *c, const ir_insn *i, uint64_t a, uint64_t b) {
  activation *at = (activation *) c;
  return exec_is_placeless(at->x, at->s, i, a, b);
}

bool activation_heap(native_context *c, native_heap kind, uint64_t a,
                     uint64_t b) {
  activation *at = (activation *) c;
  exec *x = at->x;
  state *s = at->s;
  const uint32_t name = (uint32_t) (a >> x->p->object_shift);
  const object *o = kind == NATIVE_HEAP_ALLOC || !name ? NULL
                                                       : exec_find(x, s, name);
  bool ends;
  c->loaded = 0;
  switch (kind) {
  case NATIVE_HEAP_ALLOC:
    if (a > x->o.max_alloc || b & ALLOC_OWN ||
        (x->o.max_heap && s->heap_bytes + a > x->o.max_heap))
      return false;
    c->loaded = exec_allocate_at(x, s, a, (expr) {0}, b >> NATIVE_ALIGN_SHIFT,
                                 b & ALLOC_ZEROED,
                                 (uint32_t) c->user_site,
                                 (uint32_t) (c->user_site >> 32));
    if (!c->loaded) return false;       /* no names are left: the interpreter says so */
    s->heap_bytes += a;
    s->unfreed++;
    return true;
  case NATIVE_HEAP_FREE:
    if (!a) return true;
    if (!o || o->kind != OBJECT_HEAP || o->exists.id || (uint32_t) a)
      return false;
    forget(at, name, false);
    return exec_deallocate(x, s, value_of(a));
  case NATIVE_HEAP_SIZE:
    if (!o || o->actual_size.id || o->exists.id) return false;
    c->loaded = o->size;
    return true;
  case NATIVE_HEAP_LENGTH:
    if (!o || o->actual_size.id || o->exists.id || (uint32_t) a >= o->size) return false;
    c->loaded = exec_plain_length(o, (uint32_t) a, b, &ends);
    return ends;
  case NATIVE_HEAP_NONE: case NATIVE_HEAP_IS_SYMBOLIC: break;
  }
  return false;
}
