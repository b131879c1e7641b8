#include "memory/object.h"

#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t bitmap_words(uint64_t size) { return (size_t) (size + 63) / 64; }

/* The bytes end with a whole word, so that native code can read the word around a byte;
 * behind the object they are zero. */
static uint64_t room_for(uint64_t size) { return (size + 7) & ~UINT64_C(7); }

static object_counts counts;

object_counts object_get_counts(void) { return counts; }

object *object_new(uint32_t name, object_kind kind, uint64_t size,
                   bool undefined) {
  assert(kind != OBJECT_NONE);
  object *o = mem_zeroed(1, sizeof *o);
  o->refs = 1;
  o->name = name;
  o->kind = (uint8_t) kind;
  o->alignment = OBJECT_ALIGNED;
  o->size = o->used = size;
  counts.objects++;
  o->bytes = mem_zeroed(room_for(size), 1);
  if (undefined && size) {
    o->undefined = size;
    o->defined = mem_zeroed(bitmap_words(size), sizeof *o->defined);
  }
  return o;
}

object *object_new_sized(uint32_t name, object_kind kind, uint64_t size,
                         expr actual, bool undefined) {
  assert(actual.id);
  object *o = object_new(name, kind, size, undefined);
  o->actual_size = actual;
  o->used = 0;
  return o;
}

void object_align(object *o, uint64_t bytes) {
  o->alignment = 0;
  while (o->alignment < OBJECT_ALIGNED && UINT64_C(2) << o->alignment <= bytes) o->alignment++;
}

void object_clear(object *o, bool undefined) {
  assert(o->actual_size.id);
  object *new = object_new_sized(o->name, (object_kind) o->kind, o->size,
                                 o->actual_size, undefined);
  object_set_updates(o, NULL);
  free(o->shadows);
  free(o->defined);
  free(o->bytes);
  o->shadows = NULL;
  o->shadow_count = o->symbolic = o->used = 0;
  o->bytes = new->bytes;
  o->defined = new->defined;
  o->undefined = new->undefined;
  free(new);
}

enum { PAGE = 4096 };

/* From here on the C library asks the system for zeroed pages (M_MMAP_THRESHOLD). */
enum { LARGE = 128 << 10 };

/* Of a large array, pages that are all zero are left for the system to make when
 * they are written: a program's buffers are mostly empty, and each of a hundred
 * thousand states has its own. */
static void *copy_of(const void *old, size_t size, size_t used) {
  static const uint8_t nothing[PAGE];
  if (size < LARGE)
    return memcpy(mem_resize(NULL, size, 1), old, size);
  uint8_t *new = mem_zeroed(size, 1);
  for (size_t at = 0; at < used; at += PAGE) {
    const size_t count = size - at < PAGE ? size - at : PAGE;
    const uint8_t *from = (const uint8_t *) old + at;
    if (memcmp(from, nothing, count)) memcpy(new + at, from, count);
  }
  return new;
}

/* What the fields promise each other. */
static inline bool is_whole(const object *o) {
  return o->used <= o->size && o->undefined <= o->size && !o->undefined == !o->defined &&
         o->symbolic <= o->shadow_count + (o->updates != NULL) && (!o->since || o->updates) &&
         (!o->shadow_count || object_has(o, o->shadow_first, o->shadow_count)) &&
         (!o->since_count || object_has(o, o->since_first, o->since_count));
}

object *object_clone(const object *old) {
  assert(is_whole(old));
  object *o = mem_resize(NULL, 1, sizeof *o);
  *o = *old;
  o->refs = 1;
  counts.objects++;
  counts.bytes += old->used + (old->symbolic ? old->shadow_count * sizeof *o->shadows : 0);
  o->bytes = copy_of(old->bytes, room_for(old->size), old->used);
  o->shadows = NULL;
  if (!old->symbolic || !old->shadow_count) o->shadow_count = 0;
  else
    o->shadows = copy_of(old->shadows,
                         old->shadow_count * sizeof *o->shadows,
                         old->shadow_count * sizeof *o->shadows);
  update_retain(o->updates);
  if (old->since)
    o->since = memcpy(mem_resize(NULL, old->since_count, sizeof *o->since),
                      old->since, old->since_count * sizeof *o->since);
  o->defined = NULL;
  if (old->undefined)
    o->defined = copy_of(old->defined,
                         bitmap_words(old->size) * sizeof *o->defined,
                         bitmap_words(old->used) * sizeof *o->defined);
  return o;
}

