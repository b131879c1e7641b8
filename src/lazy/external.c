#include "lazy/internal.h"

#include <stdio.h>
#include <string.h>

/*
 * Functions without code: unknown() in the sense of z-equivalence.  A call
 * returns a fresh value of the declared type, a pointer to be decided when it
 * is followed; what its arguments point to changes only if asked for, or if nothing
 * was ever written there: who hands over such memory wants it filled.  Each
 * such function bounds what "proved" means, and is noted.
 */

/* Memory that is filled, at most. */
enum { FILLED_BYTES = 4096 };

static bool is_listed(const char *list, const char *name) {
  const size_t length = strlen(name);
  for (const char *at = list; *at;) {
    const size_t word = strcspn(at, ",");
    if (word == length && !strncmp(at, name, length)) return true;
    at += word + (at[word] == ',');
  }
  return false;
}

bool lazy_is_unknown(const exec *x, const ir_symbol *s) {
  return x->o.unknown && s->type && !s->is_library &&
         (!*x->o.unknown || is_listed(x->o.unknown, s->name));
}

typedef struct call {
  const ir_call *c;
  const ir_type *type;          /* of the function */
  const char *text;             /* "f()" */
  uint32_t number;              /* the symbol's, or an object's name */
} call;

static bool is_record(const ir_type *t) {
  return t->kind == IR_TYPE_STRUCT || t->kind == IR_TYPE_UNION;
}

/* The result is written through a first argument that C does not see. */
static bool has_hidden_result(const exec *x, const call *f) {
  const ir_type *result = x->p->types.items + f->type->target;
  return is_record(result) && result->size && !f->c->result_count &&
         f->c->arg_count;
}

/* Any contents for what lies at the address, as far as the object goes. */
static bool havoc(exec *x, state *s, const call *f, uint32_t argument,
                  uint32_t type, made_kind kind) {
  const unsigned width = x->p->pointer_bits;
  value v = exec_get(x, s, f->c->args[argument].reg, width);
  uint64_t address;
  if (!exec_need_defined(x, s, &v, width) ||
      !exec_number(x, s, v, width, &address))
    return false;
  const object *o = exec_reach(x, s,
                               (uint32_t) (address >> x->p->object_shift));
  if (!o || o->is_read_only) return true;
  const uint64_t offset =
      address - ((uint64_t) o->name << x->p->object_shift);
  if (offset >= o->size) return true;
  const ir_type *t = x->p->types.items + type;
  const uint64_t each = type && t->size ? t->size : width / 8;
  made m = {.kind = kind, .number = f->number, .argument = argument,
            .type = type && t->size ? type : 0,
            .count = is_record(t) ? 1 : (o->size - offset) / each,
            .text = f->text};
  m.bytes = m.count * each;
  if (kind == MADE_EFFECT)
    m.text = exec_intern_format(x, "*%.200s arg%u", f->text, argument);
  lazy_make_contents(x, s, m, 1, exec_own(x, s, o->name), offset);
  return true;
}

/* Whether the argument is the address of memory that was never written, up to the
 * object's end. */
static bool is_to_fill(exec *x, state *s, const call *f, uint32_t argument) {
  const value v = exec_reg(s, f->c->args[argument].reg);
  if (v.sym.id || f->c->args[argument].width != x->p->pointer_bits) return false;
  const object *o = exec_find(x, s, (uint32_t) (value_bits(v) >> x->p->object_shift));
  if (!o || !o->undefined || o->is_read_only || o->size > FILLED_BYTES) return false;
  const uint64_t offset = value_bits(v) - ((uint64_t) o->name << x->p->object_shift);
  for (uint64_t k = offset; k < o->size; k++)
    if (object_is_defined(o, k, 1)) return false;
  return offset < o->size;
}

