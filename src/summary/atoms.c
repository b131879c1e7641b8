#include "expr/varset.h"
#include "summary/internal.h"

#include <assert.h>

/* The group of an atom: those that compare a term with a number are of one with
 * those whose last symbol is the same, those that compare the same two terms are
 * of one, too.  NULL: it is alone. */
static uint32_t *find_group(summaries *s, const fact *f) {
  if (f->kind == FACT_INTERVAL) {
    const varset set = varset_of(s->t, f->x);
    const uint32_t last =
        varset_symbols(s->t, set)[varset_count(s->t, set) - 1];
    while (s->groups.count <= last) vec_push(&s->groups, 0);
    return s->groups.items + last;
  }
  if (f->kind == FACT_ORDER) {
    bool is_new;
    const uint32_t pair = keys_add(&s->pairs, f->x.id, f->y.id, 0, &is_new);
    if (is_new) vec_push(&s->pair_groups, 0);
    return s->pair_groups.items + pair;
  }
  return NULL;
}

/* The order of atoms: groups in the order of first use, and so within a group.
 * So a diagram of a program that reads its input from left to right has the
 * shape of the automaton that it is, however late a question about an early
 * input comes up; and atoms that decide each other are of one group, so nobody
 * looks for them further down.  A new atom may take its place between others: no
 * diagram has it yet, so all stay ordered. */
static uint64_t new_level(summaries *s, expr atom) {
  const fact f = fact_of(s->t, atom);
  uint32_t alone = 0, *group = find_group(s, &f);
  if (!group) group = &alone;
  if (!*group) *group = ++s->group_count;
  vec_push(&s->facts, f);
  vec_push(&s->terms, atom);
  s->stats.atoms++;
  assert(s->terms.count == s->atoms + 1 && s->facts.count == s->terms.count);
  return (uint64_t) *group << 32 | ++s->atoms;
}

uint64_t summary_number(summaries *s, expr atom) {
  while (s->level.count <= atom.id) vec_push(&s->level, 0);
  assert(expr_width(s->t, atom) == 1 && !expr_is_const(s->t, atom));
  uint64_t *level = s->level.items + atom.id;
  if (!*level) *level = new_level(s, atom);
  return *level;
}

uint64_t summary_support(summaries *s, expr e) {
  const expr_node *n = *s->nodes + e.id;
  if (is_shifted(s, n)) e = n->arg[0];
  const place p = place_of(s, ref_of(e));
  if (p.level == LEAF) return 0;
  while (s->support.count <= e.id) vec_push(&s->support, 0);
  if (!s->support.items[e.id]) {
    const uint64_t below =
        summary_support(s, (expr) {p.then.id}) |
        summary_support(s, (expr) {p.other.id});
    const fact *f = fact_at(s, p.level);
    s->support.items[e.id] =
        below | UINT64_C(1) << group_of(p.level) % 62 |
        (f->kind == FACT_INTERVAL && !f->is_point ? support_bounds : 0);
  }
  return s->support.items[e.id];
}
