#include "lazy/internal.h"

#include <assert.h>
#include <string.h>

/* Making things up -------------------------------------------------------- */

lazy_pointer *lazy_pointer_of(const exec *x, uint32_t symbol) {
  const lazy_table *l = x->lazy;
  const uint32_t number = l && symbol < l->by_symbol.count
                              ? l->by_symbol.items[symbol] : 0;
  return number ? l->pointers.items + number - 1 : NULL;
}

bool lazy_get_pointer(const exec *x, uint32_t symbol, lazy_known *out) {
  const lazy_pointer *p = lazy_pointer_of(x, symbol);
  if (p) *out = (lazy_known) {p->type, p->depth, p->name};
  return p != NULL;
}

/* What C would call a result has a call in it. */
bool lazy_is_given(const exec *x, uint32_t symbol) {
  const lazy_pointer *p = lazy_pointer_of(x, symbol);
  return p && !strstr(p->text, "()");
}

bool lazy_is_asked(const exec *x, uint32_t symbol) {
  const lazy_pointer *p = lazy_pointer_of(x, symbol);
  return p && p->is_asked;
}

bool lazy_may_alias(const exec *x) { return x->o.lazy_alias; }

static value make_pointer(exec *x, state *s, const char *text, uint32_t type,
                          uint32_t depth, uint32_t name, uint64_t offset) {
  const value v = exec_fresh_in(x, s, x->p->pointer_bits, text, name, offset);
  if (!v.sym.id) return v;
  lazy_table *l = x->lazy;
  const uint32_t symbol = s->inputs->symbol;
  assert(expr_symbol_width(x->t, symbol) == x->p->pointer_bits);
  while (l->by_symbol.count <= symbol) vec_push(&l->by_symbol, 0);
  if (l->by_symbol.items[symbol]) return v;
  vec_push(&l->pointers, ((lazy_pointer) {s->inputs->name, type, depth, 0,
                                        symbol, false}));
  l->by_symbol.items[symbol] = l->pointers.count;
  return v;
}

typedef struct filling {
  exec *x;
  state *s;
  object *o;
  uint64_t offset;
  uint32_t depth;               /* of what its pointers point to */
  uint32_t name;                /* of the object that this is made for; 0: it is
                                 * made for another reason */
} filling;

static void fill(void *context, const lazy_leaf *l) {
  filling *f = context;
  exec *x = f->x;
  const uint64_t at = f->offset + l->offset;
  if (at + l->size > f->o->size) return;
  const ir_type *t = x->p->types.items + l->type;
  if (l->is_bytes) {
    exec_input_bytes(x, f->s, f->o, at, l->size, l->text, f->name);
    return;
  }
  value v;
  if (l->is_word || t->kind == IR_TYPE_POINTER)
    v = make_pointer(x, f->s, l->text, l->is_word ? 0 : t->target, f->depth,
                     f->name, at);
  else
    v = exec_fresh_in(x, f->s, 8 * l->size, l->text, f->name, at);
  object_store(f->o, x->t, at, l->size, v);
  /* Nothing is known of a fresh symbol, so this can always be. */
  if (v.sym.id && l->size == 1 && !strcmp(t->name, "_Bool"))
    path_assume(x->solver, &f->s->path,
                expr_binary(x->t, EXPR_ULE, v.sym, expr_const(x->t, 8, 1)));
}

void lazy_make_contents(exec *x, state *s, made m, uint32_t depth, object *o,
                        uint64_t offset) {
  filling f = {x, s, o, offset, depth, 0};
  m.refs = 1;
  if (m.kind == MADE_OBJECT || m.kind == MADE_GLOBAL) {
    m.bytes = o->size;
    f.name = m.object = o->name;
  } else if (!m.bytes) {
    m.bytes = x->p->types.items[m.type].size;
  }
  m.input = state_input_count(s);
  lazy_each(x->p, m.type, m.count, m.text, made_is_behind(m.kind), fill, &f);
  m.inputs = state_input_count(s) - m.input;
  m.before = s->made;
  m.length = 1 + (s->made ? s->made->length : 0);
  s->made = mem_resize(NULL, 1, sizeof m);
  *s->made = m;
}

void lazy_make_value(exec *x, state *s, made m, uint32_t depth,
                     const uint16_t *widths, uint32_t parts, value *out) {
  uint64_t size = x->p->types.items[m.type].size, at = 0;
  for (uint32_t k = 0; k < parts; k++) at += (widths[k] + 7u) / 8;
  object *o = object_new(0, OBJECT_LAZY, at > size ? at : size, false);
  lazy_make_contents(x, s, m, depth, o, 0);
  at = 0;
  for (uint32_t k = 0; k < parts; k++) {
    const uint32_t bytes = (widths[k] + 7u) / 8;
    out[k] = object_load(o, x->t, at, bytes);
    if (8 * bytes != widths[k])
      out[k] = value_from(x->t, expr_extract(
          x->t, exec_term(x, out[k], 8 * bytes), 0, widths[k]));
    at += bytes;
  }
  assert(at <= o->size);
  object_free(o);
}

/* Objects behind pointers ------------------------------------------------- */

