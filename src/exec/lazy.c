#include "exec/internal.h"

#include <string.h>

/* Making things up -------------------------------------------------------- */

static uint32_t input_count(const state *s) {
  return s->inputs ? s->inputs->index + 1 : 0;
}

static lazy_pointer *pointer_of(const exec *x, uint32_t symbol) {
  const lazy_table *l = x->lazy;
  const uint32_t number = symbol < l->by_symbol.count
                              ? l->by_symbol.items[symbol] : 0;
  return number ? l->pointers.items + number - 1 : NULL;
}

bool exec_get_pointer(const exec *x, uint32_t symbol, exec_pointer *out) {
  const lazy_pointer *p = pointer_of(x, symbol);
  if (p) *out = (exec_pointer) {p->type, p->depth, p->name};
  return p != NULL;
}

bool exec_may_alias(const exec *x) { return x->o.lazy_alias; }

static value make_pointer(exec *x, state *s, const char *text, uint32_t type,
                          uint32_t depth) {
  const value v = exec_fresh(x, s, x->p->pointer_bits, text, INPUT_LAZY,
                             SYMBOL_FRESH);
  if (!v.sym.id) return v;
  lazy_table *l = x->lazy;
  const uint32_t symbol = s->inputs->symbol;
  while (l->by_symbol.count <= symbol) vec_push(&l->by_symbol, 0);
  if (l->by_symbol.items[symbol]) return v;
  vec_push(&l->pointers, ((lazy_pointer) {s->inputs->name, type, depth, 0}));
  l->by_symbol.items[symbol] = l->pointers.count;
  return v;
}

typedef struct filling {
  exec *x;
  state *s;
  object *o;
  uint64_t offset;
  uint32_t depth;               /* of what its pointers point to */
} filling;

static void fill(void *context, const lazy_leaf *l) {
  filling *f = context;
  exec *x = f->x;
  const uint64_t at = f->offset + l->offset;
  if (at + l->size > f->o->size) return;
  const ir_type *t = x->p->types.items + l->type;
  if (l->is_bytes) {
    exec_input_bytes(x, f->s, f->o, at, l->size, l->text);
    return;
  }
  value v;
  if (l->is_word || t->kind == IR_TYPE_POINTER)
    v = make_pointer(x, f->s, l->text, l->is_word ? 0 : t->target, f->depth);
  else
    v = exec_fresh(x, f->s, 8 * l->size, l->text, INPUT_LAZY, SYMBOL_FRESH);
  object_store(f->o, x->t, at, l->size, v);
  /* Nothing is known of a fresh symbol, so this can always be. */
  if (v.sym.id && l->size == 1 && !strcmp(t->name, "_Bool"))
    path_assume(x->solver, &f->s->path,
                expr_binary(x->t, EXPR_ULE, v.sym, expr_const(x->t, 8, 1)));
}

void exec_make_contents(exec *x, state *s, made m, uint32_t depth, object *o,
                        uint64_t offset) {
  filling f = {x, s, o, offset, depth};
  m.refs = 1;
  if (m.kind == MADE_OBJECT || m.kind == MADE_GLOBAL) m.bytes = o->size;
  else if (!m.bytes) m.bytes = x->p->types.items[m.type].size;
  m.input = input_count(s);
  lazy_each(x->p, m.type, m.count, m.text, made_is_behind(m.kind), fill, &f);
  m.inputs = input_count(s) - m.input;
  m.before = s->made;
  s->made = mem_resize(NULL, 1, sizeof m);
  *s->made = m;
}

void exec_make_value(exec *x, state *s, made m, uint32_t depth,
                     const uint16_t *widths, uint32_t parts, value *out) {
  uint64_t size = x->p->types.items[m.type].size, at = 0;
  for (uint32_t k = 0; k < parts; k++) at += (widths[k] + 7u) / 8;
  object *o = object_new(0, OBJECT_LAZY, at > size ? at : size, false);
  exec_make_contents(x, s, m, depth, o, 0);
  at = 0;
  for (uint32_t k = 0; k < parts; k++) {
    const uint32_t bytes = (widths[k] + 7u) / 8;
    out[k] = object_load(o, x->t, at, bytes);
    if (8 * bytes != widths[k])
      out[k] = value_from(x->t, expr_extract(
          x->t, exec_term(x, out[k], 8 * bytes), 0, widths[k]));
    at += bytes;
  }
  object_free(o);
}

