#include "zeq/graph.h"

#include "base/hash.h"

#include <string.h>

/*
 * The form: slots in their order, then conjuncts, each node once, operands first, named by
 * its number.  A flexible or rigid node is named by order of occurrence.  For independence
 * of handles, operands that commute and conjuncts are ordered by hashes of their structure;
 * equal hashes are ordered by position.  If hashes collide, two equal constraints may get
 * two forms, and nothing else happens.
 */
/* The first word of each entry says what it is. */
enum { WORD_SLOT = 1, WORD_CONJUNCT, WORD_NODE, WORD_TOKEN, WORD_ANY };

static bool is_anonymous(const zeq_node *n) {
  return n->is_flexible || (n->op == EXPR_VAR && n->sight == ZEQ_RIGID);
}

static bool is_swapped(const zeq_core *c, const zeq_node *n) {
  return expr_commutes((expr_op) n->op) &&
         c->nodes.items[n->arg[1]].hash < c->nodes.items[n->arg[0]].hash;
}

/* What is left of the graph ---------------------------------------------- */

/* A conjunct that is flexible and demanded by nobody else can be made true. */
static bool says_nothing(const zeq_core *c, const zeq_root *r) {
  const zeq_node *n = c->nodes.items + r->node;
  return r->is_dropped || (!r->slot && n->is_flexible && n->demands == 1);
}

static void mark_kept(zeq_core *c) {
  for (uint32_t at = 0; at < c->nodes.count; at++)
    c->nodes.items[at].is_kept = false;
  for (uint32_t k = 0; k < c->roots.count; k++)
    if (!says_nothing(c, c->roots.items + k))
      c->nodes.items[c->roots.items[k].node].is_kept = true;
  for (uint32_t at = c->nodes.count; at--;) {
    const zeq_node *n = c->nodes.items + at;
    if (!n->is_kept || is_anonymous(n)) continue;
    for (unsigned k = 0; k < n->arity; k++)
      c->nodes.items[n->arg[k]].is_kept = true;
  }
}

/* Hashes ----------------------------------------------------------------- */

static uint64_t hash_node(const zeq_core *c, const zeq_node *n) {
  const zeq_node *all = c->nodes.items;
  if (is_anonymous(n)) {
    const uint64_t what = n->sight == ZEQ_RIGID ? 3 + n->label : 2;
    return hash_word(hash_word(hash_word(11, n->width), what),
                     n->number ? n->number : n->context);
  }
  uint64_t h = hash_word(hash_word(n->op, n->width),
                         n->op == EXPR_VAR ? n->label : n->imm);
  if (expr_commutes((expr_op) n->op))
    return hash_word(h, all[n->arg[0]].hash + all[n->arg[1]].hash);
  for (unsigned k = 0; k < n->arity; k++) h = hash_word(h, all[n->arg[k]].hash);
  return h;
}

/* A node's position: parents, and operand numbers. */
static void pass_down(zeq_core *c) {
  zeq_node *all = c->nodes.items;
  for (uint32_t at = 0; at < c->nodes.count; at++) all[at].context = 0;
  for (uint32_t k = 0; k < c->roots.count; k++) {
    const zeq_root *r = c->roots.items + k;
    if (!says_nothing(c, r))
      all[r->node].context += hash_word(5, r->slot);
  }
  for (uint32_t at = c->nodes.count; at--;) {
    const zeq_node *n = all + at;
    if (!n->is_kept || is_anonymous(n)) continue;
    const uint64_t here = hash_word(n->hash, n->context);
    for (unsigned k = 0; k < n->arity; k++)
      all[n->arg[k]].context += hash_word(here, expr_commutes((expr_op) n->op) ? 0 : k);
  }
}

static void hash_all(zeq_core *c) {
  for (uint32_t at = 0; at < c->nodes.count; at++) {
    zeq_node *n = c->nodes.items + at;
    if (n->is_kept) n->hash = hash_end(hash_node(c, n));
  }
}

/* Writing ---------------------------------------------------------------- */

static void write_node(zeq_core *c, uint32_t at, zeq_form *out,
                       uint32_t *numbers) {
  zeq_node *n = c->nodes.items + at;
  n->number = ++*numbers;
  if (is_anonymous(n)) {
    vec_push(out, WORD_TOKEN | (uint64_t) n->width << 8 |
                      (uint64_t) (n->sight == ZEQ_RIGID) << 24);
    if (n->sight == ZEQ_RIGID) vec_push(out, n->label);
    return;
  }
  vec_push(out, WORD_NODE | (uint64_t) n->width << 8 | (uint64_t) n->op << 24);
  vec_push(out, n->op == EXPR_VAR ? n->label : n->imm);
  const bool swaps = is_swapped(c, n);
  for (unsigned k = 0; k < n->arity; k++)
    vec_push(out, c->nodes.items[n->arg[swaps ? 1 - k : k]].number);
}

