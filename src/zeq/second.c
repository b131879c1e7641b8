#include "zeq/second.h"

#include "base/limits.h"
#include "expr/varset.h"

#include <string.h>

void zeq_residue_release(zeq_residue *r) {
  vec_release(&r->conjuncts);
  vec_release(&r->slots);
  vec_release(&r->hidden);
}

static bool has(const zeq_residue *r, uint32_t symbol) {
  for (uint32_t k = 0; k < r->hidden.count; k++)
    if (r->hidden.items[k] == symbol) return true;
  return false;
}

static bool take_symbols(expr_table *t, expr e, const zeq_view *view,
                         zeq_residue *r) {
  const varset set = varset_of(t, e);
  const uint32_t count = varset_count(t, set);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(t, set)[k];
    switch (view->look(view->context, symbol).sight) {
    case ZEQ_OBSERVABLE: break;
    case ZEQ_FREE:
      if (!has(r, symbol)) vec_push(&r->hidden, symbol);
      break;
    case ZEQ_RIGID: return false;
    }
  }
  return !expr_has(t, e, EXPR_IS_OPEN | EXPR_HAS_UNINIT);
}

bool zeq_take_residue(expr_table *t, const zeq_constraint *c,
                      const zeq_view *view, zeq_residue *r) {
  *r = (zeq_residue) {0};
  bool is_small = c->conjuncts.count <= limit_zeq_second_conjuncts &&
                  c->slots.count <= limit_zeq_second_slots;
  for (uint32_t k = 0; is_small && k < c->conjuncts.count; k++) {
    is_small = take_symbols(t, c->conjuncts.items[k], view, r);
    vec_push(&r->conjuncts, c->conjuncts.items[k]);
  }
  for (uint32_t k = 0; is_small && k < c->slots.count; k++) {
    is_small = take_symbols(t, c->slots.items[k].term, view, r);
    vec_push(&r->slots, c->slots.items[k]);
  }
  if (is_small && r->hidden.count <= limit_zeq_second_symbols) return true;
  zeq_residue_release(r);
  return false;
}

/* Every value that the left one allows the right one allows, too. */
static bool is_included(expr_table *t, solver *s, const zeq_residue *left,
                        const zeq_residue *right) {
  uint32_t bound[limit_zeq_second_symbols];
  expr apart[limit_zeq_second_symbols],
      claims[limit_zeq_second_conjuncts + limit_zeq_second_slots];
  uint32_t count = 0;
  for (uint32_t k = 0; k < right->hidden.count; k++) {
    const uint32_t symbol = right->hidden.items[k];
    bound[k] = expr_new_symbol(t, SYMBOL_FRESH, expr_symbol_width(t, symbol),
                               "apart");
    apart[k] = expr_symbol(t, bound[k]);
  }
  for (uint32_t k = 0; k < right->conjuncts.count; k++)
    claims[count++] = expr_substitute(t, right->conjuncts.items[k],
                                      right->hidden.items, apart,
                                      right->hidden.count);
  for (uint32_t k = 0; k < right->slots.count; k++) {
    const expr other = expr_substitute(t, right->slots.items[k].term,
                                       right->hidden.items, apart,
                                       right->hidden.count);
    claims[count++] = expr_eq(t, left->slots.items[k].term, other);
  }
  return solver_includes(s, left->conjuncts.items, left->conjuncts.count,
                         claims, count, bound,
                         right->hidden.count) == ANSWER_SAT;
}

static bool same_places(const expr_table *t, const zeq_residue *a,
                        const zeq_residue *b) {
  if (a->slots.count != b->slots.count) return false;
  for (uint32_t k = 0; k < a->slots.count; k++) {
    const zeq_slot *x = a->slots.items + k, *y = b->slots.items + k;
    if (memcmp(x->place, y->place, sizeof x->place) ||
        expr_width(t, x->term) != expr_width(t, y->term))
      return false;
  }
  return true;
}

bool zeq_same_projection(expr_table *t, solver *s, const zeq_residue *a,
                         const zeq_residue *b) {
  return same_places(t, a, b) && is_included(t, s, a, b) &&
         is_included(t, s, b, a);
}
