#include "exec/internal.h"

#include "base/limits.h"

/*
 * Uninitialised values.  A read is no error by itself: it yields a symbol of its own class.
 * The error comes where the program's behaviour depends on the symbol: a branch, an
 * address, a divisor.  The symbol matters if the term's value can differ for two values of
 * such symbols, by a query with a twin for each symbol.
 */

value exec_define(exec *x, state *s, unsigned width) {
  return exec_define_at(x, s, width, 0, 0);
}

value exec_define_at(exec *x, state *s, unsigned width, uint32_t name,
                     uint64_t offset) {
  if (x->o.uninit_is_nondet)
    return exec_undefined_input(x, s, width, name, offset);
  const uint32_t symbol = expr_new_symbol(x->t, SYMBOL_UNINIT, width,
                                          "uninitialised");
  return (value) {.sym = expr_symbol(x->t, symbol)};
}

value exec_get(exec *x, state *s, uint32_t reg, unsigned width) {
  value v = s->top->regs[reg];
  if (!v.sym.id) return v;
  if (v.sym.id != EXPR_UNDEFINED.id) {
    /* A join knows no widths: joined numbers have 64 bits. */
    if (expr_width(x->t, v.sym) != width)
      v = value_from(x->t, expr_resize(x->t, v.sym, width, false));
    return v;
  }
  v = exec_define(x, s, width);
  exec_set(x, s, reg, v);
  return v;
}

void exec_set(exec *x, state *s, uint32_t reg, value v) {
  (void) x;
  state_own_top(s)->regs[reg] = v;
}

static uint32_t twin(exec *x, uint32_t symbol) {
  while (x->twins.count <= symbol) vec_push(&x->twins, 0);
  if (!x->twins.items[symbol]) {
    const uint32_t new = expr_new_symbol(
        x->t, SYMBOL_UNINIT, expr_symbol_width(x->t, symbol),
        "uninitialised, once more");
    x->twins.items[symbol] = new;
  }
  return x->twins.items[symbol];
}

/* The term with each uninitialised symbol replaced: by its twin, zero, ones, or the value
 * of the symbol or its twin in the path's model. */
typedef enum replacement {
  BY_TWIN, BY_ZERO, BY_ONES, BY_MODEL, BY_TWINS_MODEL
} replacement;

static expr replacing(exec *x, const path *p, uint32_t symbol,
                      replacement how) {
  const unsigned width = expr_symbol_width(x->t, symbol);
  const expr zero = expr_const(x->t, width, 0);
  if (how == BY_TWIN) return expr_symbol(x->t, twin(x, symbol));
  if (how == BY_ONES) return expr_unary(x->t, EXPR_NOT, zero);
  if (how == BY_ZERO || width > 64) return zero;
  if (how == BY_TWINS_MODEL) symbol = twin(x, symbol);
  return expr_const(x->t, width,
                    path_value(x->solver, p, expr_symbol(x->t, symbol)));
}

static expr replace_by(exec *x, const path *p, expr e, replacement how) {
  const varset set = varset_of(x->t, e);
  const uint32_t count = varset_count(x->t, set);
  uint32_t *from = mem_resize(NULL, count, sizeof *from), used = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t symbol = varset_symbols(x->t, set)[i];
    if (expr_symbol_class(x->t, symbol) == SYMBOL_UNINIT)
      from[used++] = symbol;
  }
  expr *to = mem_resize(NULL, used, sizeof *to);
  for (uint32_t i = 0; i < used; i++) to[i] = replacing(x, p, from[i], how);
  const expr result = expr_substitute(x->t, e, from, to, used);
  free(from);
  free(to);
  return result;
}

static expr replace(exec *x, expr e, replacement how) {
  return replace_by(x, NULL, e, how);
}

expr exec_with_zeros(exec *x, expr e) { return replace(x, e, BY_ZERO); }

/* The inputs for which the term is `zero` whatever the missing definitions
 * are.  That is a statement about all their values; it is approached by some,
 * at first zero and ones, then those that the solver names as long as there
 * are any.  It is exact unless the rounds are used up or a question has no answer, and never
 * too narrow.  It is not put off: with too wide a set a later bug is tried with inputs that
 * never get there, and lost.  Where inputs are followed only values near theirs are looked for. */