static bool havoc_arguments(exec *x, state *s, const call *f) {
  const uint32_t first = has_hidden_result(x, f);
  for (uint32_t k = first; k < f->c->arg_count; k++) {
    const bool is_known = k - first < f->type->fields.count;
    const ir_type *t = is_known
        ? x->p->types.items + f->type->fields.items[k - first].type : NULL;
    if (is_known && t->kind != IR_TYPE_POINTER) continue;
    const value v = exec_reg(s, f->c->args[k].reg);
    if (!is_known && (v.sym.id || f->c->args[k].width != x->p->pointer_bits))
      continue;
    const uint32_t type = is_known ? t->target : 0;
    if (x->p->types.items[type].kind == IR_TYPE_FUNCTION) continue;
    if (!x->o.havoc_arguments && !is_to_fill(x, s, f, k)) continue;
    if (!havoc(x, s, f, k, type, MADE_EFFECT)) return false;
  }
  return true;
}

/* A call whose result, if any, has no type. */
static void note_call(exec *x, state *s, const call *f) {
  lazy_make_contents(x, s, (made) {.kind = MADE_RESULT, .text = f->text,
                                   .number = f->number}, 1, NULL, 0);
}

static bool perform(exec *x, state *s, const call *f) {
  const ir_call *c = f->c;
  if (c->is_noreturn) {
    exec_note_text(x, exec_intern_format(x, "calls of %.200s end the program",
                                         f->text));
    return exec_finish(x, s, OUTCOME_SILENT_EXIT, NULL);
  }
  exec_note_call(x, f->text);
  if (!havoc_arguments(x, s, f)) return false;
  if (has_hidden_result(x, f)) {
    if (!havoc(x, s, f, 0, f->type->target, MADE_RESULT)) return false;
  } else if (c->result_count && f->type->kind != IR_TYPE_FUNCTION) {
    for (uint32_t k = 0; k < c->result_count; k++)
      exec_set(x, s, c->result + k,
               exec_fresh(x, s, c->result_widths[k], f->text, INPUT_LAZY,
                          SYMBOL_FRESH));
    note_call(x, s, f);
  } else if (c->result_count) {
    value few[8], *results = c->result_count <= 8
        ? few : mem_zeroed(c->result_count, sizeof *results);
    lazy_make_value(
        x, s, (made) {.kind = MADE_RESULT, .number = f->number,
                      .type = f->type->target, .count = 1, .text = f->text},
        1, c->result_widths, c->result_count, results);
    for (uint32_t k = 0; k < c->result_count; k++)
      exec_set(x, s, c->result + k, results[k]);
    if (results != few) free(results);
  } else {
    note_call(x, s, f);
  }
  s->pc++;
  return true;
}

void lazy_note_calls(exec *x, const made *last, const made *since) {
  for (const made *m = last; m != since; m = m->before)
    if (m->kind == MADE_RESULT) exec_note_call(x, m->text);
}

bool lazy_call(exec *x, state *s, uint32_t symbol, const ir_call *c,
               bool *is_done) {
  const ir_symbol *callee = x->p->symbols.items + symbol;
  *is_done = lazy_is_unknown(x, callee);
  if (!*is_done) return true;
  const call f = {c, x->p->types.items + callee->type,
                  exec_intern_format(x, "%.200s()", callee->name), symbol};
  return perform(x, s, &f);
}

bool lazy_call_address(exec *x, state *s, uint64_t address, const ir_call *c,
                       bool *is_done) {
  const uint32_t name = (uint32_t) (address >> x->p->object_shift);
  const name_info *info = names_info(x->names, name);
  *is_done = false;
  if (!info || info->kind != OBJECT_LAZY || name != info->first + 1 ||
      address << (64 - x->p->object_shift))
    return true;
  const lazy_pointer *p = x->lazy->pointers.items + info->site - 1;
  const ir_type *t = x->p->types.items + p->type;
  /* A pointer of another type that is called before it is followed may be a
   * function's: out of a union, or a cast. */
  if (t->kind != IR_TYPE_FUNCTION) {
    if (exec_find(x, s, name)) return true;
    t = x->p->types.items;
  }
  *is_done = true;
  const call f = {c, t, exec_intern_format(x, "%.200s()", p->text), name};
  return perform(x, s, &f);
}