void object_free(object *o) {
  if (!o) return;
  assert(is_whole(o));
  update_release(o->updates);
  free(o->since);
  free(o->shadows);
  free(o->defined);
  free(o->bytes);
  free(o);
}

/* Updates ---------------------------------------------------------------- */

void object_update(object *o, update u) {
  assert(u.at.id && u.value.id && !u.bytes == (u.length.id != 0) && !(u.bytes && u.place));
  o->symbolic += !o->updates;
  o->updates = update_add(o->updates, u);
}

void object_set_updates(object *o, update *list) {
  o->symbolic -= o->updates != NULL;
  o->symbolic += list != NULL;
  update_release(o->updates);
  o->updates = list;
  if (list) return;
  free(o->since);
  o->since = NULL;
  o->since_count = 0;
}

/* Room for these bytes' numbers, and for as many again as there are. */
static void need_since(object *o, uint64_t offset, uint64_t count) {
  uint64_t from = offset, end = offset + count;
  if (o->since) {
    const uint64_t last = o->since_first + o->since_count, more = o->since_count;
    if (from >= o->since_first && end <= last) return;
    if (from > o->since_first) from = o->since_first;
    else from -= from < more ? from : more;
    if (end < last) end = last;
    else end += more;
  }
  if (end > o->size) end = o->size;
  uint32_t *new = mem_zeroed(end - from, sizeof *new);
  if (o->since)
    memcpy(new + (o->since_first - from), o->since, o->since_count * sizeof *new);
  free(o->since);
  o->since = new;
  o->since_first = from;
  o->since_count = end - from;
}

/* The bytes are newer than all updates. */
static void stamp(object *o, uint64_t offset, uint64_t count) {
  if (!o->updates || !count) return;
  need_since(o, offset, count);
  for (uint64_t i = offset; i < offset + count; i++)
    o->since[i - o->since_first] = o->updates->number;
}

/* Definedness ------------------------------------------------------------ */

static void use(object *o, uint64_t end) {
  if (end > o->used) o->used = end;
}

static bool bit(const object *o, uint64_t i) {
  return o->defined[i / 64] >> i % 64 & 1;
}

/* The bits of the word that has byte `at`, from there on and before `end`; *at
 * is then where the next word begins. */
static uint64_t word_mask(uint64_t *at, uint64_t end) {
  const unsigned first = *at % 64;
  const uint64_t next = (*at | 63) + 1;
  const uint64_t from = UINT64_MAX << first;
  const uint64_t mask = next <= end ? from : from & ~(UINT64_MAX << end % 64);
  *at = next;
  return mask;
}

bool object_is_defined(const object *o, uint64_t offset, uint64_t count) {
  assert(object_has(o, offset, count));
  if (!o->undefined) return true;
  for (uint64_t i = offset; i < offset + count;) {
    const uint64_t word = o->defined[i / 64];
    const uint64_t mask = word_mask(&i, offset + count);
    if ((word & mask) != mask) return false;
  }
  return true;
}

static void mark_defined(object *o, uint64_t offset, uint64_t count) {
  assert(object_has(o, offset, count));
  use(o, offset + count);
  if (!o->undefined) return;
  for (uint64_t i = offset; i < offset + count;) {
    uint64_t *word = o->defined + i / 64;
    const uint64_t mask = word_mask(&i, offset + count);
    o->undefined -= (unsigned) __builtin_popcountll(mask & ~*word);
    *word |= mask;
  }
  if (!o->undefined) {
    free(o->defined);
    o->defined = NULL;
  }
}

/* The part of these bytes that has shadows. */
static void clip(const object *o, uint64_t offset, uint64_t count,
                 uint64_t *from, uint64_t *end) {
  const uint64_t last = o->shadow_first + o->shadow_count;
  *from = offset > o->shadow_first ? offset : o->shadow_first;
  *end = offset + count < last ? offset + count : last;
}

