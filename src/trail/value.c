#include "trail/value.h"

#include "base/mem.h"
#include "files/typed_text.h"
#include "files/value_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* Of an object that is shown: what fits in a few lines. */
enum { MOST_BYTES = 256, MOST_TEXT = 160, MOST_STRING = 40 };

typedef struct view {
  exec *exec;
  const state *state;
  const ir_program *program;
} view;

static view view_of(exec *x, const state *s) { return (view) {x, s, exec_program(x)}; }

static const ir_type *type_at(const view *v, uint32_t type) {
  return type < v->program->types.count ? v->program->types.items + type
                                        : v->program->types.items;
}

bool trail_number(exec *x, const state *s, value v, uint64_t *bits) {
  if (v.sym.id == EXPR_UNDEFINED.id) return false;
  if (!v.sym.id) *bits = value_bits(v);
  else {
    uint64_t limbs[EXPR_MAX_LIMBS];
    path_value_limbs(exec_solver(x), &s->path, v.sym, limbs);
    *bits = limbs[0];
  }
  return true;
}

/* Objects ------------------------------------------------------------------ */

static const object *object_at(const view *v, uint64_t address, uint64_t *offset) {
  const unsigned shift = v->program->object_shift;
  const object *o = memory_find(&v->state->memory, (uint32_t) (address >> shift));
  if (o) *offset = address - ((uint64_t) o->name << shift);
  return o;
}

/* The type of a local variable in memory, of some running function. */
static uint32_t type_of_local(const view *v, const char *name, uint64_t size) {
  for (const frame *f = v->state->top; f; f = f->caller)
    for (uint32_t k = 0; k < f->function->variables.count; k++) {
      const ir_variable *is = f->function->variables.items + k;
      if (is->slot && is->type && !strcmp(is->name, name) && type_at(v, is->type)->size == size)
        return is->type;
    }
  return 0;
}

/* A pointer of a running function that points to the start of the object: its name, and the type
 * of what it points to.  NULL: none. */
static const char *pointer_to(const view *v, uint64_t start, uint64_t size, uint32_t *type) {
  for (const frame *f = v->state->top; f; f = f->caller)
    for (uint32_t k = f->function->is_library ? 0 : f->function->variables.count; k-- > 0;) {
      const ir_variable *is = f->function->variables.items + k;
      const ir_type *t = type_at(v, is->type);
      if (is->slot || t->kind != IR_TYPE_POINTER || f->regs[is->reg].sym.id ||
          value_bits(f->regs[is->reg]) != start)
        continue;
      const uint64_t each = type_at(v, t->target)->size;
      if (!each || size % each) continue;
      *type = t->target;
      return is->name;
    }
  return NULL;
}

/* The name of the object, to be freed, and its type, if known. */
static char *name_of_object(const view *v, uint64_t address, uint64_t size, uint32_t *type) {
  const uint32_t name = (uint32_t) (address >> v->program->object_shift);
  const name_info *i = names_info((names *) (uintptr_t) exec_names(v->exec), name);
  *type = 0;
  if (i && i->kind == OBJECT_STACK && i->label && *i->label) {
    if (strstr(i->label, ".tmp")) return NULL;  /* the compiler's */
    *type = type_of_local(v, i->label, size);
    return mem_string(i->label);
  }
  if (i && i->kind == OBJECT_HEAP && i->place)
    return mem_format("block of line %u", v->program->places.items[i->place].line);
  if (i && i->kind == OBJECT_ARGUMENTS) return mem_string("an argument");
  const uint32_t symbol = i ? 0 : ir_symbol_at(v->program, address);
  if (!symbol) return i ? mem_string("an object") : NULL;
  const ir_symbol *is = v->program->symbols.items + symbol;
  if (is->is_literal) return mem_string("a constant");
  if (is->type && type_at(v, is->type)->size == size) *type = is->type;
  const char *dot = strchr(is->name, '.');      /* a static variable of a function */
  return mem_string(dot && dot[1] && !isdigit((unsigned char) dot[1]) ? dot + 1 : is->name);
}

/* The part of a type at these bytes: appends ".x[3]" to the name.  0: there is none. */
static uint32_t part_of(const view *v, uint32_t type, uint64_t offset, uint64_t size, FILE *name) {
  for (unsigned depth = 0; type && depth < 16; depth++) {
    const ir_type *t = type_at(v, type);
    if (!offset && t->size == size) return type;
    uint32_t inner = 0;
    if (t->kind == IR_TYPE_ARRAY && t->target && type_at(v, t->target)->size) {
      const uint64_t each = type_at(v, t->target)->size;
      if (size > each) {
        fprintf(name, "[%" PRIu64 "..%" PRIu64 "]", offset / each, (offset + size - 1) / each);
        return 0;
      }
      fprintf(name, "[%" PRIu64 "]", offset / each);
      offset %= each;
      inner = t->target;
    }
    for (uint32_t k = 0; k < t->fields.count && !inner && t->kind == IR_TYPE_STRUCT; k++) {
      const ir_field *f = t->fields.items + k;
      const uint64_t first = f->bit / 8, bytes = type_at(v, f->type)->size;
      if (f->bits || offset < first || offset + (size ? size : 1) > first + bytes) continue;
      if (*f->name) fprintf(name, ".%s", f->name);
      offset -= first;
      inner = f->type;
    }
    type = inner;
  }
  return 0;
}

