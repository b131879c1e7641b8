#include "relevancy/points_internal.h"


#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* Objects, the spots in them and the units that hold their contents. */

uint32_t points_same(const points *p, uint32_t object) {
  while (p->objects.items[object].same != object)
    object = p->objects.items[object].same;
  return object;
}

uint32_t points_add_object(points *p, points_object o) {
  o.same = p->objects.count;
  vec_push(&p->objects, o);
  return p->objects.count - 1;
}

bool points_is_plain(const points *p, uint32_t symbol) {
  const ir_symbol *s = p->p->symbols.items + symbol;
  return s->kind == IR_VARIABLE && s->is_defined && s->is_constant &&
         !s->relocations.count;
}

void points_add_symbols(points *p) {
  for (uint32_t k = 0; k < p->p->symbols.count; k++) {
    const ir_symbol *s = p->p->symbols.items + k;
    points_add_object(p, (points_object) {
        .sort = POINTS_SYMBOL, .number = k,
        .size = s->kind == IR_FUNCTION ? 0 : s->is_defined ? s->size
                                                           : UINT64_MAX});
  }
  unit_nodes units = {0};
  for (uint32_t k = 0; k < p->p->symbols.count; k++)
    for (uint32_t n = 0; n < p->p->symbols.items[k].relocations.count; n++) {
      const ir_relocation *r = p->p->symbols.items[k].relocations.items + n;
      if (points_is_plain(p, r->symbol)) continue;
      points_units(p, (points_spot) {k, (int64_t) r->offset}, r->bytes, &units);
      for (uint32_t u = 0; u < units.count; u++)
        points_add_spot(p, units.items[u],
                        points_spot_at(p, r->symbol, r->addend));
    }
  vec_release(&units);
}

static int64_t reduced(const points_object *o, int64_t offset) {
  if (!o->period) return offset;
  if (offset == POINTS_ANYWHERE) return o->period == 1 ? 0 : offset;
  const int64_t period = (int64_t) o->period;
  offset %= period;
  return offset < 0 ? offset + period : offset;
}

/* Spots ------------------------------------------------------------------ */

uint32_t points_spot_at(points *p, uint32_t object, int64_t offset) {
  object = points_same(p, object);
  points_object *o = p->objects.items + object;
  const points_spot s = {object, reduced(o, offset)};
  bool is_new;
  const uint32_t k = keys_add(&p->spot_keys, object, (uint32_t) s.offset,
                              (uint32_t) ((uint64_t) s.offset >> 32), &is_new);
  if (is_new) {
    vec_push(&p->spots, s);
    o->spots++;
  }
  return k;
}

points_spot points_get_spot(const points *p, uint32_t spot) {
  points_spot s = p->spots.items[spot];
  s.object = points_same(p, s.object);
  s.offset = reduced(p->objects.items + s.object, s.offset);
  return s;
}

/* Units ------------------------------------------------------------------ */

static uint32_t index_of(const points *p, const points_object *o,
                         uint64_t byte) {
  if (o->period) byte %= o->period;
  if (byte > POINTS_UNIT_BYTES) byte = POINTS_UNIT_BYTES;
  return (uint32_t) (byte / (p->p->pointer_bits / 8));
}

static uint32_t unit_node(points *p, uint32_t object, uint32_t index) {
  assert(object < p->objects.count && points_same(p, object) == object);
  bool is_new;
  const uint32_t k = keys_add(&p->unit_keys, object, index, 0, &is_new);
  if (is_new) {
    points_object *o = p->objects.items + object;
    vec_push(&p->units, ((unit) {index, points_add_node(p), o->first_unit}));
    o->first_unit = k + 1;
  }
  return p->units.items[k].node;
}

void points_units(points *p, points_spot at, uint64_t bytes,
                  unit_nodes *list) {
  at.object = points_same(p, at.object);
  const points_object o = p->objects.items[at.object];
  vec_clear(list);
  if (o.sort == POINTS_SYMBOL && !o.size) return;
  if (!o.period && (at.offset < 0 || (uint64_t) at.offset >= o.size)) return;
  const uint64_t first = (uint64_t) reduced(&o, at.offset);
  uint32_t last = UINT32_MAX;
  for (uint64_t k = 0; k < bytes; k++) {
    if (!o.period && first + k >= o.size) break;
    const uint32_t index = index_of(p, &o, first + k);
    if (index != last) vec_push(list, unit_node(p, at.object, last = index));
    if (o.period == 1 || (!o.period && first + k > POINTS_UNIT_BYTES)) break;
  }
}