/* A name before the object's own is its, too: what lies a little below the
 * object is then nobody else's. */
uint32_t lazy_name_pointed(exec *x, lazy_pointer *p) {
  if (p->name) return p->name;
  const lazy_shape shape = lazy_shape_of(x->p, p->type, x->o.lazy_array);
  const uint32_t site = (uint32_t) (p - x->lazy->pointers.items) + 1;
  assert(site && site <= x->lazy->pointers.count);
  const uint32_t first = names_intern(
      x->names, OBJECT_LAZY, site, 0,
      1 + names_needed(x->names, shape.bytes));
  if (!first) return 0;
  names_info(x->names, first + 1)->label = p->text;
  return p->name = first + 1;
}

bool lazy_is_name(const exec *x, uint32_t name) {
  const name_info *info = names_info(x->names, name);
  return info && info->kind == OBJECT_LAZY;
}

bool lazy_has_freed(const exec *x) { return x->frees_made_up; }

bool lazy_has_made(const state *s, uint32_t name) {
  const made *m = s->made;
  while (m && m->object != name) m = m->before;
  return m != NULL;
}

static void add_object(exec *x, state *s, object *o, made m, uint32_t depth) {
  assert(!memory_find(&s->memory, o->name));
  x->stats.made_up++;
  lazy_make_contents(x, s, m, depth, o, 0);
  memory_add(&s->memory, x->names, o);
  exec_forget_caches(x);
}

static void reach_lazy(exec *x, state *s, const name_info *info) {
  assert(info->site && info->site <= x->lazy->pointers.count);
  const lazy_pointer p = x->lazy->pointers.items[info->site - 1];
  if (lazy_has_made(s, p.name)) return; /* it was freed */
  const lazy_shape shape = lazy_shape_of(x->p, p.type, x->o.lazy_array);
  if (!shape.bytes) return;     /* a function */
  add_object(x, s, object_new(p.name, OBJECT_LAZY, shape.bytes, true),
             (made) {.kind = MADE_OBJECT, .number = p.name,
                     .type = shape.type, .count = shape.count,
                     .text = p.text}, p.depth + 1);
}

/* A variable that is defined nowhere, or whose contents are anything. */
static void reach_global(exec *x, state *s, uint32_t symbol) {
  const ir_symbol *v = x->p->symbols.items + symbol;
  const uint32_t name = (uint32_t) (v->address >> x->p->object_shift);
  if (!v->size || !v->type || lazy_has_made(s, name)) return;
  object *o = object_new(name, OBJECT_GLOBAL, v->size, false);
  o->is_read_only = v->is_constant;
  object_align(o, v->align);
  if (!v->is_defined)
    exec_note_text(x, exec_intern_format(
        x, "the variable \"%s\", defined nowhere, holds any value", v->name));
  add_object(x, s, o, (made) {.kind = MADE_GLOBAL, .number = symbol,
                              .type = v->type, .count = 1, .text = v->name},
             1);
}

static void reach(exec *x, state *s, uint32_t name) {
  if (!x->p->has_types || !name) return;
  const name_info *info = names_info(x->names, name);
  if (info) {
    if (info->kind == OBJECT_LAZY) reach_lazy(x, s, info);
    return;
  }
  const uint32_t symbol = ir_symbol_at(x->p, (uint64_t) name
                                                 << x->p->object_shift);
  const ir_symbol *v = x->p->symbols.items + symbol;
  if (!symbol || v->kind != IR_VARIABLE) return;
  if (v->is_defined ? exec_is_havocked(x, v) : lazy_is_unknown(x, v))
    reach_global(x, s, symbol);
}

/* What the other one made up and this one did not, down to where their lists are
 * the same; calls visit for each. */
static bool lacks(const state *s, const state *other, exec *x, state *to) {
  const made *a = s->made, *b = other->made;
  bool any = false;
  while (b && a != b) {
    if (a && a->length > b->length) {
      a = a->before;
      continue;
    }
    if (b->object && !lazy_has_made(to ? to : s, b->object)) {
      any = true;
      if (to) exec_reach(x, to, b->object);
    }
    b = b->before;
  }
  return any;
}

state *lazy_make_missing(exec *x, const state *s, const state *other) {
  if (s->made == other->made || !lacks(s, other, x, NULL)) return NULL;
  state *to = state_copy(s);
  exec_forget_caches(x);
  assert(to->made == s->made);
  lacks(s, other, x, to);
  exec_forget_caches(x);
  return to;
}

/* As the executor calls it ------------------------------------------------ */

static lazy_table *make(void) { return mem_zeroed(1, sizeof(lazy_table)); }

static void release(lazy_table *l) {
  vec_release(&l->pointers);
  vec_release(&l->by_symbol);
  vec_release(&l->seen);
  free(l);
}

static bool is_pointer(const exec *x, uint32_t symbol) {
  return lazy_pointer_of(x, symbol) != NULL;
}

const exec_unknowns lazy_unknowns = {
  make, release, is_pointer, lazy_decide, lazy_note_condition, lazy_note_asked, reach,
  lazy_call, lazy_call_address};
