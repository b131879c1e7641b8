#include "explore/searcher.h"

#include "base/limits.h"
#include "base/mem.h"
#include "explore/part.h"
#include "explore/tree.h"

#include <string.h>

/* Depth and breadth first: a list --------------------------------------- */

typedef struct link {
  state *state;
  struct link *before, *after;
  uint64_t seen;                /* of its instructions */
} link;

static void append(searcher *s, link *l) {
  l->before = s->last;
  l->after = NULL;
  if (s->last) s->last->after = l;
  else s->first = l;
  s->last = l;
}

static void unlink_from(searcher *s, link *l) {
  if (l->before) l->before->after = l->after;
  else s->first = l->after;
  if (l->after) l->after->before = l->before;
  else s->last = l->before;
}

static void list_add(searcher *s, state *added, const state *parent) {
  (void) parent;
  link *l = mem_zeroed(1, sizeof *l);
  l->state = added;
  l->seen = added->instructions;
  explore_of(added)->schedule = l;
  append(s, l);
  s->count++;
}

/* The running state stays last, so that it goes on. */
static void depth_add(searcher *s, state *added, const state *parent) {
  list_add(s, added, parent);
  if (!parent || !explore_of(parent)->schedule) return;
  unlink_from(s, explore_of(parent)->schedule);
  append(s, explore_of(parent)->schedule);
}

static void list_remove(searcher *s, state *gone) {
  unlink_from(s, explore_of(gone)->schedule);
  free(explore_of(gone)->schedule);
  explore_of(gone)->schedule = NULL;
  s->count--;
}

/* A path may never end: a loop in a library that turns as often as an input says,
 * a recursion without bottom, a callee that waits for ever.  When nobody has ended
 * for so long, it is set aside, and comes again when the others have ended or were
 * set aside, too.  The next one may run a quarter longer: so however long paths are,
 * one of them ends after some times its own length, and a score that never end do
 * not hold up the next. */
static void set_aside(searcher *s) {
  link *l = s->last;
  unlink_from(s, l);
  l->before = NULL;
  l->after = s->first;
  s->first->before = l;
  s->first = l;
  s->spent = 0;
  s->quantum += s->quantum / 4;
}

static state *pick_last(searcher *s) {
  if (s->spent > s->quantum && s->count > 1) set_aside(s);
  return s->last->state;
}

static void spend(searcher *s, state *ran) {
  link *l = explore_of(ran)->schedule;
  s->spent += limits.explore_slice_cost + (ran->instructions - l->seen);
  l->seen = ran->instructions;
}

static state *pick_first(searcher *s) { return s->first->state; }
static void stay(searcher *s, state *ran) { (void) s; (void) ran; }

static void to_the_end(searcher *s, state *ran) {
  unlink_from(s, explore_of(ran)->schedule);
  append(s, explore_of(ran)->schedule);
}

/* Join order: a heap ----------------------------------------------------- */

/* Where a state stands in one of its frames: the instruction that it executes
 * there or whose call it is in. */
typedef struct spot {
  const frame *frame;
  uint32_t pc;
} spot;

static spot caller_of(spot s) {
  const frame *f = s.frame;
  return (spot) {f->caller, f->resume == UINT32_MAX ? f->restart : f->resume};
}

static uint64_t position(spot s) {
  const ir_function *f = s.frame->function;
  const uint32_t pc = s.pc < f->insn_count ? s.pc : f->insn_count - 1;
  return (uint64_t) f->blocks[f->insns[pc].block].order << 32 | pc;
}

/* Negative: a comes first.  Frames from the bottom: the first in which they
 * stand at different places decides; else the deeper one goes first, since the
 * other is where it will return to. */
static int compare(const state *a, const state *b) {
  spot p = {a->top, a->pc}, q = {b->top, b->pc};
  while (p.frame->depth > q.frame->depth) p = caller_of(p);
  while (q.frame->depth > p.frame->depth) q = caller_of(q);
  int lowest = a->top->depth > b->top->depth   ? -1
               : a->top->depth < b->top->depth ? 1
                                               : 0;
  /* Downwards, so that the last difference met is the lowest; equal stacks have
   * none. */
  for (;;) {
    const uint64_t at = position(p), with = position(q);
    if (at != with) lowest = at < with ? -1 : 1;
    if (p.frame == q.frame || !p.frame->depth ||
        p.frame->stack == q.frame->stack)
      return lowest;
    p = caller_of(p);
    q = caller_of(q);
  }
}

bool searcher_is_level(const state *a, const state *b) {
  return a->top->depth == b->top->depth && !compare(a, b);
}

/* Of those at one place whoever has not run into the end of its annotated block yet
 * comes first, so that nobody goes on from there before all that will be joined
 * wait; then the longest path: it has most in common with the next, so joins undo
 * forks from the last one on, and what tells two states apart is the condition of
 * a single fork. */
static int order(const state *a, const state *b) {
  const int place = compare(a, b);
  if (place) return place;
  if (a->waits != b->waits) return a->waits ? 1 : -1;
  const uint32_t m = path_count(&a->path), n = path_count(&b->path);
  return m > n ? -1 : m < n;
}

/* A state's place in the heap is its `schedule`, plus one. */
static void put(searcher *s, uint32_t at, state *moved) {
  s->heap.items[at] = moved;
  explore_of(moved)->schedule = (void *) (uintptr_t) (at + 1);
}