static uint64_t divisor(uint64_t a, uint64_t b) {
  while (b) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void points_set_period(points *p, uint32_t object, uint64_t n) {
  object = points_same(p, object);
  points_object *o = p->objects.items + object;
  const uint64_t period = divisor(n, o->period);
  if (!n || period == o->period) return;
  assert(period && (!o->period || o->period % period == 0));
  const uint64_t old = o->period;
  o->period = period;
  /* Every old unit meets the new ones that share a byte with it. */
  const uint32_t word = p->p->pointer_bits / 8;
  VEC(uint32_t) units = {0};
  for (uint32_t u = o->first_unit; u; u = p->units.items[u - 1].next)
    vec_push(&units, u - 1);
  for (uint32_t k = 0; k < units.count; k++) {
    const unit u = p->units.items[units.items[k]];
    uint64_t from = (uint64_t) u.index * word, to = from + word;
    if (from >= POINTS_UNIT_BYTES) to = from + (old ? old : period);
    if (old && to > old) to = old;
    for (uint64_t b = from; b < to; b++) {
      const points_object now = p->objects.items[object];
      points_unite(p, u.node, unit_node(p, object, index_of(p, &now, b)));
      if (period == 1) break;
    }
  }
  vec_release(&units);
}

void points_merge(points *p, uint32_t a, uint32_t b) {
  a = points_same(p, a);
  b = points_same(p, b);
  if (a == b) return;
  points_set_period(p, a, 1);
  points_set_period(p, b, 1);
  p->objects.items[a].size = UINT64_MAX;
  points_unite(p, unit_node(p, a, 0), unit_node(p, b, 0));
  p->objects.items[b].same = a;
  p->has_merged = true;
}

/* Copies ----------------------------------------------------------------- */

/* Bytes that go together: no boundary of a unit lies between them. */
static uint64_t stride(const points *p, points_spot to, points_spot from) {
  const uint64_t a = p->objects.items[to.object].period;
  const uint64_t b = p->objects.items[from.object].period;
  uint64_t bits = p->p->pointer_bits / 8;
  if (a != 1) bits |= a | (uint64_t) to.offset;
  if (b != 1) bits |= b | (uint64_t) from.offset;
  return bits & -bits;
}

static uint64_t steps(points *p, uint32_t object) {
  const uint64_t period = p->objects.items[object].period;
  if (period <= 4 * POINTS_UNIT_BYTES) return period;
  points_set_period(p, object, 1);
  return 1;
}

void points_copy(points *p, points_spot to, points_spot from,
                 uint64_t bytes) {
  bool is_new;
  keys_add(&p->copy_keys, points_spot_at(p, to.object, to.offset),
           points_spot_at(p, from.object, from.offset),
           bytes > POINTS_UNIT_BYTES ? 0 : (uint32_t) bytes, &is_new);
  if (!is_new) return;
  const bool is_any = !bytes || bytes > POINTS_UNIT_BYTES;
  if (is_any) {
    const uint64_t a = steps(p, to.object), b = steps(p, from.object);
    bytes = POINTS_UNIT_BYTES + p->p->pointer_bits / 8 + (a > b ? a : b);
  }
  unit_nodes left = {0}, right = {0};
  const uint64_t step = stride(p, to, from);
  uint32_t last_left = UINT32_MAX, last_right = UINT32_MAX;
  for (uint64_t k = 0; k < bytes; k += step) {
    const points_spot l = {to.object, to.offset + (int64_t) k};
    const points_spot r = {from.object, from.offset + (int64_t) k};
    const points_object *lo = p->objects.items + l.object;
    const points_object *ro = p->objects.items + r.object;
    const uint32_t il = index_of(p, lo, (uint64_t) reduced(lo, l.offset));
    const uint32_t ir = index_of(p, ro, (uint64_t) reduced(ro, r.offset));
    if (il == last_left && ir == last_right) continue;
    last_left = il;
    last_right = ir;
    points_units(p, l, 1, &left);
    points_units(p, r, 1, &right);
    if (left.count && right.count)
      points_add_edge(p, right.items[0], left.items[0]);
    else if (l.offset >= 0 && r.offset >= 0) break;     /* past an end */
  }
  vec_release(&left);
  vec_release(&right);
}

/* Names ------------------------------------------------------------------ */

static char *at_place(const points *p, const points_object *o,
                      const char *what) {
  const points_instance *i = p->instances.items + o->instance;
  /* The call in the user's code that a library's object comes from. */
  uint32_t insn = o->number;
  while (i->function->is_library && i->depth) {
    insn = i->call;
    i = p->instances.items + i->caller;
  }
  const uint32_t place = i->function->insns[insn].place;
  const ir_place *at = p->p->places.items + place;
  if (!place) return mem_format("%s in %s", what, i->function->name);
  const ir_place *from =
      !i->depth ? NULL
      : p->p->places.items +
            p->instances.items[i->caller].function->insns[i->call].place;
  if (!from || !from->line)
    return mem_format("%s at %s:%u:%u", what, p->p->files.items[at->file],
                      at->line, at->column);
  return mem_format("%s at %s:%u:%u called from line %u", what,
                    p->p->files.items[at->file], at->line, at->column,
                    from->line);
}

char *points_object_name(const points *p, uint32_t object) {
  const points_object *o = p->objects.items + object;
  const points_instance *i = o->sort == POINTS_SYMBOL ||
                                     o->instance >= p->instances.count
                                 ? NULL : p->instances.items + o->instance;
  switch (o->sort) {
  case POINTS_SYMBOL:
    return mem_string(p->p->symbols.items[o->number].name);
  case POINTS_SLOT:
    return mem_format("%s:%s", i->function->name,
                      *i->function->slots.items[o->number].name
                          ? i->function->slots.items[o->number].name : "?");
  case POINTS_ALLOCA: return at_place(p, o, "alloca");
  case POINTS_HEAP: return at_place(p, o, "heap");
  case POINTS_COPY:
    return mem_format("%s:parameter %u", i->function->name, o->number);
  case POINTS_VARIADIC: return mem_format("%s:...", i->function->name);
  case POINTS_ARGUMENTS: return mem_string("argv");
  case POINTS_UNKNOWN: return mem_string("unknown");
  }
  return NULL;
}