/* Objects behind pointers ------------------------------------------------- */

/* A name before the object's own is its, too: what lies a little below the
 * object is then nobody else's. */
static uint32_t name_of(exec *x, lazy_pointer *p) {
  if (p->name) return p->name;
  const lazy_shape shape = lazy_shape_of(x->p, p->type, x->o.lazy_array);
  const uint32_t site = (uint32_t) (p - x->lazy->pointers.items) + 1;
  const uint32_t first = names_intern(
      x->names, OBJECT_LAZY, site, 0,
      1 + names_needed(x->names, shape.bytes));
  if (!first) return 0;
  names_info(x->names, first + 1)->label = p->text;
  return p->name = first + 1;
}

bool exec_is_lazy_name(const exec *x, uint32_t name) {
  const name_info *info = names_info(x->names, name);
  return info && info->kind == OBJECT_LAZY;
}

static const made *find_made(const state *s, made_kind kind,
                             uint32_t number) {
  const made *m = s->made;
  while (m && (m->kind != kind || m->number != number)) m = m->before;
  return m;
}

static void add_object(exec *x, state *s, object *o, made m, uint32_t depth) {
  exec_make_contents(x, s, m, depth, o, 0);
  memory_add(&s->memory, x->names, o);
  exec_forget_caches(x);
}

static void reach_lazy(exec *x, state *s, const name_info *info) {
  const lazy_pointer p = x->lazy->pointers.items[info->site - 1];
  if (find_made(s, MADE_OBJECT, p.name)) return;       /* it was freed */
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
  if (!v->size || !v->type || find_made(s, MADE_GLOBAL, symbol)) return;
  object *o = object_new((uint32_t) (v->address >> x->p->object_shift),
                         OBJECT_GLOBAL, v->size, false);
  o->is_read_only = v->is_constant;
  if (!v->is_defined)
    exec_note_text(x, exec_intern_format(
        x, "the variable \"%s\", defined nowhere, holds any value", v->name));
  add_object(x, s, o, (made) {.kind = MADE_GLOBAL, .number = symbol,
                              .type = v->type, .count = 1, .text = v->name},
             1);
}

static bool is_havocked(const exec *x, const ir_symbol *v) {
  return x->o.havoc_globals && v->is_defined && !v->is_constant &&
         !v->is_library && v->type && v->size;
}

const object *exec_reach(exec *x, state *s, uint32_t name) {
  const object *o = exec_find(x, s, name);
  if (o || !x->p->types.count || !name) return o;
  const name_info *info = names_info(x->names, name);
  if (info && info->kind == OBJECT_LAZY) {
    reach_lazy(x, s, info);
    return exec_find(x, s, name);
  }
  if (info) return NULL;
  const uint32_t symbol = ir_symbol_at(x->p, (uint64_t) name
                                                 << x->p->object_shift);
  const ir_symbol *v = x->p->symbols.items + symbol;
  if (!symbol || v->kind != IR_VARIABLE) return NULL;
  if (v->is_defined ? is_havocked(x, v) : exec_is_unknown(x, v))
    reach_global(x, s, symbol);
  return exec_find(x, s, name);
}

void exec_add_globals(exec *x, state *s) {
  for (uint32_t k = 1; k < x->p->symbols.count; k++) {
    const ir_symbol *symbol = x->p->symbols.items + k;
    if (symbol->kind != IR_VARIABLE || !symbol->is_defined ||
        is_havocked(x, symbol))
      continue;
    object *o = object_new((uint32_t) (symbol->address >> x->p->object_shift),
                           OBJECT_GLOBAL, symbol->size, false);
    if (symbol->bytes) memcpy(o->bytes, symbol->bytes, symbol->size);
    o->is_read_only = symbol->is_constant;
    memory_add(&s->memory, x->names, o);
  }
}

outcome exec_past(const exec *x, const object *o) {
  return o->kind == OBJECT_LAZY && !x->o.lazy_bounds ? OUTCOME_CUT_LAZY
                                                     : OUTCOME_OUT_OF_BOUNDS;
}

/* Decisions --------------------------------------------------------------- */

