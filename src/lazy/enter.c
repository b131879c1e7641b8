#include "lazy/internal.h"

#include "base/bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A function as the start, with any arguments. */

const ir_function *lazy_find_function(const ir_program *p, const char *name) {
  const uint32_t symbol = ir_find_symbol(p, name);
  const ir_function *f = symbol ? ir_function_of(p, symbol) : NULL;
  for (uint32_t k = 0; !f && k < p->functions.count; k++)
    if (p->functions.items[k] && !p->functions.items[k]->is_library &&
        !strcmp(p->functions.items[k]->name, name))
      f = p->functions.items[k];
  return f;
}

static uint64_t bytes_of(const ir_value *v) { return (v->width + 7u) / 8; }

/* How many of the flattened parameters one of C's takes; 0: it is passed as
 * the address of a copy. */
static uint32_t parts_of(const exec *x, const ir_function *f, uint32_t first,
                         const ir_type *t) {
  if (t->kind != IR_TYPE_STRUCT && t->kind != IR_TYPE_UNION) return 1;
  const ir_value *v = f->params + first;
  if (first < f->param_count &&
      (v->byval_bytes || (v->width == x->p->pointer_bits && t->size > 16)))
    return 0;
  uint32_t parts = 0;
  for (uint64_t size = 0; first + parts < f->param_count && size < t->size;)
    size += bytes_of(f->params + first + parts++);
  return parts;
}

/* The object of a parameter that is passed by its address, or of the result
 * that is written through one. */
static value pass_copy(exec *x, state *s, made m, uint64_t size) {
  const uint32_t name = names_intern(x->names, OBJECT_ARGUMENTS, UINT32_MAX,
                                     m.number, names_needed(x->names, size));
  object *o = object_new(name, OBJECT_ARGUMENTS, size, true);
  if (m.text) lazy_make_contents(x, s, m, 1, o, 0);
  memory_add(&s->memory, x->names, o);
  return value_of((uint64_t) name << x->p->object_shift);
}

static bool make_arguments(exec *x, state *s, const ir_function *f,
                           const ir_type *t, value *args) {
  const ir_type *result = x->p->types.items + t->target;
  uint32_t at = 0;
  if ((result->kind == IR_TYPE_STRUCT || result->kind == IR_TYPE_UNION) &&
      !f->result_count && result->size && f->param_count)
    args[at++] = pass_copy(x, s, (made) {.number = UINT32_MAX},
                           result->size);
  for (uint32_t k = 0; k < t->fields.count && at < f->param_count; k++) {
    const ir_field *p = t->fields.items + k;
    const ir_type *is = x->p->types.items + p->type;
    char text[32];
    snprintf(text, sizeof text, "param%u", k);
    const made m = {.kind = MADE_PARAMETER, .number = k, .type = p->type,
                    .count = 1,
                    .text = exec_intern(x, *p->name ? p->name : text)};
    const uint32_t parts = parts_of(x, f, at, is);
    uint16_t widths[64];
    for (uint32_t n = 0; n < parts && n < 64; n++)
      widths[n] = f->params[at + n].width;
    if (parts > 64) return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                                       "a parameter in over 64 parts");
    if (parts) lazy_make_value(x, s, m, 1, widths, parts, args + at);
    else args[at] = pass_copy(x, s, m, is->size);
    at += parts ? parts : 1;
  }
  /* What the debug information does not speak of. */
  for (; at < f->param_count; at++) {
    char text[32];
    snprintf(text, sizeof text, "part%u", at);
    args[at] = exec_fresh(x, s, f->params[at].width, text, INPUT_LAZY,
                          SYMBOL_FRESH);
  }
  return true;
}

static expr in_range(expr_table *t, expr e, unsigned width, int64_t least, int64_t most) {
  const uint64_t mask = bits_mask(width);
  return expr_and(
      t, expr_binary(t, EXPR_SLE, expr_const(t, width, (uint64_t) least & mask), e),
      expr_binary(t, EXPR_SLE, e, expr_const(t, width, (uint64_t) most & mask)));
}