static void sift_up(searcher *s, uint32_t at, state *moved) {
  while (at && order(moved, s->heap.items[(at - 1) / 2]) < 0) {
    put(s, at, s->heap.items[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  put(s, at, moved);
}

static void sift_down(searcher *s, uint32_t at, state *moved) {
  for (;;) {
    uint32_t child = 2 * at + 1;
    if (child >= s->heap.count) break;
    if (child + 1 < s->heap.count &&
        order(s->heap.items[child + 1], s->heap.items[child]) < 0)
      child++;
    if (order(s->heap.items[child], moved) >= 0) break;
    put(s, at, s->heap.items[child]);
    at = child;
  }
  put(s, at, moved);
}

/* Two of the three at the top of the heap are the first two. */
state *searcher_next_level(const searcher *s, const state *a) {
  state *next = NULL;
  for (uint32_t k = 0; k < s->heap.count && k < 3; k++) {
    state *b = s->heap.items[k];
    if (b != a && searcher_is_level(a, b) && (!next || order(b, next) < 0))
      next = b;
  }
  return next;
}

static void heap_settle(searcher *s, state *moved) {
  const uint32_t at = (uint32_t) (uintptr_t) explore_of(moved)->schedule - 1;
  if (at && order(moved, s->heap.items[(at - 1) / 2]) < 0)
    sift_up(s, at, moved);
  else
    sift_down(s, at, moved);
}

static void heap_add(searcher *s, state *added, const state *parent) {
  (void) parent;
  vec_push(&s->heap, added);
  s->count++;
  sift_up(s, s->heap.count - 1, added);
}

static void heap_remove(searcher *s, state *gone) {
  const uint32_t at = (uint32_t) (uintptr_t) explore_of(gone)->schedule - 1;
  explore_of(gone)->schedule = NULL;
  s->count--;
  if (gone == s->runner) s->runner = NULL;
  state *last = vec_pop(&s->heap);
  if (last == gone) return;
  put(s, at, last);
  heap_settle(s, last);
}


static bool dives(const searcher *s) {
  return s->turns - s->last_end > limits.explore_dive;
}

static state *pick_earliest(searcher *s) {
  state *next = s->heap.items[0];
  s->turns++;
  if ((!(s->turns % (dives(s) ? limits.explore_often : limits.explore_patience)) ||
       s->owed >= limits.explore_least_share) &&
      s->heap.count > 1) {
    if (!s->runner)
      s->runner = s->heap.items[1 + random_below(&s->random,
                                                 s->heap.count - 1)];
    next = s->runner;
  }
  s->began = next->instructions;
  return next;
}

static void heap_ran(searcher *s, state *ran) {
  const uint64_t work =
      ran->instructions > s->began ? ran->instructions - s->began : 0;
  if (ran == s->runner)
    s->owed -= work + limits.explore_least_share < s->owed
                   ? work + limits.explore_least_share : s->owed;
  else if (dives(s) && work > limits.explore_long_slice)
    s->owed += work / limits.explore_often;
  heap_settle(s, ran);
}

static state *pick_by_function(searcher *s) {
  if (++s->turns % limits.explore_by_function) return s->heap.items[0];
  return s->heap.items[random_below(&s->random, s->heap.count)];
}

static const searcher_class classes[] = {
  {"dfs", depth_add, list_remove, pick_last, spend},
  {"bfs", list_add, list_remove, pick_first, to_the_end},
  {"random-path", tree_add, tree_remove, tree_pick_random, stay},
  {"join", heap_add, heap_remove, pick_earliest, heap_ran},
  {"function", heap_add, heap_remove, pick_by_function, heap_settle},
  {"coverage", coverage_add, coverage_remove, coverage_pick, coverage_ran},
  {"interleaved", coverage_add, coverage_remove, interleaved_pick,
   coverage_ran},
};

void searcher_note_end(searcher *s) {
  s->spent = s->owed = 0;
  s->last_end = s->turns;
}

state *searcher_spare(searcher *s) {
  for (uint32_t rank = SEARCHER_RANKS; rank--;)
    if (s->ranks[rank].count) return vec_last(&s->ranks[rank])->state;
  return s->class_of->pick(s);
}

state *searcher_any(const searcher *s) {
  if (s->heap.count) return s->heap.items[s->heap.count - 1];
  if (s->last) return s->last->state;
  const tree_node *n = s->root;
  while (!n->state) n = n->child[0];
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

searcher *searcher_new(const char *name, uint64_t seed) {
  for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
    if (!strcmp(name, classes[k].name)) {
      searcher *s = mem_zeroed(1, sizeof *s);
      s->class_of = classes + k;
      s->random.state = seed;
      s->quantum = limits.explore_quantum;
      return s;
    }
  return NULL;
}

bool searcher_wants_guide(const searcher *s) {
  if (s->guide || s->class_of->add != coverage_add) return false;
  return s->class_of->pick == coverage_pick || s->work > limits.explore_guided_after;
}

const char *searcher_order_text(const searcher *s) {
  static const char *const texts[SEARCHER_ORDERS] = {
    "newest first", "towards uncovered code", "random paths"};
  return s->class_of->pick == interleaved_pick ? texts[s->order] : NULL;
}

void searcher_free(searcher *s) {
  if (!s) return;
  for (uint32_t k = 0; k < s->fresh.count; k++)
    if (!s->fresh.items[k]->state) free(s->fresh.items[k]);
  for (uint32_t k = 0; k < SEARCHER_RANKS; k++) vec_release(&s->ranks[k]);
  vec_release(&s->fresh);
  vec_release(&s->heap);
  free(s);
}
