#include "finding/entry.h"

#include "base/mem.h"
#include "base/source_names.h"
#include "base/suggest.h"
#include "finding/entry_values.h"
#include "lazy/lazy.h"
#include "lazy/walk.h"
#include "replay/harness.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

bool entry_is_incomplete(const options *o) {
  return o->entry || (o->externals && strcmp(o->externals, "error"));
}

void entry_set_options(const options *o, exec_options *e) {
  if (o->externals && !strcmp(o->externals, "unknown")) e->unknown = "";
  else if (o->externals && strcmp(o->externals, "error"))
    e->unknown = o->externals;
  e->havoc_arguments = o->havoc_arguments;
  e->havoc_globals = o->entry && o->havoc_globals;
  e->callers = o->entry && o->callers;
  e->unknowns = &lazy_unknowns;
  e->lazy_null = o->lazy_null;
  e->lazy_alias = o->lazy_alias;
  e->lazy_bounds = o->lazy_bounds == LAZY_BOUNDS_ERROR;
  e->lazy_depth = (uint32_t) o->lazy_depth;
  e->lazy_array = (uint32_t) o->lazy_array;
  /* Callers know how their pointers lie to one another. */
  if (o->entry)
    e->checks[OUTCOME_POINTER_ORDER] = e->checks[OUTCOME_POINTER_DIFFERENCE] = false;
}

/* The user's function that the misspelt name most likely meant. */
static const char *near(const ir_program *p, const char *name,
                        bool is_defined) {
  VEC(const char *) all = {0};
  for (uint32_t k = 1; k < p->symbols.count; k++) {
    const ir_symbol *s = p->symbols.items + k;
    if (s->kind == IR_FUNCTION && !s->is_library &&
        s->is_defined == is_defined)
      vec_push(&all, s->name);
  }
  const char *found = suggest_nearest(name, all.items, all.count);
  vec_release(&all);
  return found;
}

static char *complain(const ir_program *p, const char *option,
                      const char *name, const char *what, bool is_defined) {
  const char *meant = near(p, name, is_defined);
  return meant ? mem_format("--%s: the program has no %s \"%s\"; did you mean "
                            "\"%s\"?", option, what, name, meant)
               : mem_format("--%s: the program has no %s \"%s\"", option, what,
                            name);
}

char *entry_check(const options *o, const ir_program *p) {
  if (o->entry && !lazy_find_function(p, o->entry))
    return complain(p, "entry", o->entry, "function", true);
  if (o->callers && !o->entry) return mem_string("--callers goes with --entry");
  if (o->callers && !p->callers.sites)
    return mem_format("--callers: the program has no call of %s()", o->entry);
  if (!o->externals || !strcmp(o->externals, "unknown") ||
      !strcmp(o->externals, "error"))
    return NULL;
  for (const char *at = o->externals; *at;) {
    const size_t length = strcspn(at, ",");
    char *name = mem_format("%.*s", (int) length, at), *error = NULL;
    const uint32_t symbol = ir_find_symbol(p, name);
    if (!symbol || p->symbols.items[symbol].is_defined)
      error = complain(p, "externals", name, "function without code", false);
    free(name);
    if (error) return error;
    at += length + (at[length] == ',');
  }
  return NULL;
}

/* Collecting --------------------------------------------------------------- */

typedef struct collector {
  const session *s;
  const made *all;              /* what the re-execution made up */
  const fixed_inputs *inputs;
  VEC(uint32_t) ordered;        /* of those, in the order of the log */
  bool *matters;                /* by input */
  harness *h;
  harness_block *block;         /* being filled */
  const made *made;             /* it is made of */
  uint32_t leaf;
} collector;

static const ir_type *type(const collector *c, uint32_t number) {
  return c->s->program->types.items + number;
}

