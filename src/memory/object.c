#include "memory/object.h"

#include "base/limits.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static size_t bitmap_words(uint64_t size) { return (size_t) (size + 63) / 64; }

object *object_new(uint32_t name, object_kind kind, uint64_t size,
                   bool undefined) {
  object *o = mem_zeroed(1, sizeof *o);
  o->refs = 1;
  o->name = name;
  o->kind = (uint8_t) kind;
  o->size = o->used = size;
  o->bytes = mem_zeroed(size, 1);
  if (undefined && size) {
    o->undefined = size;
    o->defined = mem_zeroed(bitmap_words(size), sizeof *o->defined);
  }
  return o;
}

object *object_new_sized(uint32_t name, object_kind kind, uint64_t size,
                         expr actual, bool undefined) {
  object *o = object_new(name, kind, size, undefined);
  o->actual_size = actual;
  o->used = 0;
  return o;
}

void object_clear(object *o, bool undefined) {
  object *new = object_new_sized(o->name, (object_kind) o->kind, o->size,
                                 o->actual_size, undefined);
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

/* Of a large array, pages that are all zero are left for the system to make when
 * they are written: a program's buffers are mostly empty, and each of a hundred
 * thousand states has its own. */
static void *copy_of(const void *old, size_t size, size_t used) {
  static const uint8_t nothing[PAGE];
  if (size < limits.memory_large_object)
    return memcpy(mem_resize(NULL, size, 1), old, size);
  uint8_t *new = mem_zeroed(size, 1);
  for (size_t at = 0; at < used; at += PAGE) {
    const size_t count = size - at < PAGE ? size - at : PAGE;
    const uint8_t *from = (const uint8_t *) old + at;
    if (memcmp(from, nothing, count)) memcpy(new + at, from, count);
  }
  return new;
}

object *object_clone(const object *old) {
  object *o = mem_resize(NULL, 1, sizeof *o);
  *o = *old;
  o->refs = 1;
  o->bytes = copy_of(old->bytes, old->size, old->used);
  o->shadows = NULL;
  if (!old->symbolic) o->shadow_count = 0;
  else
    o->shadows = copy_of(old->shadows,
                         old->shadow_count * sizeof *o->shadows,
                         old->shadow_count * sizeof *o->shadows);
  o->defined = NULL;
  if (old->undefined)
    o->defined = copy_of(old->defined,
                         bitmap_words(old->size) * sizeof *o->defined,
                         bitmap_words(old->used) * sizeof *o->defined);
  return o;
}

void object_free(object *o) {
  if (!o) return;
  free(o->shadows);
  free(o->defined);
  free(o->bytes);
  free(o);
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
  if (!o->undefined) return true;
  for (uint64_t i = offset; i < offset + count;) {
    const uint64_t word = o->defined[i / 64];
    const uint64_t mask = word_mask(&i, offset + count);
    if ((word & mask) != mask) return false;
  }
  return true;
}

void object_mark_defined(object *o, uint64_t offset, uint64_t count) {
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
  if (!count) return;
  use(o, offset + count);
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

expr object_byte(const object *o, expr_table *t, uint64_t offset) {
  const shadow s = object_shadow(o, offset);
  if (!s.term.id) return expr_const(t, 8, o->bytes[offset]);
  return expr_extract(t, s.term, 8 * s.part, 8);
}

/* The bytes are just those of one stored word, in order. */
static bool is_whole_word(const object *o, expr_table *t, uint64_t offset,
                          uint32_t count) {
  const shadow first = object_shadow(o, offset);
  if (!first.term.id || first.part ||
      expr_width(t, first.term) != 8 * count)
    return false;
  for (uint32_t i = 1; i < count; i++) {
    const shadow s = object_shadow(o, offset + i);
    if (!expr_same(s.term, first.term) || s.part != i) return false;
  }
  return true;
}

value object_load(const object *o, expr_table *t, uint64_t offset,
                  uint32_t count) {
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
  if (o->symbolic && is_whole_word(o, t, offset, count))
    return (value) {.sym = object_shadow(o, offset).term};
  expr e = object_byte(o, t, offset + count - 1);
  for (uint32_t i = count - 1; i-- > 0;)
    e = expr_concat(t, e, object_byte(o, t, offset + i));
  if (count > 8) return (value) {.sym = e};
  return value_from(t, e);
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
  object_mark_defined(o, offset, count);
  uint64_t limbs[EXPR_MAX_LIMBS] = {v.sym.id ? 0 : value_bits(v)};
  const bool wide = v.sym.id && expr_is_const(t, v.sym);
  if (wide) expr_limbs(t, v.sym, limbs);
  if (!v.sym.id || wide) {
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
  if (byte.sym.id) {
    for (uint64_t i = 0; i < count; i++)
      object_store(o, t, offset + i, 1, byte);
    return;
  }
  object_mark_defined(o, offset, count);
  make_concrete(o, offset, count);
  memset(o->bytes + offset, (int) value_bits(byte), count);
}

/* A part of an overlapping copy is read before it is written, whichever
 * direction: marks and terms are taken aside first. */
void object_copy(object *to, uint64_t to_offset, const object *from,
                 uint64_t from_offset, uint64_t count) {
  if (!count) return;
  use(to, to_offset + count);
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
  object_mark_defined(to, to_offset, count);
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

bool object_same_byte(const object *a, const object *b, uint64_t i) {
  const bool is_defined = object_is_defined(a, i, 1);
  if (b && i >= b->size) return false;
  if (is_defined != (b ? object_is_defined(b, i, 1) : true)) return false;
  if (!is_defined) return true;
  const shadow p = object_shadow(a, i);
  const shadow q = b ? object_shadow(b, i) : (shadow) {0};
  if (p.term.id || q.term.id)
    return expr_same(p.term, q.term) && p.part == q.part;
  return a->bytes[i] == (b ? b->bytes[i] : 0);
}
