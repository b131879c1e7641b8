#include "finding/invariants.h"

#include "base/bits.h"
#include "base/mem.h"

#include <inttypes.h>
#include <string.h>

/* A variable and the term that it holds at the loop's head. */
typedef struct named {
  const char *name;
  expr term;
} named;

typedef struct writer {
  const session *s;
  expr_table *t;
  const state *head;            /* whose variables these are */
  VEC(named) names;
  VEC(char *) owned;            /* of these */
  invariant_list *to;
  FILE *out;
  unsigned left;                /* operators that may still be written */
} writer;

/* Variables ---------------------------------------------------------------- */

static void add(writer *w, const char *name, value v, unsigned width) {
  if (!v.sym.id || v.sym.id == EXPR_UNDEFINED.id || expr_width(w->t, v.sym) != width)
    return;
  vec_push(&w->names, ((named) {name, v.sym}));
}

static void add_from(writer *w, const char *name, uint64_t object_name, unsigned width) {
  const object *o = memory_find(&w->head->memory, (uint32_t) object_name);
  if (o && o->size == width / 8 && object_is_defined(o, 0, width / 8))
    add(w, name, object_load(o, w->t, 0, width / 8), width);
}

static bool is_word(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

static void add_locals(writer *w) {
  const frame *f = w->head->top;
  const uint32_t block = state_insn(w->head)->block;
  const uint64_t *live = ir_live_in(f->function, block);
  for (uint32_t k = 0; k < f->function->variables.count; k++) {
    const ir_variable *v = f->function->variables.items + k;
    if (!is_word(v->width)) continue;
    if (v->slot) {
      const ir_slot *slot = f->function->slots.items + v->slot - 1;
      const uint64_t name = f->first_slot + v->slot - 1;
      if (f->first_slot && !slot->is_renewed && w->s->program->object_shift == 32 &&
          !exec_is_dead_slot(w->s->exec, w->head, name))
        add_from(w, v->name, name, v->width);
    } else if (block >= v->first && block <= v->last &&
               live[v->reg / 64] >> v->reg % 64 & 1) {
      add(w, v->name, f->regs[v->reg], v->width);
    }
  }
}

static bool is_shadowed(const ir_function *f, const char *name) {
  for (uint32_t k = 0; k < f->variables.count; k++)
    if (!strcmp(f->variables.items[k].name, name)) return true;
  return false;
}

/* Those of the function's own file: others may not be declared there. */
static void add_globals(writer *w) {
  const ir_program *p = w->s->program;
  const ir_function *f = w->head->top->function;
  for (uint32_t k = 1; k < p->symbols.count; k++) {
    const ir_symbol *v = p->symbols.items + k;
    if (v->kind != IR_VARIABLE || !v->is_integer || !v->is_defined || v->is_library ||
        v->is_thread_local || v->size > 8 || !is_word(8 * (unsigned) v->size) ||
        strchr(v->name, '.') || is_shadowed(f, v->name) || !v->place ||
        p->places.items[v->place].file != p->places.items[f->place].file)
      continue;
    add_from(w, v->name, v->address >> p->object_shift, 8 * (unsigned) v->size);
  }
}

static const char *name_of(const writer *w, expr e) {
  for (uint32_t k = 0; k < w->names.count; k++)
    if (expr_same(w->names.items[k].term, e)) return w->names.items[k].name;
  return NULL;
}

/* Terms as C --------------------------------------------------------------- */

static const char *type_text(unsigned width, bool is_signed) {
  switch (width) {
  case 8: return is_signed ? "signed char" : "unsigned char";
  case 16: return is_signed ? "short" : "unsigned short";
  case 32: return is_signed ? "int" : "unsigned int";
  default: return is_signed ? "long long" : "unsigned long long";
  }
}

/* Arithmetic is unsigned and never narrower than int, so that it wraps as the term does.
 * What is 32 bits wide or more is of such a type already. */
static void widen(writer *w, unsigned width) {
  if (width < 32) fputs("(unsigned int) ", w->out);
}

static bool put(writer *, expr, bool is_signed);

static void put_constant(writer *w, uint64_t bits, unsigned width, bool is_signed) {
  const int64_t number = bits_signed(bits, width);
  if (is_signed && number == INT64_MIN) fputs("(-9223372036854775807LL - 1)", w->out);
  else if (is_signed && number == INT32_MIN) fputs("(-2147483647 - 1)", w->out);
  else if (is_signed)
    fprintf(w->out, number < 0 ? "(%" PRId64 "%s)" : "%" PRId64 "%s", number,
            number > INT32_MAX || number < INT32_MIN ? "LL" : "");
  else fprintf(w->out, "%" PRIu64 "%s", bits, width > 32 ? "ULL" : "U");
}

/* What an operator of bits left, cut to the width.  Begins and ends it. */
static void begin_cut(writer *w, unsigned width, bool is_signed) {
  if (is_word(width)) fprintf(w->out, "((%s) (", type_text(width, is_signed));
  else fputs("((", w->out);
}

static void end_cut(writer *w, unsigned width) {
  if (is_word(width)) fputs("))", w->out);
  else fprintf(w->out, ") & %" PRIu64 "%s)", bits_mask(width), width > 32 ? "ULL" : "U");
}

static bool put_binary(writer *w, const expr_node *n, const char *op, bool is_signed) {
  bool done = true;
  begin_cut(w, n->width, is_signed);
  for (unsigned k = 0; k < 2 && done; k++) {
    fputs(k ? op : "", w->out);
    widen(w, n->width);
    done = put(w, n->arg[k], false);
  }
  end_cut(w, n->width);
  return done;
}

static bool put_comparison(writer *w, const expr_node *n, const char *op, bool is_signed) {
  fputc('(', w->out);
  if (!put(w, n->arg[0], is_signed)) return false;
  fprintf(w->out, " %s ", op);
  const bool done = put(w, n->arg[1], is_signed);
  fputc(')', w->out);
  return done;
}

static bool put_negated(writer *w, expr e) {
  const expr_node n = expr_get(w->t, e);
  switch ((expr_op) n.op) {
  case EXPR_EQ: return put_comparison(w, &n, "!=", false);
  case EXPR_ULT: return put_comparison(w, &n, ">=", false);
  case EXPR_ULE: return put_comparison(w, &n, ">", false);
  case EXPR_SLT: return put_comparison(w, &n, ">=", true);
  case EXPR_SLE: return put_comparison(w, &n, ">", true);
  default: break;
  }
  fputs("(!", w->out);
  const bool done = put(w, e, false);
  fputc(')', w->out);
  return done;
}

/* Shifts and divisions are the term's only by some numbers. */
static bool put_by_number(writer *w, const expr_node *n, const char *op, bool is_signed,
                          bool is_signed_in) {
  uint64_t by;
  const bool is_shift = n->op == EXPR_SHL || n->op == EXPR_LSHR || n->op == EXPR_ASHR;
  if (!expr_value(w->t, n->arg[1], &by) || !is_word(n->width) ||
      (is_shift ? by >= n->width : !by || by == bits_mask(n->width)))
    return false;
  begin_cut(w, n->width, is_signed);
  if (!is_signed_in) widen(w, n->width);
  const bool done = put(w, n->arg[0], is_signed_in);
  fprintf(w->out, " %s ", op);
  if (is_shift) fprintf(w->out, "%" PRIu64, by);
  else put_constant(w, by, n->width, is_signed_in);
  end_cut(w, n->width);
  return done;
}

static bool put_operator(writer *w, expr e, bool is_signed) {
  const expr_node n = expr_get(w->t, e);
  bool done = true;
  switch ((expr_op) n.op) {
  case EXPR_ADD: return put_binary(w, &n, " + ", is_signed);
  case EXPR_SUB: return put_binary(w, &n, " - ", is_signed);
  case EXPR_MUL: return put_binary(w, &n, " * ", is_signed);
  case EXPR_AND: return put_binary(w, &n, " & ", is_signed);
  case EXPR_OR: return put_binary(w, &n, " | ", is_signed);
  case EXPR_XOR: return put_binary(w, &n, " ^ ", is_signed);
  case EXPR_EQ: return put_comparison(w, &n, "==", false);
  case EXPR_ULT: return put_comparison(w, &n, "<", false);
  case EXPR_ULE: return put_comparison(w, &n, "<=", false);
  case EXPR_SLT: return put_comparison(w, &n, "<", true);
  case EXPR_SLE: return put_comparison(w, &n, "<=", true);
  case EXPR_UDIV: return put_by_number(w, &n, "/", is_signed, false);
  case EXPR_UREM: return put_by_number(w, &n, "%", is_signed, false);
  case EXPR_SDIV: return put_by_number(w, &n, "/", is_signed, true);
  case EXPR_SREM: return put_by_number(w, &n, "%", is_signed, true);
  case EXPR_SHL: return put_by_number(w, &n, "<<", is_signed, false);
  case EXPR_LSHR: return put_by_number(w, &n, ">>", is_signed, false);
  case EXPR_ASHR: return put_by_number(w, &n, ">>", is_signed, true);
  case EXPR_NOT:
    if (n.width == 1) return put_negated(w, n.arg[0]);
    begin_cut(w, n.width, is_signed);
    fputc('~', w->out);
    widen(w, n.width);
    done = put(w, n.arg[0], false);
    end_cut(w, n.width);
    return done;
  case EXPR_NEG:
    begin_cut(w, n.width, is_signed);
    fputc('-', w->out);
    widen(w, n.width);
    done = put(w, n.arg[0], false);
    end_cut(w, n.width);
    return done;
  case EXPR_ZEXT: case EXPR_SEXT:
    begin_cut(w, n.width, is_signed);
    done = put(w, n.arg[0], n.op == EXPR_SEXT);
    end_cut(w, n.width);
    return done;
  case EXPR_EXTRACT:
    if (expr_width(w->t, n.arg[0]) > 64) return false;
    begin_cut(w, n.width, is_signed);
    widen(w, expr_width(w->t, n.arg[0]));
    done = put(w, n.arg[0], false);
    if (n.imm) fprintf(w->out, " >> %" PRIu64, n.imm);
    end_cut(w, n.width);
    return done;
  case EXPR_ITE:
    fputc('(', w->out);
    done = put(w, n.arg[0], false);
    fputs(" ? ", w->out);
    done = done && put(w, n.arg[1], is_signed);
    fputs(" : ", w->out);
    done = done && put(w, n.arg[2], is_signed);
    fputc(')', w->out);
    return done;
  default: return false;
  }
}

/* Of type int or wider; its value is the term's.  False: C cannot say it. */
static bool put(writer *w, expr e, bool is_signed) {
  const unsigned width = expr_width(w->t, e);
  const char *name = name_of(w, e);
  uint64_t bits;
  if (width > 64 || (is_signed && !is_word(width)) || !w->left--) return false;
  if (name) fprintf(w->out, "(%s) %s", type_text(width, is_signed), name);
  else if (expr_value(w->t, e, &bits)) put_constant(w, bits, width, is_signed);
  else return put_operator(w, e, is_signed);
  return true;
}

/* Places ------------------------------------------------------------------- */

/* A loop whose condition is looked at where the head is. */
static uint32_t keyword_of(const state *head) {
  const ir_function *f = head->top->function;
  const ir_block *b = f->blocks + state_insn(head)->block;
  if (strncmp(b->label, "while.cond", 10) && strncmp(b->label, "for.cond", 8)) return 0;
  const ir_insn *last = f->insns + b->first + b->count - 1;
  return last->op == IR_BRANCH ? last->place : 0;
}

static void add_invariant(void *context, const state *head, expr e) {
  enum { MOST = 60 };
  writer *w = context;
  size_t size;
  invariant_text i = {head->top->function, state_insn(head)->place, keyword_of(head),
                      NULL, false};
  if (w->head != head) {
    w->head = head;
    vec_clear(&w->names);
    add_locals(w);
    add_globals(w);
  }
  w->left = MOST;
  w->out = mem_stream(&i.text, &size);
  i.is_c = put(w, e, false);
  mem_stream_end(w->out);
  if (!i.is_c) {
    free(i.text);
    w->out = mem_stream(&i.text, &size);
    expr_print(w->t, e, w->out);
    mem_stream_end(w->out);
  }
  vec_push(w->to, i);
}

/* What is claimed of calls that return -------------------------------------- */

/* Parameters are the first variables of a function. */
static const char *parameter_name(const ir_function *f, uint32_t k) {
  for (uint32_t n = 0; n < f->param_count; n++)
    if (n >= f->variables.count || f->variables.items[n].width != f->params[n].width)
      return "argument";
  return f->variables.items[k].name;
}

static const char *object_name(const session *s, uint32_t name) {
  const ir_program *p = s->program;
  const uint32_t symbol = ir_symbol_at(p, (uint64_t) name << p->object_shift);
  return symbol ? p->symbols.items[symbol].name : "variable";
}

/* As C, but for \result, and \old of what is changed. */
static void add_claim(void *context, const ir_function *f, expr e,
                      const merger_formal *formals, uint32_t count) {
  enum { MOST = 60 };
  writer *w = context;
  size_t size;
  vec_clear(&w->names);
  for (uint32_t k = 0; k < count; k++) {
    const merger_formal *a = formals + k;
    char *name = a->is_parameter ? mem_string(parameter_name(f, a->number))
                 : !a->object ? mem_string("\\result")
                              : mem_format(a->is_before ? "\\old(%s)" : "%s",
                                           object_name(w->s, a->object));
    vec_push(&w->owned, name);
    if (a->symbol.id) vec_push(&w->names, ((named) {name, a->symbol}));
  }
  w->head = NULL;
  w->left = MOST;
  invariant_text i = {f, f->place, 0, NULL, false};
  w->out = mem_stream(&i.text, &size);
  fprintf(w->out, "%s() returns: ", f->name);
  if (!put(w, e, false)) expr_print(w->t, e, w->out);
  mem_stream_end(w->out);
  vec_push(w->to, i);
}

void invariants_collect(const session *s, invariant_list *to) {
  writer w = {.s = s, .t = exec_table(s->exec), .to = to};
  if (s->folds) {
    merger_each_invariant(s->merger, add_invariant, &w);
    merger_each_claim(s->merger, add_claim, &w);
  }
  for (uint32_t k = 0; k < w.owned.count; k++) free(w.owned.items[k]);
  vec_release(&w.owned);
  vec_release(&w.names);
}

void invariants_release(invariant_list *all) {
  for (uint32_t k = 0; k < all->count; k++) free(all->items[k].text);
  vec_release(all);
}