static harness_kind kind_of(const ir_type *t) {
  switch (t->kind) {
  case IR_TYPE_INTEGER:
    return !strcmp(t->name, "_Bool") ? HARNESS_BOOL
           : t->is_signed ? HARNESS_INTEGER : HARNESS_UNSIGNED;
  case IR_TYPE_FLOAT: return HARNESS_FLOAT;
  case IR_TYPE_POINTER: return HARNESS_POINTER;
  case IR_TYPE_STRUCT: case IR_TYPE_UNION: return HARNESS_RECORD;
  case IR_TYPE_ARRAY: case IR_TYPE_NONE: case IR_TYPE_FUNCTION: break;
  }
  return HARNESS_VOID;
}

/* "struct node"; lives as long as the session. */
static const char *record_name(const collector *c, const ir_type *t) {
  if (t->is_typedef || !*t->name) return t->name;
  session *s = (session *) (uintptr_t) c->s;
  vec_push(&s->texts, mem_format("%s %s", t->kind == IR_TYPE_UNION
                                              ? "union" : "struct", t->name));
  return vec_last(&s->texts);
}

static harness_type harness_type_of(const collector *c, uint32_t number) {
  const ir_type *t = type(c, number);
  harness_type h = {kind_of(t), (uint32_t) t->size, NULL};
  if (h.kind == HARNESS_RECORD) {
    h.name = record_name(c, t);
    /* Only the program's own source could name it. */
    if (!*h.name || !c->s->o->entry) c->h->is_partial = true;
  }
  return h;
}

static harness_stub *stub_of(collector *c, uint32_t number, const char *symbol,
                             const ir_type *function) {
  for (uint32_t k = 0; k < c->h->stubs.count; k++)
    if (c->h->stubs.items[k].number == number) return c->h->stubs.items + k;
  harness_stub s = {.number = number, .symbol = symbol,
                    .result = harness_type_of(c, function->target)};
  for (uint32_t k = 0; k < function->fields.count; k++)
    vec_push(&s.parameters,
             harness_type_of(c, function->fields.items[k].type));
  vec_push(&c->h->stubs, s);
  return &vec_last(&c->h->stubs);
}

static const made *object_made(const collector *c, uint32_t name) {
  const made *m = c->all;
  while (m && (m->kind != MADE_OBJECT || m->number != name)) m = m->before;
  return m;
}

/* Objects are counted from the oldest on. */
static uint32_t number_of(const collector *c, const made *which) {
  uint32_t number = 0;
  bool known = false;
  for (const made *m = c->all; m; m = m->before) {
    known |= m == which;
    number += known && m->kind == MADE_OBJECT;
  }
  return number;
}

static char *describe(const collector *c, const made *m) {
  const ir_type *t = type(c, m->type);
  if (!m->type) return mem_string("points to something");
  if (t->kind == IR_TYPE_STRUCT || t->kind == IR_TYPE_UNION) {
    const char *name = record_name(c, t);
    return mem_format("points to a %s", *name ? name : "struct");
  }
  return mem_format("points to %llu x %s", (unsigned long long) m->count,
                    t->kind == IR_TYPE_POINTER ? "pointer"
                    : *t->name ? t->name : "element");
}

