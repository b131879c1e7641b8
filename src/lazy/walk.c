#include "lazy/walk.h"


#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 256, WORDS_AN_ELEMENT = 4 };

typedef struct walk {
  const ir_program *p;
  void (*visit)(void *, const lazy_leaf *);
  void *context;
  uint32_t leaves;
} walk;

static void leaf(walk *w, uint64_t offset, uint64_t size, uint32_t type,
                 bool is_bytes, bool is_word, const char *text) {
  if (!size) return;
  w->leaves++;
  w->visit(w->context, &(lazy_leaf) {offset, (uint32_t) size, type, is_bytes,
                                     is_word, text});
}

/* `dot` is what goes between the text and the name of a field. */
static void type_at(walk *, uint32_t type, uint64_t offset, const char *text,
                    const char *dot);

static const ir_type *get(const walk *w, uint32_t type) {
  assert(type < w->p->types.count);
  return w->p->types.items + type;
}

/* What C calls the member, and what goes before the name of its own members:
 * those of one without a name are its parent's. */
static const char *member(char *to, const char *text, const char *dot,
                          const char *name) {
  snprintf(to, MAX_TEXT, "%s%s%s", text, *name ? dot : "", name);
  return *name ? "." : dot;
}

/* Bit-fields that share bytes are one number, called by all their names. */
static void fields(walk *w, const ir_type *t, uint64_t offset,
                   const char *text, const char *dot) {
  uint64_t end = 0;             /* bytes behind here are still to come */
  for (uint32_t k = 0; k < t->fields.count; k++) {
    const ir_field *f = t->fields.items + k;
    char name[MAX_TEXT];
    const char *below = member(name, text, dot, f->name);
    if (!f->bits) {
      if (f->bit / 8 < end) continue;
      type_at(w, f->type, offset + f->bit / 8, name, below);
      end = f->bit / 8 + get(w, f->type)->size;
      continue;
    }
    uint64_t first = f->bit / 8, last = (f->bit + f->bits - 1) / 8;
    for (uint32_t n = k + 1; n < t->fields.count; n++) {
      const ir_field *next = t->fields.items + n;
      const size_t length = strlen(name);
      if (!next->bits || next->bit / 8 > last) break;
      last = (next->bit + next->bits - 1) / 8;
      snprintf(name + length, sizeof name - length, ",%s", next->name);
    }
    if (first < end) first = end;
    if (last >= first) leaf(w, offset + first, last + 1 - first, 0, true,
                            false, name);
    if (last + 1 > end) end = last + 1;
  }
}

/* A union is its largest member; of equal ones a pointer, since that can be
 * read as a number, too. */
static void largest(walk *w, const ir_type *t, uint64_t offset,
                    const char *text, const char *dot) {
  const ir_field *best = NULL;
  for (uint32_t k = 0; k < t->fields.count; k++) {
    const ir_field *f = t->fields.items + k;
    const uint64_t size = get(w, f->type)->size;
    const uint64_t most = best ? get(w, best->type)->size : 0;
    if (f->bits) continue;
    if (!best || size > most ||
        (size == most && get(w, f->type)->kind == IR_TYPE_POINTER &&
         get(w, best->type)->kind != IR_TYPE_POINTER))
      best = f;
  }
  uint64_t size = best ? get(w, best->type)->size : 0;
  char name[MAX_TEXT];
  const char *below = member(name, text, dot, best ? best->name : "");
  if (best) type_at(w, best->type, offset, name, below);
  if (size < t->size)
    leaf(w, offset + size, t->size - size, 0, true, false, text);
}

/* Scalars of a made-up object that are made up one by one: a page of bytes twice, or 16 KiB of
 * words. */
enum { MOST_SCALARS = 2048 };

/* Elements from number `first` on; the offset is the first one's. */
static void elements(walk *w, uint32_t type, uint64_t first, uint64_t count,
                     uint64_t offset, const char *text) {
  const ir_type *t = get(w, type);
  const bool is_byte = t->kind == IR_TYPE_INTEGER && t->size == 1 &&
                       strcmp(t->name, "_Bool");
  if ((is_byte && count > 1) || w->leaves + count > MOST_SCALARS) {
    leaf(w, offset, count * t->size, is_byte ? type : 0, true, false, text);
    return;
  }
  for (uint64_t k = 0; k < count; k++) {
    char name[MAX_TEXT];
    snprintf(name, sizeof name, "%s[%llu]", text,
             (unsigned long long) (first + k));
    type_at(w, type, offset + k * t->size, name, ".");
  }
}

