#include "zeq/encode.h"

#include "base/checks.h"
#include "base/fatal.h"
#include "expr/varset.h"
#include "zeq/fields.h"

#include <assert.h>

/*
 * Conjuncts that can still matter.  A mention of a symbol comes from a register or from
 * memory.  If the symbols of some conjuncts were all born inside the call, and no remaining
 * part mentions them, no future part will: the path is feasible, so these conjuncts hold
 * for some values, and no caller learns from them.  They are dropped here and from then on,
 * so a comparison costs the open conjuncts, not the length of the path.
 *
 * Groups are found by union of common symbols of conjuncts.
 */

static uint32_t *parent_of(zeq_encoder *e, uint32_t symbol) {
  while (e->groups.count <= symbol)
    vec_push(&e->groups, ((zeq_group) {0}));
  zeq_group *g = e->groups.items + symbol;
  if (g->stamp != e->stamp) *g = (zeq_group) {.stamp = e->stamp,
                                              .parent = symbol};
  return &g->parent;
}

static uint32_t group_of(zeq_encoder *e, uint32_t symbol) {
  uint32_t *up = parent_of(e, symbol);
  while (*up != symbol) {
    *up = *parent_of(e, *up);
    symbol = *up;
    up = parent_of(e, symbol);
  }
  return symbol;
}

static void show(zeq_encoder *e, uint32_t symbol) {
  const uint32_t group = group_of(e, symbol);   /* may move them */
  e->groups.items[group].is_seen = true;
}

static void use(zeq_encoder *e, expr term, uint32_t times) {
  const varset set = varset_of(e->t, term);
  const uint32_t count = varset_count(e->t, set);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(e->t, set)[k];
    parent_of(e, symbol);
    e->groups.items[symbol].uses += times;
  }
}

/* Slots that are an unshared free symbol: unread input mostly. */
static void find_any(zeq_encoder *e) {
  for (uint32_t k = 0; k < e->constraint.slots.count; k++) {
    const expr term = e->constraint.slots.items[k].term;
    use(e, term, expr_get(e->t, term).op == EXPR_VAR ? 1 : 2);
  }
  for (uint32_t k = 0; k < e->open.count; k++)
    use(e, e->open.items[k].conjunct, 2);
  for (uint32_t k = 0; k < e->constraint.slots.count; k++) {
    zeq_slot *s = e->constraint.slots.items + k;
    const expr_node n = expr_get(e->t, s->term);
    s->is_any = n.op == EXPR_VAR &&
                e->groups.items[n.imm].uses == 1 &&
                zeq_look(e, (uint32_t) n.imm).sight == ZEQ_FREE;
  }
}

static void unite(zeq_encoder *e, uint32_t a, uint32_t b) {
  a = group_of(e, a);
  b = group_of(e, b);
  if (a == b) return;
  e->groups.items[a].parent = b;
  e->groups.items[b].is_seen |= e->groups.items[a].is_seen;
}

/* The symbols of a conjunct are one group, visible if one symbol is. */
static void unite_all(zeq_encoder *e, expr conjunct) {
  const varset set = varset_of(e->t, conjunct);
  const uint32_t count = varset_count(e->t, set);
  const uint32_t *symbols = varset_symbols(e->t, set);
  uint32_t first = UINT32_MAX;
  bool is_seen = false;
  for (uint32_t k = 0; k < count; k++) {
    if (!zeq_is_born(e, symbols[k])) is_seen = true;
    else if (first == UINT32_MAX) first = symbols[k];
    else unite(e, first, symbols[k]);
  }
  if (is_seen && first != UINT32_MAX) show(e, first);
}

static bool is_open(zeq_encoder *e, expr conjunct) {
  const varset set = varset_of(e->t, conjunct);
  const uint32_t count = varset_count(e->t, set);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(e->t, set)[k];
    if (!zeq_is_born(e, symbol)) return true;
    const uint32_t group = group_of(e, symbol);
    if (e->groups.items[group].is_seen) return true;
  }
  return !count;
}

/* Open conjuncts since the call, oldest first; earlier conjuncts stay below. */
static open_conjunct *collect(zeq_encoder *e, const state *s, uint32_t first) {
  open_conjunct *below = zeq_of(s)->open;
  vec_clear(&e->open);
  for (; below && below->number >= first; below = below->before)
    vec_push(&e->open, ((numbered) {below->number, below->conjunct}));
  for (uint32_t i = 0, j = e->open.count; i + 1 < j--; i++) {
    const numbered n = e->open.items[i];
    e->open.items[i] = e->open.items[j];
    e->open.items[j] = n;
  }
  assert(!e->open.count || e->open.items[0].number >= first);
  const uint32_t closed = zeq_of(s)->open_count;
  const uint32_t known = closed > first ? closed : first;
  const uint32_t count = path_count(&s->path) - known;
  vec_clear(&e->terms);
  vec_reserve(&e->terms, count);
  path_conjuncts_from(&s->path, known, e->terms.items);
  for (uint32_t k = 0; k < count; k++)
    vec_push(&e->open, ((numbered) {known + k, e->terms.items[k]}));
  return below;
}