static void write_root(zeq_core *c, const zeq_constraint *from,
                       const zeq_root *r, zeq_form *out, uint32_t *numbers) {
  vec_clear(&c->work);
  vec_push(&c->work, r->node);
  while (c->work.count) {
    const uint32_t at = vec_last(&c->work);
    const zeq_node *n = c->nodes.items + at;
    bool is_ready = true;
    if (!n->number) {
      const bool swaps = is_swapped(c, n);
      /* The last one pushed is written first. */
      for (unsigned k = is_anonymous(n) ? 0 : n->arity; k--;) {
        const uint32_t below = n->arg[swaps ? 1 - k : k];
        if (c->nodes.items[below].number) continue;
        vec_push(&c->work, below);
        is_ready = false;
      }
      if (is_ready) write_node(c, at, out, numbers);
    }
    if (is_ready) c->work.count--;
  }
  vec_push(out, r->slot ? WORD_SLOT : WORD_CONJUNCT);
  for (unsigned k = 0; r->slot && k < 2; k++)
    vec_push(out, from->slots.items[r->slot - 1].place[k]);
  vec_push(out, c->nodes.items[r->node].number);
}

/* Any value, and nobody else's: a slot needs no node for that. */
static void write_any(const zeq_slot *s, unsigned width, zeq_form *out) {
  vec_push(out, WORD_ANY | (uint64_t) width << 8);
  vec_push(out, s->place[0]);
  vec_push(out, s->place[1]);
}

static bool is_any(const zeq_core *c, const zeq_root *r) {
  const zeq_node *n = c->nodes.items + r->node;
  return n->is_flexible && n->demands == 1;
}

/* Roots of slots come first, in slot order. */
static void write_slots(zeq_core *c, const zeq_constraint *from,
                        zeq_form *out, uint32_t *numbers) {
  uint32_t root = 0;
  for (uint32_t k = 0; k < from->slots.count; k++) {
    const zeq_slot *s = from->slots.items + k;
    if (s->is_any) {
      write_any(s, expr_width(c->table, s->term), out);
      continue;
    }
    const zeq_root *r = c->roots.items + root++;
    if (is_any(c, r)) write_any(s, c->nodes.items[r->node].width, out);
    else write_root(c, from, r, out, numbers);
  }
}

static int by_hash(const void *a, const void *b) {
  const zeq_place *x = a, *y = b;
  if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
  return x->root < y->root ? -1 : x->root > y->root;
}

static void hash_by_place(zeq_core *c, unsigned rounds) {
  hash_all(c);
  for (unsigned round = 0; round < rounds; round++) {
    pass_down(c);
    hash_all(c);
  }
}

/* The conjuncts from this one on, by their hashes. */
static void sort_from(zeq_core *c, uint32_t first) {
  for (uint32_t k = first; k < c->order.count; k++) {
    zeq_place *p = c->order.items + k;
    p->hash = c->nodes.items[c->roots.items[p->root].node].hash;
  }
  if (first < c->order.count)
    qsort(c->order.items + first, c->order.count - first,
          sizeof *c->order.items, by_hash);
}

/* Rounds of hashing symbols by where they occur: three see the neighbours of a neighbour's
 * neighbours.  Ties of conjuncts are broken one by one, a round each, for at most 8 rounds more;
 * beyond them equal states may be kept apart. */
enum { PLACE_ROUNDS = 3, MOST_TIES = 8 };

static void write_form(zeq_core *c, const zeq_constraint *from, zeq_form *out) {
  mark_kept(c);
  for (uint32_t at = 0; at < c->nodes.count; at++)
    c->nodes.items[at].context = c->nodes.items[at].number = 0;
  hash_by_place(c, PLACE_ROUNDS);
  uint32_t numbers = 0;
  vec_clear(&c->order);
  write_slots(c, from, out, &numbers);
  for (uint32_t k = 0; k < c->roots.count; k++) {
    const zeq_root *r = c->roots.items + k;
    if (!r->slot && !says_nothing(c, r))
      vec_push(&c->order, ((zeq_place) {.root = k}));
  }
  sort_from(c, 0);
  unsigned ties = 0;
  for (uint32_t k = 0; k < c->order.count; k++) {
    const zeq_place at = c->order.items[k];
    write_root(c, from, c->roots.items + at.root, out, &numbers);
    if (k + 1 == c->order.count || c->order.items[k + 1].hash != at.hash ||
        ties == MOST_TIES)
      continue;
    ties++;
    hash_by_place(c, 1);
    sort_from(c, k + 1);
  }
}

void zeq_append_form(zeq_core *c, const zeq_constraint *from,
                     const zeq_view *view, zeq_form *out) {
  zeq_flatten(c, from);
  zeq_simplify(c);
  zeq_build(c, from, view);
  zeq_annotate(c);
  write_form(c, from, out);
}