static void type_at(walk *w, uint32_t type, uint64_t offset,
                    const char *text, const char *dot) {
  const ir_type *t = get(w, type);
  switch (t->kind) {
  case IR_TYPE_INTEGER: case IR_TYPE_FLOAT: case IR_TYPE_POINTER:
    leaf(w, offset, t->size, type, false, false, text);
    break;
  case IR_TYPE_STRUCT: fields(w, t, offset, text, dot); break;
  case IR_TYPE_UNION: largest(w, t, offset, text, dot); break;
  case IR_TYPE_ARRAY: elements(w, t->target, 0, t->count, offset, text); break;
  case IR_TYPE_NONE: leaf(w, offset, t->size, 0, true, false, text); break;
  case IR_TYPE_FUNCTION: break;
  }
}

void lazy_each(const ir_program *p, uint32_t type, uint64_t count,
               const char *text, bool is_behind_pointer,
               void (*visit)(void *, const lazy_leaf *), void *context) {
  walk w = {p, visit, context, 0};
  char name[MAX_TEXT];
  if (!type) {
    const uint64_t word = p->pointer_bits / 8;
    for (uint64_t k = 0; k < count; k++) {
      snprintf(name, sizeof name, "((void **) %s)[%llu]", text,
               (unsigned long long) k);
      leaf(&w, k * word, word, 0, false, true, name);
    }
    return;
  }
  const ir_type *t = get(&w, type);
  if (!is_behind_pointer) {
    type_at(&w, type, 0, text, ".");
  } else if (t->kind == IR_TYPE_STRUCT || t->kind == IR_TYPE_UNION) {
    type_at(&w, type, 0, text, "->");
    if (t->fields.count && count > 1) {
      const ir_field *last = t->fields.items + t->fields.count - 1;
      const ir_type *array = get(&w, last->type);
      snprintf(name, sizeof name, "%s->%s", text, last->name);
      elements(&w, array->target, array->count, count - 1,
               last->bit / 8 + array->size, name);
    }
  } else {
    elements(&w, type, 0, count, 0, text);
  }
}

/* The last field is an array that goes on past the struct: one of no length or,
 * as it was written before C99, of length 1. */
static bool is_flexible(const ir_program *p, const ir_type *t) {
  if (t->kind != IR_TYPE_STRUCT || !t->fields.count) return false;
  const ir_type *last =
      p->types.items + t->fields.items[t->fields.count - 1].type;
  return last->kind == IR_TYPE_ARRAY && last->count <= 1;
}

lazy_shape lazy_shape_of(const ir_program *p, uint32_t type,
                         uint32_t count) {
  const ir_type *t = p->types.items + type;
  const uint64_t word = p->pointer_bits / 8;
  const uint64_t words = WORDS_AN_ELEMENT * (uint64_t) count;
  switch (type ? t->kind : IR_TYPE_NONE) {
  case IR_TYPE_INTEGER: case IR_TYPE_FLOAT: case IR_TYPE_POINTER:
    return (lazy_shape) {type, count, count * t->size};
  case IR_TYPE_STRUCT: case IR_TYPE_UNION: case IR_TYPE_ARRAY:
    if (is_flexible(p, t)) {
      const ir_field *last = t->fields.items + t->fields.count - 1;
      const ir_type *array = p->types.items + last->type;
      const uint64_t end = last->bit / 8 + array->size +
                           count * p->types.items[array->target].size;
      return (lazy_shape) {type, 1 + (uint64_t) count,
                           end > t->size ? end : t->size};
    }
    if (t->size) return (lazy_shape) {type, 1, t->size};
    break;
  case IR_TYPE_FUNCTION: return (lazy_shape) {type, 0, 0};
  case IR_TYPE_NONE: break;
  }
  return (lazy_shape) {0, words, words * word};
}