/* Pointers ------------------------------------------------------------------ */

static uint8_t byte_of(const view *v, const object *o, uint64_t at, bool *is_defined) {
  const shadow s = object_shadow(o, at);
  *is_defined = object_is_defined(o, at, 1) && s.term.id != EXPR_UNDEFINED.id;
  if (!s.term.id || !*is_defined) return o->bytes[at];
  uint64_t limbs[EXPR_MAX_LIMBS];
  path_value_limbs(exec_solver(v->exec), &v->state->path, s.term, limbs);
  return (uint8_t) (limbs[s.part / 8] >> 8 * (s.part % 8));
}

/* Characters up to a zero; false: there are other bytes. */
static bool put_string(const view *v, const object *o, uint64_t offset, FILE *out) {
  uint8_t text[MOST_STRING];
  uint32_t length = 0;
  bool is_defined = true;
  while (length < MOST_STRING && offset + length < o->size) {
    text[length] = byte_of(v, o, offset + length, &is_defined);
    if (!is_defined || !text[length]) break;
    if (!isprint(text[length]) && !isspace(text[length])) return false;
    length++;
  }
  if (!is_defined) return false;
  if (length) value_text_put_bytes(out, text, length);
  else fputs("\"\"", out);
  if (length == MOST_STRING) fputs("...", out);
  return true;
}

static bool put_target(void *context, uint32_t type, uint64_t address, FILE *out) {
  const view *v = context;
  uint64_t offset = 0;
  uint32_t of;
  const object *o = object_at(v, address, &offset);
  const ir_type *target = type_at(v, type_at(v, type)->target);
  const unsigned shift = v->program->object_shift;
  if (o && target->kind == IR_TYPE_INTEGER && target->size == 1 && offset < o->size &&
      put_string(v, o, offset, out))
    return true;
  const uint64_t start = o ? (uint64_t) o->name << shift : address >> shift << shift;
  char *name = name_of_object(v, start, o ? o->size : 0, &of);
  if (!name) return false;
  if (!o) offset = address - start;
  const uint32_t symbol = ir_symbol_at(v->program, address);
  const bool is_function = symbol && v->program->symbols.items[symbol].kind == IR_FUNCTION;
  const bool is_gone = !o && !is_function;
  fprintf(out, "%s%s", is_gone ? "the dead " : is_function ? "" : "&", name);
  if (is_function) ;
  else if (of && offset < o->size) part_of(v, of, offset, target->size, out);
  else if (offset >> 31) fprintf(out, " - %" PRIu64, (UINT64_C(1) << shift) - offset);
  else if (offset) fprintf(out, " + %" PRIu64, offset);
  free(name);
  return true;
}

/* Values ------------------------------------------------------------------- */

static void shorten(char *text) {
  if (strlen(text) > MOST_TEXT) strcpy(text + MOST_TEXT - 4, "...");
}

static char *text_of(const view *v, uint32_t type, const uint8_t *bytes, uint32_t size) {
  char *text;
  size_t length;
  FILE *out = mem_stream(&text, &length);
  if (!typed_text_put_with(v->program, type, bytes, size, put_target, (void *) (uintptr_t) v, out)) {
    if (size <= 8) {
      uint64_t bits = 0;
      memcpy(&bits, bytes, size);
      if (bits >> v->program->object_shift && size == v->program->pointer_bits / 8 &&
          put_target((void *) (uintptr_t) v, 0, bits, out)) ;
      else fprintf(out, "%" PRId64, bits_signed(bits, 8 * size));
    } else {
      value_text_put_bytes(out, bytes, size);
    }
  }
  mem_stream_end(out);
  shorten(text);
  return text;
}