expr lazy_guarantee(exec *x, const ir_function *f, const expr *args, char **text) {
  const ir_callers *c = &x->p->callers;
  const ir_type *t = x->p->types.items + x->p->symbols.items[f->symbol].type;
  expr all = expr_true(x->t);
  size_t size;
  FILE *out = mem_stream(text, &size);
  const uint32_t known = c->params.count == f->param_count &&
                         t->fields.count == f->param_count ? f->param_count : 0;
  for (uint32_t k = 0; k < known; k++) {
    const ir_callers_param *p = c->params.items + k;
    const ir_type *is = x->p->types.items + t->fields.items[k].type;
    const unsigned width = f->params[k].width;
    const char *name = t->fields.items[k].name;
    if (!args[k].id) continue;
    if (is->kind == IR_TYPE_POINTER && p->is_never_null) {
      all = expr_and(x->t, all, expr_ne(x->t, args[k], expr_const(x->t, width, 0)));
      fprintf(out, "; %s is not NULL", name);
    } else if (is->kind == IR_TYPE_INTEGER && p->is_number && width <= 64) {
      all = expr_and(x->t, all, in_range(x->t, args[k], width, p->least, p->most));
      if (p->least == p->most) fprintf(out, "; %s == %" PRId64, name, p->least);
      else fprintf(out, "; %s is %" PRId64 " to %" PRId64, name, p->least, p->most);
    }
  }
  for (uint32_t k = 0; known && k < c->apart.count; k++) {
    const ir_callers_pair p = c->apart.items[k];
    if (!args[p.a].id || !args[p.b].id) continue;
    all = expr_and(x->t, all, expr_ne(x->t, args[p.a], args[p.b]));
    fprintf(out, "; %s and %s point to different objects",
            t->fields.items[p.a].name, t->fields.items[p.b].name);
  }
  mem_stream_end(out);
  return all;
}

/* False: the state is at its end. */
static bool assume_callers(exec *x, state *s, const ir_function *f, const value *args) {
  const ir_callers *c = &x->p->callers;
  char *text;
  expr *terms = mem_zeroed(f->param_count, sizeof *terms);
  for (uint32_t k = 0; k < f->param_count; k++)
    terms[k] = exec_term(x, args[k], f->params[k].width);
  const expr all = lazy_guarantee(x, f, terms, &text);
  exec_note_text(x, exec_intern_format(
      x, "%s() is called as by the %u call%s in the program%s%s%s", f->name, c->sites,
      c->sites == 1 ? "" : "s", c->is_elsewhere ? ", though its address is used, too" : "",
      *text ? ": " : ", which guarantee nothing of its arguments",
      *text ? text + 2 : ""));
  free(text);
  free(terms);
  return exec_assume(x, s, all);
}

state *lazy_enter(exec *x, const char *function, char **message) {
  const ir_function *f = lazy_find_function(x->p, function);
  const uint32_t type = f ? x->p->symbols.items[f->symbol].type : 0;
  if (!f || !type) {
    *message = f ? mem_format("the types of \"%s\" are not known", function)
                 : mem_format("the program has no function \"%s\"", function);
    return NULL;
  }
  exec_note_text(x, exec_intern_format(
      x, "%s() is entered with any arguments; an unknown pointer is %spoints "
         "to a new object of its type%s, %u deep (--lazy-depth), with %u "
         "elements behind a pointer to a scalar (--lazy-array)",
      f->name, x->o.lazy_null ? "null, " : "",
      x->o.lazy_alias ? " or to an earlier one" : "", x->o.lazy_depth,
      x->o.lazy_array));
  if (x->o.havoc_globals)
    exec_note_text(x, "global variables hold any value at the start");
  state *s = state_new();
  s->id = x->next_state++;
  exec_add_globals(x, s);
  value *args = mem_zeroed(f->param_count, sizeof *args);
  const ir_type *t = x->p->types.items + type;
  const bool entered = make_arguments(x, s, f, t, args) &&
                       (!x->o.callers || assume_callers(x, s, f, args)) &&
                       exec_push(x, s, f, args, NULL);
  free(args);
  if (!entered) {
    *message = mem_format("\"%s\" cannot be entered", function);
    return NULL;
  }
  for (uint32_t k = x->p->constructors.count; k-- > 0;) {
    const ir_function *c =
        x->p->functions.items[x->p->constructors.items[k]];
    if (c && !c->param_count && !exec_push(x, s, c, NULL, NULL)) {
      *message = mem_format("\"%s\" cannot be entered", c->name);
      return NULL;
    }
  }
  return s;
}
