#include "explore/strands.h"

#include "base/limits.h"
#include "explore/part.h"

#include <string.h>

static const struct { const char *text, *sentence; } kinds[] = {
#define STRAND(NAME, TEXT, SENTENCE) {TEXT, SENTENCE},
#include "explore/strands.def"
};

const char *strand_text(strand_kind k) { return kinds[k].text; }
const char *strand_sentence(strand_kind k) { return kinds[k].sentence; }

bool strand_find(const char *text, strand_kind *kind) {
  for (unsigned k = 0; k < STRAND_KINDS; k++)
    if (!strcmp(kinds[k].text, text)) {
      *kind = (strand_kind) k;
      return true;
    }
  return false;
}

void strands_release(strands *r) {
  vec_release(&r->nodes);
  vec_release(&r->edges);
  vec_release(&r->levels);
  vec_release(&r->places);
  *r = (strands) {0};
}

#define COPY(TO, FROM) \
  do { \
    vec_reserve((TO), (FROM)->count); \
    if ((FROM)->count) \
      memcpy((TO)->items, (FROM)->items, \
             (FROM)->count * sizeof *(FROM)->items); \
    (TO)->count = (FROM)->count; \
  } while (0)

void strands_copy(strands *r, const strands *from) {
  COPY(&r->nodes, &from->nodes);
  COPY(&r->edges, &from->edges);
  COPY(&r->levels, &from->levels);
  COPY(&r->places, &from->places);
  r->deep = from->deep;
  r->bugs = from->bugs;
  memcpy(r->totals, from->totals, sizeof r->totals);
}

/* Where the state is, as the user sees it: libraries are looked through. */
static strand_node node_at(strand_kind kind, const state *s) {
  strand_node n = {.kind = kind, .instructions = s->instructions};
  uint32_t pc = s->pc;
  for (const frame *f = s->top; f; pc = f->resume, f = f->caller) {
    if (!f->function->is_library) {
      n.function = f->function;
      if (pc < f->function->insn_count)
        n.place = f->function->insns[pc].place;
      break;
    }
    if (f->resume == UINT32_MAX) break;
  }
  return n;
}

static bool takes_room(strands *r, uint32_t depth, bool is_bug) {
  while (r->levels.count <= depth) vec_push(&r->levels, 0);
  uint32_t *level = r->levels.items + depth;
  if (*level < limits.explore_graph_width &&
      (depth < limits.explore_graph_shallow || r->deep < limits.explore_graph_deep)) {
    r->deep += depth >= limits.explore_graph_shallow;
    ++*level;
    return true;
  }
  /* A bug is what people look for: it is shown a while longer. */
  if (!is_bug || r->bugs >= limits.explore_graph_bugs) return false;
  r->bugs++;
  return true;
}

static void tie(strands *r, uint32_t from, uint32_t to) {
  strand_node *below = r->nodes.items + to;
  const uint32_t depth = r->nodes.items[from].depth + 1;
  if (below->depth < depth) below->depth = depth;
  r->nodes.items[from].children++;
  vec_push(&r->edges, ((strand_edge) {from, to}));
}

static void count(strands *r, const strand_node *n) {
  const strand_place none = {0};
  r->totals[n->kind]++;
  while (r->places.count <= n->place) vec_push(&r->places, none);
  r->places.items[n->place].function = n->function;
  r->places.items[n->place].counts[n->kind]++;
}

/* The new node below the old one, or the old one, which then counts it. */
static uint32_t add(strands *r, strand_node n, uint32_t from) {
  const bool is_bug = n.kind == STRAND_END &&
                      outcome_class_of(n.end) == OUTCOME_CLASS_BUG;
  strand_node *above = r->nodes.items + from;
  count(r, &n);
  n.depth = above->depth + 1;
  if (!takes_room(r, n.depth, is_bug)) {
    above->hidden[n.kind]++;
    above->hidden_bugs += is_bug;
    return from;
  }
  vec_push(&r->nodes, n);
  tie(r, from, r->nodes.count - 1);
  return r->nodes.count - 1;
}

void strands_start(strands *r, state *s) {
  vec_clear(&r->nodes);
  vec_clear(&r->edges);
  vec_clear(&r->levels);
  vec_clear(&r->places);
  *r = (strands) {.nodes = r->nodes, .edges = r->edges, .levels = r->levels,
                  .places = r->places};
  r->totals[STRAND_START] = 1;
  vec_push(&r->nodes, node_at(STRAND_START, s));
  explore_of(s)->strand = 0;
}

/* Whether nothing came after the node, not even what has no room. */
static bool is_last(const strand_node *n) {
  uint64_t hidden = 0;
  for (unsigned k = 0; k < STRAND_KINDS; k++) hidden += n->hidden[k];
  return !n->children && !hidden;
}

/* A switch hands its cases on one by one: all of them split at one node. */
void strands_split(strands *r, state *child, state *parent) {
  const strand_node n = node_at(STRAND_SPLIT, parent);
  const strand_node *last = r->nodes.items + explore_of(parent)->strand;
  const bool is_same = last->kind == STRAND_SPLIT && is_last(last) &&
                       last->place == n.place && last->function == n.function &&
                       last->instructions == n.instructions;
  if (is_same) count(r, &n);
  else explore_of(parent)->strand = add(r, n, explore_of(parent)->strand);
  explore_of(child)->strand = explore_of(parent)->strand;
}

/* Several states that meet at once are joined one by one: that is one node, as
 * long as nothing else has come of it. */
static bool extends(strands *r, strand_node n, uint32_t join, uint32_t other) {
  const strand_node *last = r->nodes.items + join;
  if (last->kind != STRAND_JOIN || join == other || !is_last(last) ||
      last->place != n.place || last->function != n.function)
    return false;
  count(r, &n);
  tie(r, other, join);
  return true;
}

void strands_join(strands *r, state *joined, const state *a, const state *b) {
  const strand_node n = node_at(STRAND_JOIN, joined);
  const uint32_t left = explore_of(a)->strand, right = explore_of(b)->strand;
  uint32_t *to = &explore_of(joined)->strand;
  if (extends(r, n, left, right)) {
    *to = left;
    return;
  }
  if (extends(r, n, right, left)) {
    *to = right;
    return;
  }
  const bool left_is_deeper =
      r->nodes.items[left].depth > r->nodes.items[right].depth;
  const uint32_t first = left_is_deeper ? left : right;
  const uint32_t second = left_is_deeper ? right : left;
  *to = add(r, n, first);
  if (*to != first) tie(r, second, *to);
}

void strands_note(strands *r, strand_kind kind, state *s) {
  explore_of(s)->strand = add(r, node_at(kind, s), explore_of(s)->strand);
}

void strands_drop(strands *r, strand_kind kind, const state *s) {
  add(r, node_at(kind, s), explore_of(s)->strand);
}

void strands_end(strands *r, const state *s, const ending *end) {
  strand_node n = node_at(STRAND_END, s);
  n.end = end->kind;
  if (end->place) n.place = end->place;
  if (end->function && !end->function->is_library) n.function = end->function;
  add(r, n, explore_of(s)->strand);
}
