#include "explore/history.h"

#include "base/limits.h"
#include "explore/fields.h"

#include <assert.h>
#include <string.h>

static const struct { const char *text, *sentence; } kinds[] = {
#define HISTORY(NAME, TEXT, SENTENCE) {TEXT, SENTENCE},
#include "explore/history.def"
};

const char *history_text(history_kind k) {
  assert(k < HISTORY_KINDS);
  return kinds[k].text;
}
const char *history_sentence(history_kind k) {
  assert(k < HISTORY_KINDS);
  return kinds[k].sentence;
}

bool history_find(const char *text, history_kind *kind) {
  for (unsigned k = 0; k < HISTORY_KINDS; k++)
    if (!strcmp(kinds[k].text, text)) {
      *kind = (history_kind) k;
      return true;
    }
  return false;
}

void history_release(history *r) {
  vec_release(&r->nodes);
  vec_release(&r->edges);
  vec_release(&r->levels);
  vec_release(&r->places);
  *r = (history) {0};
}

#define COPY(TO, FROM) \
  do { \
    vec_reserve((TO), (FROM)->count); \
    if ((FROM)->count) \
      memcpy((TO)->items, (FROM)->items, \
             (FROM)->count * sizeof *(FROM)->items); \
    (TO)->count = (FROM)->count; \
  } while (0)

void history_copy(history *r, const history *from) {
  COPY(&r->nodes, &from->nodes);
  COPY(&r->edges, &from->edges);
  COPY(&r->levels, &from->levels);
  COPY(&r->places, &from->places);
  r->deep = from->deep;
  r->bugs = from->bugs;
  memcpy(r->totals, from->totals, sizeof r->totals);
}

/* Where the state is, as the user sees it: libraries are looked through. */
static history_node node_at(history_kind kind, const state *s) {
  history_node n = {.kind = kind, .instructions = s->instructions};
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

/* The drawn graph: nodes at one depth, wide levels, nodes below them, and more nodes for bugs.
 * Together at most 64 * 32 + 2,048 + 128: a tenth of the points that its layout sorts
 * (MAX_KNOTS in page/history_layout.c), so that edges over ten levels have room. */
enum {
  GRAPH_WIDTH = SIZED(64, 2),
  GRAPH_SHALLOW = SIZED(32, 3),
  GRAPH_DEEP = SIZED(2048, 5),
  GRAPH_BUGS = SIZED(128, 1)
};

static bool takes_room(history *r, uint32_t depth, bool is_bug) {
  while (r->levels.count <= depth) vec_push(&r->levels, 0);
  uint32_t *level = r->levels.items + depth;
  if (*level < GRAPH_WIDTH &&
      (depth < GRAPH_SHALLOW || r->deep < GRAPH_DEEP)) {
    r->deep += depth >= GRAPH_SHALLOW;
    ++*level;
    return true;
  }
  /* A bug is what people look for: it is shown a while longer. */
  if (!is_bug || r->bugs >= GRAPH_BUGS) return false;
  r->bugs++;
  return true;
}

static void tie(history *r, uint32_t from, uint32_t to) {
  assert(from < r->nodes.count && to < r->nodes.count && from != to);
  history_node *below = r->nodes.items + to;
  const uint32_t depth = r->nodes.items[from].depth + 1;
  if (below->depth < depth) below->depth = depth;
  r->nodes.items[from].children++;
  vec_push(&r->edges, ((history_edge) {from, to}));
}

static void count(history *r, const history_node *n) {
  const history_place none = {0};
  r->totals[n->kind]++;
  while (r->places.count <= n->place) vec_push(&r->places, none);
  r->places.items[n->place].function = n->function;
  r->places.items[n->place].counts[n->kind]++;
}

/* The new node below the old one, or the old one, which then counts it. */
static uint32_t add(history *r, history_node n, uint32_t from) {
  const bool is_bug = n.kind == HISTORY_END &&
                      outcome_class_of(n.end) == OUTCOME_CLASS_BUG;
  history_node *above = r->nodes.items + from;
  assert(from < r->nodes.count && n.kind < HISTORY_KINDS);
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

void history_start(history *r, state *s) {
  vec_clear(&r->nodes);
  vec_clear(&r->edges);
  vec_clear(&r->levels);
  vec_clear(&r->places);
  *r = (history) {.nodes = r->nodes, .edges = r->edges, .levels = r->levels,
                  .places = r->places};
  r->totals[HISTORY_START] = 1;
  vec_push(&r->nodes, node_at(HISTORY_START, s));
  explore_of(s)->node = 0;
}

/* Whether nothing came after the node, not even what has no room. */
static bool is_last(const history_node *n) {
  uint64_t hidden = 0;
  for (unsigned k = 0; k < HISTORY_KINDS; k++) hidden += n->hidden[k];
  return !n->children && !hidden;
}

/* A switch hands its cases on one by one: all of them split at one node. */
void history_split(history *r, state *child, state *parent) {
  const history_node n = node_at(HISTORY_SPLIT, parent);
  const history_node *last = r->nodes.items + explore_of(parent)->node;
  const bool is_same = last->kind == HISTORY_SPLIT && is_last(last) &&
                       last->place == n.place && last->function == n.function &&
                       last->instructions == n.instructions;
  if (is_same) count(r, &n);
  else explore_of(parent)->node = add(r, n, explore_of(parent)->node);
  explore_of(child)->node = explore_of(parent)->node;
}

/* Several states that meet at once are joined one by one: that is one node, as
 * long as nothing else has come of it. */
static bool extends(history *r, history_node n, uint32_t join, uint32_t other) {
  const history_node *last = r->nodes.items + join;
  if (last->kind != HISTORY_JOIN || join == other || !is_last(last) ||
      last->place != n.place || last->function != n.function)
    return false;
  count(r, &n);
  tie(r, other, join);
  return true;
}

void history_join(history *r, state *joined, const state *a, const state *b) {
  const history_node n = node_at(HISTORY_JOIN, joined);
  const uint32_t left = explore_of(a)->node, right = explore_of(b)->node;
  uint32_t *to = &explore_of(joined)->node;
  if (extends(r, n, left, right)) {
    *to = left;
    return;
  }
  if (extends(r, n, right, left)) {
    *to = right;
    return;
  }
  assert(left < r->nodes.count && right < r->nodes.count);
  const bool left_is_deeper =
      r->nodes.items[left].depth > r->nodes.items[right].depth;
  const uint32_t first = left_is_deeper ? left : right;
  const uint32_t second = left_is_deeper ? right : left;
  *to = add(r, n, first);
  if (*to != first) tie(r, second, *to);
}

void history_note(history *r, history_kind kind, state *s) {
  explore_of(s)->node = add(r, node_at(kind, s), explore_of(s)->node);
}

void history_drop(history *r, history_kind kind, const state *s) {
  add(r, node_at(kind, s), explore_of(s)->node);
}

void history_end(history *r, const state *s, const ending *end) {
  history_node n = node_at(HISTORY_END, s);
  n.end = end->kind;
  if (end->place) n.place = end->place;
  if (end->function && !end->function->is_library) n.function = end->function;
  add(r, n, explore_of(s)->node);
}
