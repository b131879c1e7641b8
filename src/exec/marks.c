#include "exec/internal.h"

#include "expr/varset.h"

#include <string.h>

/*
 * The checking mode of relevancy: before each instruction that the analysis
 * left unmarked, no operand may depend on an input, and where it saw no path part
 * none may.  What was seen is counted
 * as well, since marks that nothing symbolic ever reaches cost speed.
 */

void exec_check_relevancy(exec *x, const relevancy *r) {
  x->marks = r;
  x->seen_marks = mem_zeroed(x->p->functions.count + 1,
                             sizeof *x->seen_marks);
  x->ran_marks = mem_zeroed(x->p->functions.count + 1, sizeof *x->ran_marks);
}

void exec_release_marks(exec *x) {
  for (uint32_t k = 0; x->marks && k < x->p->functions.count; k++) {
    free(x->seen_marks[k]);
    free(x->ran_marks[k]);
  }
  vec_release(&x->mark_operands.reads);
  free(x->seen_marks);
  free(x->ran_marks);
}

/* Undefined values and join selectors are not inputs. */
static bool is_input(exec *x, expr e) {
  if (expr_has(x->t, e, EXPR_HAS_UNINIT)) e = exec_with_zeros(x, e);
  const varset set = varset_of(x->t, e);
  const uint32_t count = varset_count(x->t, set);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(x->t, set)[k];
    if (expr_symbol_class(x->t, symbol) != SYMBOL_UNINIT &&
        strcmp(expr_symbol_name(x->t, symbol), "uninitialised"))
      return true;
  }
  return false;
}

static void violate(exec *x, const ir_function *f, const ir_insn *i,
                    const char *what) {
  char where[32] = "";
  if (i->place)
    snprintf(where, sizeof where, ":%u:%u", x->p->places.items[i->place].line,
             x->p->places.items[i->place].column);
  if (!x->stats.relevancy_violations++)
    x->hooks.message(x->hooks.context, exec_intern_format(
        x, "relevancy: %s in %s%s, instruction %u, which is marked "
           "irrelevant", what, f->name, where, (unsigned) (i - f->insns)));
}

void exec_check_parting(exec *x, const state *s, expr condition) {
  uint32_t pc = s->pc;
  bool is_known = false;
  /* Objects that live for some inputs only, and the search for leaks, fork
   * paths as well; the analysis knows nothing of that. */
  const ir_opcode op = (ir_opcode) state_insn(s)->op;
  if (op != IR_BRANCH && op != IR_SWITCH && op != IR_GOTO) return;
  for (const frame *f = s->top; f; f = f->caller) {
    const uint32_t number = x->p->symbols.items[f->function->symbol].function;
    const relevancy_marks *m = relevancy_of(x->marks, number);
    const ir_insn *i = f->function->insns + pc;
    if (m->parts && !relevancy_parts(m, i->block)) {
      if (!is_known && !is_input(x, condition)) return;
      is_known = true;
      violate(x, f->function, i, "a path that parts");
    }
    if (f->resume == UINT32_MAX) break;
    pc = f->resume;
  }
}

void exec_check_marks(exec *x, state *s, const ir_insn *i) {
  const ir_function *f = s->top->function;
  const uint32_t number = x->p->symbols.items[f->symbol].function;
  const uint32_t at = (uint32_t) (i - f->insns);
  const uint64_t bit = UINT64_C(1) << at % 64;
  if (!x->seen_marks[number]) {
    x->seen_marks[number] = mem_zeroed(f->insn_count / 64 + 1, sizeof bit);
    x->ran_marks[number] = mem_zeroed(f->insn_count / 64 + 1, sizeof bit);
  }
  x->ran_marks[number][at / 64] |= bit;
  if (x->seen_marks[number][at / 64] & bit) return;
  operands o = x->mark_operands;
  const uint32_t run = draft_operands((ir_function *) f, (ir_insn *) i, &o);
  x->mark_operands = o;         /* the list is kept for the next time */
  bool found = false;
  for (uint32_t k = 0; !found && k < o.reads.count; k++)
    for (uint32_t n = 0; n < run; n++) {
      const value v = s->top->regs[*o.reads.items[k] + n];
      found |= v.sym.id && v.sym.id != EXPR_UNDEFINED.id &&
               is_input(x, v.sym);
    }
  if (!found) return;
  x->seen_marks[number][at / 64] |= bit;
  if (!relevancy_has(relevancy_of(x->marks, number), at))
    violate(x, f, i, "a symbolic value");
}

exec_marks exec_get_marks(const exec *x) {
  exec_marks m = {.violations = x->stats.relevancy_violations};
  for (uint32_t k = 0; x->marks && k < x->p->functions.count; k++) {
    const ir_function *f = x->p->functions.items[k];
    const relevancy_marks *is = relevancy_of(x->marks, k);
    for (uint32_t i = 0; f && x->ran_marks[k] && i < f->insn_count; i++) {
      const bool ran = x->ran_marks[k][i / 64] >> i % 64 & 1;
      m.ran += ran;
      m.marked += ran && relevancy_has(is, i);
      m.seen += x->seen_marks[k][i / 64] >> i % 64 & 1;
    }
  }
  return m;
}