/* What the pointer is in C, and in words. */
static void point(collector *c, harness_leaf *l, uint64_t address,
                  uint32_t target) {
  const ir_program *p = c->s->program;
  const uint32_t name = (uint32_t) (address >> p->object_shift);
  const uint64_t offset = address & ((UINT64_C(1) << p->object_shift) - 1);
  const made *m = address ? object_made(c, name) : NULL;
  const uint32_t symbol = address ? ir_symbol_at(p, address) : 0;
  const bool is_new = lazy_is_name(c->s->exec, name);
  if (!address) {
    l->target = mem_string("0");
  } else if (m) {
    l->target = offset ? mem_format("braid_object%u + %llu", number_of(c, m),
                                    (unsigned long long) offset)
                       : mem_format("braid_object%u", number_of(c, m));
    l->points_to = strcmp(m->text, l->text) ? mem_format("== %s", m->text)
                                            : describe(c, m);
  } else if (is_new && type(c, target)->kind == IR_TYPE_FUNCTION) {
    stub_of(c, name, NULL, type(c, target));
    l->target = mem_format("(void *) braid_stub%u", name);
    l->points_to = mem_string("points to some function");
  } else if (symbol && c->s->o->entry && !p->symbols.items[symbol].is_library) {
    l->target = mem_format("(char *) &%s + %llu",
                           p->symbols.items[symbol].name,
                           (unsigned long long) offset);
    l->points_to = mem_format("== &%s", p->symbols.items[symbol].name);
  } else {
    l->target = mem_format("(char *) 0x%llxULL", (unsigned long long) address);
  }
}

/* The leaf's input; UINT32_MAX: it has none. */
static uint32_t find_input(collector *c, const lazy_leaf *leaf) {
  const made *m = c->made;
  if (m->object) {
    for (uint32_t k = 0; k < c->inputs->count; k++) {
      const fixed_input *in = c->inputs->items + k;
      if (fixed_is_placed(in) && in->object == m->object &&
          in->offset == leaf->offset)
        return k;
    }
    return UINT32_MAX;
  }
  if (c->leaf >= m->inputs || m->input + c->leaf >= c->ordered.count)
    return UINT32_MAX;
  return c->ordered.items[m->input + c->leaf++];
}

static void take_leaf(void *context, const lazy_leaf *found) {
  collector *c = context;
  const uint32_t number = find_input(c, found);
  if (number == UINT32_MAX) return;
  const fixed_input *in = c->inputs->items + number;
  const ir_type *t = type(c, found->type);
  harness_leaf l = {
    .kind = found->is_bytes ? HARNESS_BYTES
            : found->is_word ? HARNESS_POINTER : kind_of(t),
    .text = mem_string(found->text), .offset = found->offset,
    .size = found->size, .matters = c->matters[number]};
  if (found->offset + found->size > c->block->size) {
    free(l.text);
    return;
  }
  memcpy(c->block->bytes + found->offset, in->bytes, in->size);
  if (l.kind == HARNESS_POINTER) {
    uint64_t address = 0;
    memcpy(&address, in->bytes, in->size);
    /* A word of unknown meaning is a number unless it was followed. */
    point(c, &l, address, found->is_word ? 0 : t->target);
    if (found->is_word && !l.points_to) {
      free(l.target);
      l.target = NULL;
      l.kind = address ? HARNESS_UNSIGNED : HARNESS_POINTER;
    }
  }
  vec_push(&c->block->leaves, l);
}

static bool has_stub(const harness *h, uint32_t number) {
  for (uint32_t k = 0; k < h->stubs.count; k++)
    if (h->stubs.items[k].number == number) return true;
  return false;
}

