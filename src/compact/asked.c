#include "compact/asked.h"

#include <assert.h>

/* Whether the term depends on them. */
static bool occurs(const asked *a, expr_table *t, expr e) {
  if (!a->from.count) return false;
  const varset set = varset_of(t, e);
  for (uint32_t k = 0; k < a->from.count; k++)
    if (varset_contains(t, set, a->from.items[k])) return true;
  return false;
}

expr asked_repeat(const asked *a, expr_table *t, expr e) {
  if (!a->from.count) return e;
  return expr_substitute(t, e, a->from.items, a->repeated.items,
                         a->from.count);
}

expr asked_advance(const asked *a, expr_table *t, expr e) {
  if (!a->from.count) return e;
  return expr_substitute(t, e, a->from.items, a->next.items, a->from.count);
}

/* Nothing in the loop reads the carried value. */
static bool is_read(expr_table *t, const iteration *w, const carried_list *l,
                    uint32_t symbol) {
  for (uint32_t k = 0; k < w->condition.count; k++)
    if (carried_uses(t, w->condition.items[k], symbol)) return true;
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items[k].next.id && carried_uses(t, l->items[k].next, symbol))
      return true;
  return false;
}

static bool is_unseen(const asked *a, expr_table *t, const iteration *w,
                      const carried_list *l) {
  for (uint32_t k = 0; k < w->condition.count; k++)
    if (occurs(a, t, w->condition.items[k]) &&
        carried_occurs(t, l, w->condition.items[k]))
      return false;
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items[k].next.id && occurs(a, t, l->items[k].next) &&
        is_read(t, w, l, l->items[k].symbol))
      return false;
  return true;
}

static void add(asked *a, expr_table *t, exec *x, const input *i,
                uint32_t index) {
  const bool is_object = i->kind == INPUT_OBJECT;
  const uint32_t count = is_object ? i->size : 1;
  const unsigned width = is_object ? 8 : 8 * i->size;
  assert(i->size && count);
  const uint32_t next = exec_input_symbol(x, i, index);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t own = expr_new_symbol(
        t, i->kind == INPUT_LAZY ? SYMBOL_FRESH : SYMBOL_INPUT, width, i->name);
    if (!k) vec_push(&a->firsts, own);
    vec_push(&a->from, i->symbol + k);
    vec_push(&a->repeated, expr_symbol(t, own));
    vec_push(&a->next, expr_symbol(t, next + k));
  }
}

bool asked_init(asked *a, exec *x, const iteration *w, const carried_list *l,
                const state *s) {
  expr_table *t = exec_table(x);
  *a = (asked) {0};
  if (!w->asked) return true;
  const input *i = w->end->inputs;
  for (uint32_t k = 0; k < w->asked; k++, i = i->before)
    vec_push(&a->inputs, i);
  assert(a->inputs.count == w->asked);
  for (uint32_t k = 0; k < w->asked / 2; k++) {
    const input *swap = a->inputs.items[k];
    a->inputs.items[k] = a->inputs.items[w->asked - 1 - k];
    a->inputs.items[w->asked - 1 - k] = swap;
  }
  /* The template's own take the first numbers, then comes the iteration
   * after. */
  const uint32_t first = state_input_count(s) + w->asked;
  for (uint32_t k = 0; k < w->asked; k++)
    add(a, t, x, a->inputs.items[k], first + k);
  assert(a->firsts.count == w->asked && a->repeated.count == a->from.count &&
         a->next.count == a->from.count);
  return is_unseen(a, t, w, l);
}

void asked_release(asked *a) {
  vec_release(&a->inputs);
  vec_release(&a->from);
  vec_release(&a->repeated);
  vec_release(&a->next);
  vec_release(&a->firsts);
}