static void make_concrete(object *o, uint64_t offset, uint64_t count) {
  if (!o->symbolic) return;
  uint64_t i, end;
  for (clip(o, offset, count, &i, &end); i < end; i++) {
    shadow *s = o->shadows + (i - o->shadow_first);
    if (!s->term.id) continue;
    *s = (shadow) {0};
    o->symbolic--;
  }
}

void object_mark_undefined(object *o, uint64_t offset, uint64_t count) {
  assert(object_has(o, offset, count));
  if (!count) return;
  use(o, offset + count);
  stamp(o, offset, count);
  make_concrete(o, offset, count);
  if (!o->undefined) {
    o->used = o->size;          /* all of them change */
    const size_t words = bitmap_words(o->size);
    o->defined = mem_resize(o->defined, words, sizeof *o->defined);
    memset(o->defined, 0xff, words * sizeof *o->defined);
  }
  for (uint64_t i = offset; i < offset + count;) {
    uint64_t *word = o->defined + i / 64;
    const uint64_t mask = word_mask(&i, offset + count);
    o->undefined += (unsigned) __builtin_popcountll(mask & *word);
    *word &= ~mask;
  }
}

/* Loads ------------------------------------------------------------------ */

/* Where the bytes before `end` begin that are consecutive bytes of one term, or at most eight
 * numbers: taken together, since on a diagram each operator is a walk. */
static uint32_t run_before(const object *o, uint64_t offset, uint32_t end) {
  uint32_t from = end - 1;
  const shadow last = object_shadow(o, offset + from);
  for (; from && (last.term.id || end - from < 8); from--) {
    const shadow s = object_shadow(o, offset + from - 1);
    if (!expr_same(s.term, last.term) ||
        (s.term.id && s.part + end != last.part + from))
      break;
  }
  return from;
}

static expr base_run(const object *o, expr_table *t, uint64_t offset, uint32_t count) {
  const shadow s = object_shadow(o, offset);
  if (s.term.id) return expr_extract(t, s.term, 8 * s.part, 8 * count);
  uint64_t bits = 0;
  for (uint32_t i = 0; i < count; i++) bits |= (uint64_t) o->bytes[offset + i] << 8 * i;
  return expr_const(t, 8 * count, bits);
}

expr object_byte(const object *o, expr_table *t, uint64_t offset) {
  if (o->updates) return value_term(t, object_load(o, t, offset, 1), 8);
  return base_run(o, t, offset, 1);
}

value object_base(const object *o, expr_table *t, uint64_t offset,
                  uint32_t count) {
  assert(count && object_has(o, offset, count));
  bool symbolic = count > 8;
  if (o->symbolic)
    for (uint32_t i = 0; i < count; i++)
      symbolic |= object_shadow(o, offset + i).term.id != 0;
  if (!symbolic) {
    value v = {0};
    for (uint32_t i = 0; i < count; i++)
      v.raw |= (uint64_t) o->bytes[offset + i] << 8 * i;
    return v;
  }
  expr e = {0};
  for (uint32_t end = count, from; end; end = from) {
    from = run_before(o, offset, end);
    const expr part = base_run(o, t, offset + from, end - from);
    e = e.id ? expr_concat(t, e, part) : part;
  }
  if (count > 8) return (value) {.sym = e};
  return value_from(t, e);
}

/* Through the updates since the bytes were stored. */
static expr updated_load(const object *o, expr_table *t, uint64_t offset,
                         uint32_t count) {
  const uint32_t since = object_since(o, offset);
  bool is_one = true;
  for (uint32_t i = 1; i < count; i++) is_one &= object_since(o, offset + i) == since;
  if (is_one)
    return update_read(o->updates, since, t,
                       expr_const(t, expr_width(t, o->updates->at), offset), count,
                       value_term(t, object_base(o, t, offset, count), 8 * count));
  expr e = updated_load(o, t, offset + count - 1, 1);
  for (uint32_t i = count - 1; i-- > 0;)
    e = expr_concat(t, e, updated_load(o, t, offset + i, 1));
  return e;
}