static bool may_be(exec *x, state *s, expr pointer, uint32_t name) {
  const unsigned width = x->p->pointer_bits;
  const expr same = expr_eq(x->t, pointer, expr_const(
      x->t, width, (uint64_t) name << x->p->object_shift));
  return path_may(x->solver, &s->path, same) != ANSWER_UNSAT;
}

typedef VEC(uint32_t) name_vector;

static bool collect_settled(void *context, uint32_t symbol, void *found) {
  (void) symbol;
  name_vector *list = context;
  const uint32_t name = (uint32_t) ((uintptr_t) found - 1);
  for (uint32_t k = 0; k < list->count; k++)
    if (list->items[k] == name) return true;
  if (name) vec_push(list, name);
  return true;
}

/* The names that the pointer may be the address of: its own object's, null's,
 * those of earlier objects of the same type. */
static void candidates(exec *x, state *s, lazy_pointer *p, expr pointer,
                       name_vector *out) {
  name_vector earlier = {0};
  if (p->depth <= x->o.lazy_depth) vec_push(out, name_of(x, p));
  if (x->o.lazy_null) vec_push(out, 0);
  if (x->o.lazy_alias)
    pmap_each(&s->settled, collect_settled, &earlier);
  for (uint32_t k = 0; k < earlier.count; k++) {
    const name_info *info = names_info(x->names, earlier.items[k]);
    if (info && info->kind == OBJECT_LAZY && earlier.items[k] != p->name &&
        x->lazy->pointers.items[info->site - 1].type == p->type)
      vec_push(out, earlier.items[k]);
  }
  vec_release(&earlier);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < out->count; k++)
    if (may_be(x, s, pointer, out->items[k]))
      out->items[kept++] = out->items[k];
  out->count = kept;
}

static bool settle(exec *x, state *s, uint32_t symbol) {
  if (pmap_get(&s->settled, symbol)) return true;
  lazy_pointer *p = pointer_of(x, symbol);
  const expr pointer = expr_symbol(x->t, symbol);
  const way here = {s->pc, NO_EDGE};
  const bool is_deep = p->depth > x->o.lazy_depth;
  name_vector list = {0};
  candidates(x, s, p, pointer, &list);
  bool lives = true, chosen = !list.count && !is_deep;
  for (uint32_t k = 0; lives && !chosen && k < list.count; k++) {
    const expr same = expr_eq(x->t, pointer, expr_const(
        x->t, x->p->pointer_bits,
        (uint64_t) list.items[k] << x->p->object_shift));
    if (k + 1 == list.count && !is_deep) {
      lives = chosen = exec_assume(x, s, same);
    } else {
      const fork_result side = exec_fork(x, s, same, here, here);
      lives = side != FORK_ENDED;
      chosen = side == FORK_TRUE;
    }
    if (chosen)
      pmap_set(&s->settled, &pmap_borrowed, symbol,
               (void *) ((uintptr_t) list.items[k] + 1));
  }
  vec_release(&list);
  if (lives && !chosen)
    return exec_finish(x, s, OUTCOME_CUT_LAZY,
                       "pointers to be followed deeper than --lazy-depth");
  return lives;
}

bool exec_decide(exec *x, state *s, expr *e) {
  if (!x->lazy->pointers.count) return true;
  const varset set = varset_of(x->t, *e);
  const uint32_t count = varset_count(x->t, set);
  uint32_t few[16], *from = count <= 16
      ? few : mem_resize(NULL, count, sizeof *from), used = 0;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(x->t, set)[k];
    if (pointer_of(x, symbol)) from[used++] = symbol;
  }
  bool lives = true;
  for (uint32_t k = 0; lives && k < used; k++) lives = settle(x, s, from[k]);
  expr *to = mem_resize(NULL, used ? used : 1, sizeof *to);
  for (uint32_t k = 0; lives && k < used; k++) {
    const uintptr_t name = (uintptr_t) pmap_get(&s->settled, from[k]);
    to[k] = name ? expr_const(x->t, x->p->pointer_bits,
                              (uint64_t) (name - 1) << x->p->object_shift)
                 : expr_symbol(x->t, from[k]);
  }
  if (lives && used) *e = expr_substitute(x->t, *e, from, to, used);
  free(to);
  if (from != few) free(from);
  return lives;
}