static expr is_the_same(exec *x, const state *s, expr e, expr zero,
                        expr differs) {
  expr_table *t = x->t;
  expr same = expr_eq(t, zero, replace(x, e, BY_ONES));
  for (unsigned round = 0; round < limits.exec_uninit_rounds; round++) {
    state *probe = state_copy(s);
    const expr wanted = expr_and(t, same, differs);
    const bool found = (!x->advice || path_near(x->solver, &s->path, wanted)) &&
                       path_assume(x->solver, &probe->path, wanted) == ANSWER_SAT;
    if (found) {
      const expr a = replace_by(x, &probe->path, e, BY_MODEL);
      const expr b = replace_by(x, &probe->path, e, BY_TWINS_MODEL);
      same = expr_and(t, same, expr_and(t, expr_eq(t, zero, a),
                                        expr_eq(t, zero, b)));
    }
    state_free(probe);
    if (!found) break;
  }
  return same;
}

/* Values of the missing definitions in between may fail as well; if so, the
 * path that is reported takes another way when it is re-executed. */
expr exec_may_hold(exec *x, expr condition) {
  return expr_or(x->t, replace(x, condition, BY_ZERO),
                 replace(x, condition, BY_ONES));
}

expr exec_depends(exec *x, expr e) { return expr_ne(x->t, e, replace(x, e, BY_TWIN)); }

/* No input has a say in it. */
static bool is_all_uninit(const exec *x, expr e) {
  const varset set = varset_of(x->t, e);
  for (uint32_t i = 0; i < varset_count(x->t, set); i++)
    if (expr_symbol_class(x->t, varset_symbols(x->t, set)[i]) !=
        SYMBOL_UNINIT)
      return false;
  return true;
}

/* For the followed input the symbol seems not to matter: for others on this path a state of
 * its own asks later. */
static bool passes_led(exec *x, state *s, expr e, expr zero, expr differs) {
  const expr same = expr_eq(x->t, zero, replace(x, e, BY_ONES));
  uint64_t is_same;
  if (expr_is_true(x->t, same) || expr_is_false(x->t, same)) return false;
  path_witness *w = exec_led(x, s, same, &is_same);
  if (!w || !is_same) return false;
  exec_require_led(x, s, same, differs, w, OUTCOME_UNINIT, NULL);
  return true;
}

bool exec_need_defined(exec *x, state *s, value *v, unsigned width) {
  if (v->sym.id == EXPR_UNDEFINED.id) *v = exec_define(x, s, width);
  if (!v->sym.id || x->o.uninit_is_nondet ||
      !expr_has(x->t, v->sym, EXPR_HAS_UNINIT))
    return true;
  const expr differs = exec_depends(x, v->sym);
  const expr zero = replace(x, v->sym, BY_ZERO);
  if (x->o.checks[OUTCOME_UNINIT] && !passes_led(x, s, v->sym, zero, differs)) {
    answer may;
    if (!exec_may_within(x, s, differs, &may)) return exec_park(x, s);
    if (may == ANSWER_UNKNOWN)
      return exec_finish(x, s, OUTCOME_UNKNOWN_ANSWER,
                         solver_unknown_reason(x->solver));
    if (may == ANSWER_SAT && is_all_uninit(x, v->sym))
      return exec_finish(x, s, OUTCOME_UNINIT, NULL);
    if (may == ANSWER_SAT) {
      const expr same = is_the_same(x, s, v->sym, zero, differs);
      state *bad = state_copy(s);
      bad->id = x->next_state++;
      path_assume(x->solver, &bad->path, differs);
      exec_finish(x, bad, OUTCOME_UNINIT, NULL);
      exec_forget_caches(x);
      /* Inputs without influence of the symbol are among these.  Any other input shows the
       * bug again in re-execution. */
      if (x->advice) path_near(x->solver, &s->path, same);
      if (!exec_assume(x, s, same)) return false;
    }
  }
  *v = value_from(x->t, zero);
  return true;
}