value object_load(const object *o, expr_table *t, uint64_t offset,
                  uint32_t count) {
  assert(object_is_defined(o, offset, count));
  if (!o->updates) return object_base(o, t, offset, count);
  const expr e = updated_load(o, t, offset, count);
  return count > 8 ? (value) {.sym = e} : value_from(t, e);
}

/* Stores ----------------------------------------------------------------- */

/* Shadows for these bytes, with room beyond them: as much again as there is. */
static void need_shadows(object *o, uint64_t offset, uint64_t count) {
  uint64_t from = offset, end = offset + count;
  if (o->shadow_count) {
    const uint64_t last = o->shadow_first + o->shadow_count;
    if (from >= o->shadow_first && end <= last) return;
    const uint64_t more = o->shadow_count;
    if (from > o->shadow_first) from = o->shadow_first;
    else from -= from < more ? from : more;
    if (end < last) end = last;
    else end += more;
  } else end += 8;
  if (end > o->size) end = o->size;
  shadow *new = mem_zeroed(end - from, sizeof *new);
  if (o->shadow_count)
    memcpy(new + (o->shadow_first - from), o->shadows,
           o->shadow_count * sizeof *new);
  free(o->shadows);
  o->shadows = new;
  o->shadow_first = from;
  o->shadow_count = end - from;
}

void object_store(object *o, expr_table *t, uint64_t offset, uint32_t count,
                  value v) {
  stamp(o, offset, count);
  object_define(o, t, offset, count, v);
}

void object_define(object *o, expr_table *t, uint64_t offset, uint32_t count,
                   value v) {
  assert(count && object_has(o, offset, count));
  mark_defined(o, offset, count);
  if (!v.sym.id || expr_is_const(t, v.sym)) {
    uint64_t limbs[EXPR_MAX_LIMBS];
    if (v.sym.id) expr_limbs(t, v.sym, limbs);
    else limbs[0] = value_bits(v);
    assert(v.sym.id || count <= sizeof *limbs);
    make_concrete(o, offset, count);
    for (uint32_t i = 0; i < count; i++)
      o->bytes[offset + i] = (uint8_t) (limbs[i / 8] >> 8 * (i % 8));
    return;
  }
  assert(expr_width(t, v.sym) == 8 * count);
  need_shadows(o, offset, count);
  for (uint32_t i = 0; i < count; i++) {
    shadow *s = o->shadows + (offset - o->shadow_first) + i;
    o->symbolic += s->term.id == 0;
    *s = (shadow) {v.sym, i};
  }
}

void object_fill(object *o, expr_table *t, uint64_t offset, uint64_t count,
                 value byte) {
  assert(object_has(o, offset, count));
  if (byte.sym.id) {
    for (uint64_t i = 0; i < count; i++)
      object_store(o, t, offset + i, 1, byte);
    return;
  }
  stamp(o, offset, count);
  mark_defined(o, offset, count);
  make_concrete(o, offset, count);
  memset(o->bytes + offset, (int) value_bits(byte), count);
}

/* By words of the source, all of which are read before one is written. */
static void copy_updated(object *to, expr_table *t, uint64_t to_offset,
                         const object *from, uint64_t from_offset, uint64_t count) {
  VEC(value) all = {0};
  uint64_t next;
  for (uint64_t at = from_offset; at < from_offset + count; at = next) {
    next = (at | 7) + 1 < from_offset + count ? (at | 7) + 1 : from_offset + count;
    vec_push(&all, object_load(from, t, at, (uint32_t) (next - at)));
  }
  const value *v = all.items;
  for (uint64_t at = from_offset; at < from_offset + count; at = next, v++) {
    next = (at | 7) + 1 < from_offset + count ? (at | 7) + 1 : from_offset + count;
    object_store(to, t, to_offset + (at - from_offset), (uint32_t) (next - at), *v);
  }
  vec_release(&all);
}

/* A part of an overlapping copy is read before it is written, whichever
 * direction: marks and terms are taken aside first. */