static void take_block(collector *c, const made *m) {
  const ir_program *p = c->s->program;
  static const harness_role roles[] = {
    [MADE_PARAMETER] = HARNESS_PARAMETER, [MADE_OBJECT] = HARNESS_OBJECT,
    [MADE_GLOBAL] = HARNESS_VARIABLE, [MADE_RESULT] = HARNESS_RESULT,
    [MADE_EFFECT] = HARNESS_EFFECT};
  harness_block b = {.role = roles[m->kind], .number = m->number,
                     .text = mem_string(m->text),
                     .size = (uint32_t) m->bytes};
  if (m->kind == MADE_OBJECT) b.number = number_of(c, m);
  b.bytes = mem_zeroed(b.size, 1);
  if (m->kind == MADE_PARAMETER || m->kind == MADE_RESULT)
    b.type = harness_type_of(c, m->type);
  if (m->kind == MADE_GLOBAL) {
    const ir_symbol *v = p->symbols.items + m->number;
    b.symbol = v->is_local ? NULL : v->name;
    b.is_defined = v->is_defined;
    if (v->is_local && strchr(v->name, '.')) c->h->is_partial = true;
  }
  if (m->kind == MADE_RESULT || m->kind == MADE_EFFECT) {
    const bool is_symbol = m->number < p->symbols.count &&
                           !lazy_is_name(c->s->exec, m->number);
    const ir_symbol *f = is_symbol ? p->symbols.items + m->number : NULL;
    if (f) {
      const harness_stub *s = stub_of(c, m->number, f->name,
                                      type(c, f->type));
      b.argument = m->argument - (s->result.kind == HARNESS_RECORD &&
                                  !f->result_count);
    } else {
      b.argument = m->argument;
      c->h->is_partial |= !has_stub(c->h, m->number);
    }
  }
  vec_push(&c->h->blocks, b);
  c->block = &vec_last(&c->h->blocks);
  c->made = m;
  c->leaf = 0;
  lazy_each(p, m->type, m->count, m->text, made_is_behind(m->kind),
            take_leaf, c);
}

static bool is_in(const harness *h, const char *symbol) {
  for (uint32_t k = 0; k < h->stubs.count; k++)
    if (h->stubs.items[k].symbol && !strcmp(h->stubs.items[k].symbol, symbol))
      return true;
  for (uint32_t k = 0; k < h->blocks.count; k++)
    if (h->blocks.items[k].symbol && !strcmp(h->blocks.items[k].symbol, symbol))
      return true;
  return false;
}

/* Natively the program must link although it is not whole.  What the host's
 * libc has is there. */
static void find_absent(collector *c) {
  const ir_program *p = c->s->program;
  void *host = dlopen(NULL, RTLD_LAZY);
  for (uint32_t k = 1; host && k < p->symbols.count; k++) {
    const ir_symbol *s = p->symbols.items + k;
    if (s->is_defined || s->is_library || s->is_weak || !s->type ||
        is_in(c->h, s->name) || dlsym(host, s->name))
      continue;
    const struct harness_absent a = {
      s->name, s->kind == IR_FUNCTION ? 0 : s->size ? s->size : 64};
    vec_push(&c->h->absent, a);
  }
  if (host) dlclose(host);
}

/* Inputs of the model that the path's conditions speak of. */
static bool *find_matters(const session *s, const state *at,
                          const fixed_inputs *inputs) {
  expr_table *t = exec_table(s->exec);
  const uint32_t conjuncts = path_count(&at->path);
  expr *all = mem_zeroed(conjuncts, sizeof *all);
  path_conjuncts(&at->path, all);
  varset set = {0};
  for (uint32_t k = 0; k < conjuncts; k++)
    set = varset_union(t, set, varset_of(t, all[k]));
  bool *matters = mem_zeroed(inputs->count, sizeof *matters);
  for (uint32_t i = 0; i < inputs->count; i++) {
    const fixed_input *f = inputs->items + i;
    for (uint32_t k = 0; k < (f->kind == INPUT_OBJECT ? f->size : 1); k++)
      matters[i] |= varset_contains(t, set, f->symbol + k);
  }
  free(all);
  return matters;
}

/* Whether the path contradicts what every call in the program guarantees. */
static bool has_no_such_call(const collector *c, const state *at, const ir_function *f) {
  exec *x = c->s->exec;
  if (!f->param_count || c->s->program->callers.is_elsewhere) return false;
  expr *args = mem_zeroed(f->param_count, sizeof *args);
  for (const made *m = c->all; m; m = m->before)
    if (m->kind == MADE_PARAMETER && m->number < f->param_count && m->inputs == 1 &&
        m->input < c->ordered.count)
      args[m->number] = expr_symbol(
          exec_table(x), c->inputs->items[c->ordered.items[m->input]].symbol);
  char *text;
  const expr all = lazy_guarantee(x, f, args, &text);
  const bool is = path_may(exec_solver(x), &at->path, all) == ANSWER_UNSAT;
  free(text);
  free(args);
  return is;
}

