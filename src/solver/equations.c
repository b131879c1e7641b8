#include "solver/links.h"

#include <assert.h>

/*
 * Equations of a conjunction outside any path: where it says what a symbol is, as x = f(y),
 * the symbol goes, and f(y) stands wherever it was.  Rewriting then decides much of what
 * a SAT solver would have to find out, such as the steps of a machine whose first state is
 * given.  The symbol's value is that of the term.  Terms over several symbols stay where
 * they are: there a SAT solver does better with the symbol.
 *
 * Rounds: the symbols of one are in none of its terms, so that all are put in at once; a
 * term may have symbols that go later, so values are found from the last to the first.
 */
typedef struct candidate { uint32_t symbol; expr term; } candidate;

enum { MOST_WAYS = 4 };

typedef struct round {
  VEC(uint32_t) from;
  VEC(expr) to;
  idmap gone, used;             /* symbol + 1: is replaced; is in a term */
} round;

static bool is_symbol(const solver *s, expr e, uint32_t *symbol) {
  const expr_node n = expr_get(s->table, e);
  *symbol = (uint32_t) n.imm;
  return n.op == EXPR_VAR;
}

/* a = b, solved for a symbol that is a or is added to something there. */
static unsigned solve_for(solver *s, expr a, expr b, candidate *out) {
  const expr_node n = expr_get(s->table, a);
  if (n.op == EXPR_VAR) {
    *out = (candidate) {(uint32_t) n.imm, b};
    return 1;
  }
  for (unsigned i = 0; n.op == EXPR_ADD && i < 2; i++)
    if (is_symbol(s, n.arg[i], &out->symbol)) {
      out->term = expr_binary(s->table, EXPR_SUB, b, n.arg[1 - i]);
      return 1;
    }
  return 0;
}

/* What a conjunct says a symbol is: in how many ways. */
static unsigned ways_of(solver *s, expr e, candidate *out) {
  expr_table *t = s->table;
  expr_node n = expr_get(t, e);
  unsigned count = 0;
  const bool is_not = n.op == EXPR_NOT;
  if (is_not) n = expr_get(t, e = n.arg[0]);
  if (n.op == EXPR_VAR) {
    out[count++] = (candidate) {(uint32_t) n.imm, is_not ? expr_false(t) : expr_true(t)};
  } else if (n.op == EXPR_EQ && !is_not) {
    count += solve_for(s, n.arg[0], n.arg[1], out + count);
    count += solve_for(s, n.arg[1], n.arg[0], out + count);
  } else if (n.op == EXPR_XOR) {
    for (unsigned i = 0; i < 2; i++)
      if (is_symbol(s, n.arg[i], &out[count].symbol)) {
        const expr other = n.arg[1 - i];
        out[count++].term = is_not ? other : expr_not(t, other);
      }
  }
  assert(count <= MOST_WAYS);
  return count;
}

/* May it be replaced in this round? */
static bool is_free(solver *s, round *r, const candidate *c) {
  const varset vars = varset_of(s->table, c->term);
  const uint32_t count = varset_count(s->table, vars);
  if (count > limits.solver_equation_term) return false;
  if (idmap_find(&r->gone, c->symbol + 1) || idmap_find(&r->used, c->symbol + 1) ||
      varset_contains(s->table, vars, c->symbol)) return false;
  const uint32_t *symbols = varset_symbols(s->table, vars);
  for (uint32_t i = 0; i < count; i++)
    if (idmap_find(&r->gone, symbols[i] + 1)) return false;
  return true;
}

static bool take(solver *s, round *r, expr e) {
  candidate ways[MOST_WAYS];
  const unsigned count = ways_of(s, e, ways);
  for (unsigned k = 0; k < count; k++) {
    if (!is_free(s, r, ways + k)) continue;
    assert(expr_width(s->table, ways[k].term) == expr_symbol_width(s->table, ways[k].symbol));
    const varset vars = varset_of(s->table, ways[k].term);
    const uint32_t *symbols = varset_symbols(s->table, vars);
    for (uint32_t i = 0; i < varset_count(s->table, vars); i++)
      *idmap_at(&r->used, symbols[i] + 1) = 1;
    *idmap_at(&r->gone, ways[k].symbol + 1) = 1;
    vec_push(&r->from, ways[k].symbol);
    vec_push(&r->to, ways[k].term);
    return true;
  }
  return false;
}

/* One round; false if it found nothing to replace. */
static bool replace(solver *s, conjuncts *all) {
  round r = {0};
  conjuncts kept = {0};
  for (uint32_t i = 0; i < all->count; i++) {
    const expr e = all->items[i];
    if (r.from.count >= limits.solver_equations || !take(s, &r, e)) vec_push(&kept, e);
  }
  const bool found = r.from.count;
  if (found) {
    const uint32_t call = expr_substitution(s->table);
    vec_clear(all);
    for (uint32_t i = 0; i < kept.count; i++)
      vec_push(all, expr_substitute_in(s->table, call, kept.items[i], r.from.items,
                                       r.to.items, r.from.count));
    for (uint32_t i = 0; i < r.from.count; i++)
      vec_push(&s->solved, ((equation) {r.from.items[i], r.to.items[i]}));
  }
  vec_release(&kept);
  vec_release(&r.from);
  vec_release(&r.to);
  idmap_release(&r.gone);
  idmap_release(&r.used);
  return found;
}

bool equations_solve(solver *s, conjuncts *all) {
  for (uint32_t i = 0; i < all->count; i++)
    if (expr_has(s->table, all->items[i], EXPR_HAS_FORALL)) return true;
  while (!chain_is_stopped(s) && replace(s, all)) {
    conjuncts flat = {0};
    const bool possible = check_flatten(s, all->items, all->count, &flat);
    vec_release(all);
    *all = flat;
    if (!possible) return false;
  }
  return true;
}

void equations_assign(solver *s) {
  for (uint32_t i = s->solved.count; i-- > 0;) {
    const equation e = s->solved.items[i];
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    evaluator_limbs(s->eval, e.term, limbs);
    if (expr_symbol_width(s->table, e.symbol) <= 64)
      evaluator_assign(s->eval, e.symbol, limbs[0]);
    else evaluator_assign_wide(s->eval, e.symbol, limbs);
  }
}