void object_copy(object *to, expr_table *t, uint64_t to_offset, const object *from,
                 uint64_t from_offset, uint64_t count) {
  assert(object_has(to, to_offset, count) && object_has(from, from_offset, count));
  if (!count) return;
  use(to, to_offset + count);
  if (from->updates) {
    copy_updated(to, t, to_offset, from, from_offset, count);
    return;
  }
  stamp(to, to_offset, count);
  if (object_is_plain(from) && object_is_plain(to)) {
    memmove(to->bytes + to_offset, from->bytes + from_offset, count);
    return;
  }
  shadow *terms = NULL;
  bool *undefined = NULL;
  uint64_t first = 0, end = 0;
  if (from->symbolic) clip(from, from_offset, count, &first, &end);
  if (first < end)
    terms = memcpy(mem_resize(NULL, end - first, sizeof *terms),
                   from->shadows + (first - from->shadow_first),
                   (end - first) * sizeof *terms);
  if (from->undefined) {
    undefined = mem_resize(NULL, count, sizeof *undefined);
    for (uint64_t i = 0; i < count; i++)
      undefined[i] = !bit(from, from_offset + i);
  }
  memmove(to->bytes + to_offset, from->bytes + from_offset, count);
  mark_defined(to, to_offset, count);
  make_concrete(to, to_offset, count);
  for (uint64_t i = first; i < end; i++)
    if (terms[i - first].term.id) {
      const uint64_t at = to_offset + (i - from_offset);
      need_shadows(to, at, 1);
      to->shadows[at - to->shadow_first] = terms[i - first];
      to->symbolic++;
    }
  for (uint64_t i = 0; undefined && i < count; i++)
    if (undefined[i]) object_mark_undefined(to, to_offset + i, 1);
  free(terms);
  free(undefined);
}

void object_move(object *to, const object *from, uint64_t count) {
  assert(!to->symbolic && !to->updates);
  object *base = object_clone(from);
  object_set_updates(base, NULL);
  object_copy(to, NULL, 0, base, 0, count);
  object_free(base);
  object_set_updates(to, update_retain(from->updates));
  if (!from->since) return;
  uint64_t end = from->since_first + from->since_count;
  if (end > count) end = count;
  for (uint64_t i = from->since_first; i < end; i++) {
    need_since(to, i, 1);
    to->since[i - to->since_first] = from->since[i - from->since_first];
  }
}

void object_widen(object *o, uint64_t size, bool undefined) {
  assert(o->actual_size.id && size >= o->size);
  if (o->used < o->size) undefined = !object_is_defined(o, o->used, 1);
  const uint64_t old = o->size;
  o->bytes = mem_resize(o->bytes, room_for(size), 1);
  memset(o->bytes + old, 0, room_for(size) - old);
  o->size = size;
  if (undefined || o->undefined) {
    const size_t before = bitmap_words(old), words = bitmap_words(size);
    o->defined = mem_resize(o->defined, words, sizeof *o->defined);
    if (!o->undefined) memset(o->defined, 0xff, before * sizeof *o->defined);
    memset(o->defined + before, undefined ? 0 : 0xff,
           (words - before) * sizeof *o->defined);
    for (uint64_t i = old; i < size && i < 64 * before; i++)
      if (undefined) o->defined[i / 64] &= ~(UINT64_C(1) << i % 64);
      else o->defined[i / 64] |= UINT64_C(1) << i % 64;
  }
  if (undefined) o->undefined += size - old;
}

bool object_same_byte(const object *a, const object *b, uint64_t i) {
  return a->updates == (b ? b->updates : NULL) && object_same_base(a, b, i);
}

bool object_same_base(const object *a, const object *b, uint64_t i) {
  assert(object_has(a, i, 1));
  const bool is_defined = object_is_defined(a, i, 1);
  if (b && i >= b->size) return false;
  if (is_defined != (b ? object_is_defined(b, i, 1) : true)) return false;
  if (object_since(a, i) != (b ? object_since(b, i) : 0)) return false;
  if (!is_defined) return true;
  const shadow p = object_shadow(a, i);
  const shadow q = b ? object_shadow(b, i) : (shadow) {0};
  if (p.term.id || q.term.id)
    return expr_same(p.term, q.term) && p.part == q.part;
  return a->bytes[i] == (b ? b->bytes[i] : 0);
}