bool trail_variable(exec *x, const state *s, const frame *f, const ir_variable *is,
                    trail_value *new) {
  const view v = view_of(x, s);
  const uint64_t size = is->type ? type_at(&v, is->type)->size : is->width / 8;
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  *new = (trail_value) {0};
  if (is->slot) {
    const ir_slot *slot = f->function->slots.items + is->slot - 1;
    uint32_t name = f->first_slot + is->slot - 1;
    if (!f->first_slot || slot->is_renewed) return false;
    if (v.program->object_shift != 32)
      for (uint32_t k = name = 0; k < is->slot; k++)
        name = k ? name + names_needed(exec_names(x), f->function->slots.items[k - 1].size)
                 : f->first_slot;
    return trail_memory(x, s, (uint64_t) name << v.program->object_shift, slot->size, new);
  }
  const value now = f->regs[is->reg];
  if (!size || size > sizeof limbs) return false;
  if (now.sym.id == EXPR_UNDEFINED.id) return false;
  if (now.sym.id) {
    path_value_limbs(exec_solver(x), &s->path, now.sym, limbs);
    vec_push(&new->terms, now.sym);
  } else {
    limbs[0] = value_bits(now);
  }
  new->name = mem_string(is->name);
  new->text = text_of(&v, is->type, (const uint8_t *) limbs, (uint32_t) size);
  return true;
}

static void add_term(trail_terms *to, expr e) {
  if (e.id && !(to->count && expr_same(vec_last(to), e))) vec_push(to, e);
}

/* "p->key", "*p", "p[2].x"; the type of the part, or 0. */
static uint32_t put_behind(const view *v, const char *pointer, uint32_t target, uint64_t offset,
                           uint64_t size, FILE *out) {
  const uint64_t each = type_at(v, target)->size, k = offset / each;
  char *parts;
  size_t length;
  FILE *rest = mem_stream(&parts, &length);
  const uint32_t type = part_of(v, target, offset % each, size, rest);
  mem_stream_end(rest);
  if (!type && size > each)
    fprintf(out, "%s[%" PRIu64 "..%" PRIu64 "]", pointer, k, (offset + size - 1) / each);
  else if (!type) fprintf(out, "%s[%" PRIu64 "]%s", pointer, k, parts);
  else if (*parts == '.' && !k) fprintf(out, "%s->%s", pointer, parts + 1);
  else if (*parts || k) fprintf(out, "%s[%" PRIu64 "]%s", pointer, k, parts);
  else fprintf(out, "*%s", pointer);
  free(parts);
  return type;
}

bool trail_memory(exec *x, const state *s, uint64_t address, uint64_t size, trail_value *new) {
  const view v = view_of(x, s);
  uint64_t offset;
  uint32_t type;
  uint8_t bytes[MOST_BYTES];
  *new = (trail_value) {0};
  const object *o = object_at(&v, address, &offset);
  if (!o || offset >= o->size) return false;
  if (size > o->size - offset) size = o->size - offset;
  const uint32_t shown = size < MOST_BYTES ? (uint32_t) size : MOST_BYTES;
  bool is_defined = true, any = false;
  for (uint32_t k = 0; k < shown; k++) {
    bytes[k] = byte_of(&v, o, offset + k, &is_defined);
    any |= is_defined;
    if (!is_defined) bytes[k] = 0;
    else add_term(&new->terms, object_shadow(o, offset + k).term);
  }
  uint32_t target = 0;
  const char *pointer = o->kind == OBJECT_HEAP
                            ? pointer_to(&v, address - offset, o->size, &target) : NULL;
  char *of = pointer ? mem_string("") : name_of_object(&v, address - offset, o->size, &type);
  if (!of || !any || !shown) {
    free(of);
    vec_release(&new->terms);
    return false;
  }
  size_t length;
  FILE *out = mem_stream(&new->name, &length);
  fputs(of, out);
  if (pointer) type = put_behind(&v, pointer, target, offset, size, out);
  else if (type) type = part_of(&v, type, offset, size, out);
  else if (offset || size < o->size) {
    fprintf(out, ", byte%s %" PRIu64, size > 1 ? "s" : "", offset);
    if (size > 1) fprintf(out, " to %" PRIu64, offset + size - 1);
  }
  mem_stream_end(out);
  free(of);
  new->text = text_of(&v, shown == size ? type : 0, bytes, shown);
  const char *end = new->name + strlen(new->name) - 1;
  if (!type && *end == ']' && strstr(new->name, "..")) {        /* elements, not a number */
    free(new->text);
    out = mem_stream(&new->text, &length);
    value_text_put_bytes(out, bytes, shown);
    mem_stream_end(out);
  }
  return true;
}

uint32_t trail_peek(exec *x, const state *s, uint64_t address, uint8_t *bytes, uint32_t room) {
  const view v = view_of(x, s);
  uint64_t offset;
  bool is_defined;
  const object *o = object_at(&v, address, &offset);
  if (!o || offset >= o->size || o->is_read_only) return 0;
  const uint64_t left = o->size - offset;
  const uint32_t count = left < room ? (uint32_t) left : room;
  for (uint32_t k = 0; k < count; k++) {
    bytes[k] = byte_of(&v, o, offset + k, &is_defined);
    if (!is_defined) bytes[k] = 0xaa;
  }
  return count;
}