static void push(state *s, numbered n) {
  assert(!zeq_of(s)->open || zeq_of(s)->open->number < n.number);
  open_conjunct *new = mem_resize(NULL, 1, sizeof *new);
  *new = (open_conjunct) {.refs = 1, .number = n.number,
                          .conjunct = n.conjunct, .before = zeq_of(s)->open};
  zeq_of(s)->open = new;
}

/* The state's list becomes the open conjuncts: from before the call, and these. */
static void keep(zeq_encoder *e, state *s, open_conjunct *below,
                 uint32_t first) {
  open_conjunct *old = zeq_of(s)->open;
  assert(!below || (below->refs && below->number < first));
  if (below) below->refs++;
  zeq_of(s)->open = below;
  /* Conjuncts between, closed by no call yet. */
  if (zeq_of(s)->open_count < first) {
    const uint32_t count = first - zeq_of(s)->open_count;
    vec_clear(&e->terms);
    vec_reserve(&e->terms, path_count(&s->path) - zeq_of(s)->open_count);
    path_conjuncts_from(&s->path, zeq_of(s)->open_count, e->terms.items);
    for (uint32_t k = 0; k < count; k++)
      push(s, (numbered) {zeq_of(s)->open_count + k, e->terms.items[k]});
  }
  for (uint32_t k = 0; k < e->open.count; k++) push(s, e->open.items[k]);
  zeq_of(s)->open_count = path_count(&s->path);
  open_release(old);
}

/* No symbol of what is left out is known outside, or in a slot or conjunct that is not. */
static void check_left_out(zeq_encoder *e, const state *s, uint32_t first, uint32_t before) {
  idmap kept = {0}, shown = {0};
  uint32_t left_out = 0;
  for (uint32_t k = 0; k < e->open.count + e->constraint.slots.count; k++) {
    const expr term = k < e->open.count
        ? e->open.items[k].conjunct : e->constraint.slots.items[k - e->open.count].term;
    const varset set = varset_of(e->t, term);
    if (k < e->open.count) *idmap_at(&kept, e->open.items[k].number + 1) = 1;
    for (uint32_t i = 0; i < varset_count(e->t, set); i++)
      *idmap_at(&shown, (uint64_t) varset_symbols(e->t, set)[i] + 1) = 1;
  }
  const uint32_t count = path_count(&s->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(&s->path, all);
  const uint32_t closed = zeq_of(s)->open_count;
  for (uint32_t k = closed > first ? closed : first; k < count; k++) {
    const varset set = varset_of(e->t, all[k]);
    if (idmap_find(&kept, (uint64_t) k + 1)) continue;
    left_out++;
    for (uint32_t i = 0; i < varset_count(e->t, set); i++) {
      const uint32_t symbol = varset_symbols(e->t, set)[i];
      if (!zeq_is_born(e, symbol) || idmap_find(&shown, (uint64_t) symbol + 1))
        fatal("conjunct %u of a path is left out of a form, but can be seen", k);
    }
  }
  if (left_out > before) fatal("%u conjuncts of %u are left out of a form", left_out, before);
  free(all);
  idmap_release(&kept);
  idmap_release(&shown);
}

void zeq_take_conjuncts(zeq_encoder *e, state *s) {
  const uint32_t first = e->event->conjuncts;
  assert(first <= path_count(&s->path) && zeq_of(s)->open_count <= path_count(&s->path));
  open_conjunct *below = collect(e, s, first);
  e->constraint.is_feasible = !s->path.uncertain;
  if (e->constraint.is_feasible) {
    const uint32_t before = e->open.count;
    uint32_t kept = 0;
    for (uint32_t k = 0; k < e->constraint.slots.count; k++) {
      const varset set = varset_of(e->t, e->constraint.slots.items[k].term);
      const uint32_t count = varset_count(e->t, set);
      for (uint32_t i = 0; i < count; i++)
        show(e, varset_symbols(e->t, set)[i]);
    }
    for (uint32_t k = 0; k < before; k++)
      unite_all(e, e->open.items[k].conjunct);
    for (uint32_t k = 0; k < before; k++)
      if (is_open(e, e->open.items[k].conjunct))
        e->open.items[kept++] = e->open.items[k];
    e->open.count = kept;
    if (CHECKS_ARE_ON) check_left_out(e, s, first, before);
    if (kept < before) keep(e, s, below, first);
  }
  for (uint32_t k = 0; k < e->open.count; k++)
    vec_push(&e->constraint.conjuncts, e->open.items[k].conjunct);
  find_any(e);
}