/* The bug follows a null pointer that the function was given, and that it never
 * compares with null: most functions expect none.  1 + its symbol; 0: no such bug. */
static uint32_t find_unasked_null(const collector *c, const state *at,
                                  const session_bug *bug) {
  exec *x = c->s->exec;
  expr_table *t = exec_table(x);
  if (bug->kind != OUTCOME_NULL_POINTER && bug->kind != OUTCOME_NULL_MEMBER &&
      bug->kind != OUTCOME_NONNULL)
    return 0;
  for (uint32_t k = 0; k < c->inputs->count; k++) {
    const fixed_input *in = c->inputs->items + k;
    if (!c->matters[k] || !lazy_is_given(x, in->symbol) ||
        lazy_is_asked(x, in->symbol))
      continue;
    const expr p = expr_symbol(t, in->symbol);
    const expr null = expr_eq(t, p, expr_const(t, expr_width(t, p), 0));
    if (path_may(exec_solver(x), &at->path, expr_not(t, null)) == ANSWER_UNSAT)
      return in->symbol + 1;
  }
  return 0;
}

static const char *source_of(const session *s, const ir_function *f,
                             char *whole) {
  const ir_place *at = s->program->places.items + f->place;
  const char *file = f->place ? s->program->files.items[at->file] : "";
  char *named = source_names_path(file);
  const bool is_there = realpath(named, whole);
  free(named);
  if (!is_there) return NULL;
  for (uint32_t k = 0; k < s->o->files.count; k++) {
    char given[PATH_MAX];
    if (realpath(s->o->files.items[k], given) && !strcmp(given, whole))
      return whole;
  }
  return NULL;
}

void entry_describe(session *s, const state *at, const fixed_inputs *inputs,
                    session_bug *bug) {
  if (!s->twin_made && !s->o->entry) return;
  harness h = {.function = s->o->entry};
  char whole[PATH_MAX];
  collector c = {.s = s, .all = s->twin_made, .inputs = inputs, .h = &h,
                 .matters = find_matters(s, at, inputs)};
  for (uint32_t k = 0; k < inputs->count; k++)
    if (!fixed_is_placed(inputs->items + k)) vec_push(&c.ordered, k);
  VEC(const made *) oldest = {0};
  for (const made *m = c.all; m; m = m->before) vec_push(&oldest, m);
  while (oldest.count) take_block(&c, vec_pop(&oldest));
  vec_release(&oldest);
  find_absent(&c);
  bug->precondition = harness_precondition(&h);
  const ir_function *f = s->o->entry
      ? lazy_find_function(s->program, s->o->entry) : NULL;
  bug->calls = !bug->precondition             ? REPORT_ALL_CALLS
               : !f                           ? REPORT_SOME_RESULTS
               : has_no_such_call(&c, at, f) ? REPORT_NO_CALL
               : (bug->null_pointer = find_unasked_null(&c, at, bug))
                                              ? REPORT_UNASKED_NULL
                                               : REPORT_SOME_CALLS;
  const char *held = f && !bug->precondition ? entry_find_value(s, at, inputs) : NULL;
  if (held) {
    bug->calls = REPORT_SOME_VALUES;
    bug->precondition = mem_format("%s as the program starts with it", held);
  }
  if (!bug->precondition)
    bug->precondition = mem_string("nothing");
  if (f) h.source = source_of(s, f, whole);
  if (bug->test && !h.is_partial && (!f || h.source)) {
    FILE *out = session_begin_file(s, bug->test, SESSION_HARNESS);
    if (out) {
      harness_write(&h, out);
      bug->has_harness = session_end_file(s);
    }
  }
  free(c.matters);
  vec_release(&c.ordered);
  harness_release(&h);
}
