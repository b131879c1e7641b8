#include "explore/searcher.h"

#include "base/limits.h"
#include "base/mem.h"
#include "explore/list.h"
#include "explore/tree.h"

#include <assert.h>
#include <string.h>

/* Each in a file of its own: search_NAME.c. */
static const searcher_class *const classes[] = {
  &search_depth, &search_breadth, &search_random, &search_join,
  &search_function, &search_coverage, &search_interleaved, &search_seeking};

void searcher_note_end(searcher *s) {
  s->spent = s->due = 0;
  s->last_end = s->picks;
}

state *searcher_spare(searcher *s) {
  assert(s->count);
  for (uint32_t rank = SEARCHER_RANKS; rank--;)
    if (s->ranks[rank].count) return vec_last(&s->ranks[rank])->state;
  return s->class_of->pick(s);
}

state *searcher_any(const searcher *s) {
  assert(s->count);
  if (s->heap.count) return s->heap.items[s->heap.count - 1];
  if (s->last) return s->last->state;
  const tree_node *n = s->root;
  /* A long path has all that left it beside it: those are near. */
  while (!n->state) n = n->child[!n->child[0]->state];
  return n->state;
}

static void visit_tree(const tree_node *n, void (*visit)(void *, state *),
                       void *context) {
  while (!n->state) {
    visit_tree(n->child[1], visit, context);
    n = n->child[0];
  }
  visit(context, n->state);
}

void searcher_each(const searcher *s, void (*visit)(void *, state *),
                   void *context) {
  for (uint32_t k = 0; k < s->heap.count; k++)
    visit(context, s->heap.items[k]);
  for (const link *l = s->first; l; l = l->after) visit(context, l->state);
  if (s->root) visit_tree(s->root, visit, context);
}

/* Instructions without an ended path until it is set aside: 2.6 ms; it grows by a quarter. */
enum { QUANTUM = SIZED(1 << 18, 1 << 12) };

searcher *searcher_new(const char *name, uint64_t seed) {
  for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
    if (!strcmp(name, classes[k]->name)) {
      searcher *s = mem_zeroed(1, sizeof *s);
      s->class_of = classes[k];
      s->random.state = seed;
      s->quantum = QUANTUM;
      s->order = SEARCHER_NEWEST;
      return s;
    }
  return NULL;
}

bool searcher_wants_guide(const searcher *s) {
  return !s->guide && s->class_of->wants_guide && s->class_of->wants_guide(s);
}

const char *searcher_order_text(const searcher *s) {
  static const char *const texts[SEARCHER_ORDERS] = {
    "along seeds", "newest first", "towards uncovered code", "random paths"};
  return s->class_of->interleaves ? texts[s->order] : NULL;
}

void searcher_free(searcher *s) {
  if (!s) return;
  assert(!s->count);            /* each state is removed before it dies */
  for (uint32_t k = 0; k < s->fresh.count; k++)
    if (!s->fresh.items[k]->state) free(s->fresh.items[k]);
  for (uint32_t k = 0; k < SEARCHER_RANKS; k++) vec_release(&s->ranks[k]);
  vec_release(&s->fresh);
  vec_release(&s->heap);
  free(s);
}
