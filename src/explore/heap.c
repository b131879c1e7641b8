#include "explore/heap.h"

#include "explore/fields.h"
#include "merge/join.h"

#include <assert.h>

/* States at one place among which the nearest one is joined first. */
enum { PARTNERS = 32 };

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

/* Negative: p comes first.  Frames from the bottom: the first in which they stand at different
 * places decides; else the deeper one goes first, since the other is where it will return to. */
static int compare_stacks(spot p, spot q) {
  int lowest = p.frame->depth > q.frame->depth   ? -1
               : p.frame->depth < q.frame->depth ? 1
                                                 : 0;
  /* Downwards, so that the last difference met is the lowest; equal stacks have
   * none. */
  for (;;) {
    const uint32_t m = p.frame->depth, n = q.frame->depth;
    if (m == n) {
      const uint64_t at = position(p), with = position(q);
      if (at != with) lowest = at < with ? -1 : 1;
      if (p.frame == q.frame || !m || p.frame->stack == q.frame->stack) return lowest;
    }
    if (m >= n) p = caller_of(p);
    if (n >= m) q = caller_of(q);
  }
}

static spot spot_of(const state *s) { return (spot) {s->top, s->pc}; }

/* Where stacks are joined (exec/fan.h), the states in one recursion keep step with the input:
 * the one that has seen less of it comes first, so that all come to a function together. */
static bool keeps_step(const state *s) { return s->frontier && s->top->is_recursive; }

static spot below_recursion(spot s) {
  while (s.frame->is_recursive && s.frame->caller) s = caller_of(s);
  return s;
}

static int compare(const state *a, const state *b) {
  if (keeps_step(a) && keeps_step(b)) {
    const int outside = compare_stacks(below_recursion(spot_of(a)), below_recursion(spot_of(b)));
    if (outside) return outside;
    if (a->frontier != b->frontier) return a->frontier < b->frontier ? -1 : 1;
    if (a->top->depth != b->top->depth) return a->top->depth > b->top->depth ? -1 : 1;
  }
  return compare_stacks(spot_of(a), spot_of(b));
}

bool searcher_is_level(const state *a, const state *b) {
  return a->top->depth == b->top->depth && !compare(a, b);
}

/* Of those at one place a state that has not run into the end of its annotated block yet
 * comes first, so that none goes on from there before all that will be joined
 * wait; then the longest path: it has most in common with some other, so joins undo
 * forks from the last one on. */
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

state *searcher_first(const searcher *s) {
  assert(s->heap.count);
  return s->heap.items[0];
}

/* Whether b rather than c is joined with a: states that were split last are joined
 * first, so that what distinguishes two is the condition of a single fork. */
static bool is_nearer(const state *a, const state *b, const state *c) {
  if (b->waits != c->waits) return c->waits;
  const uint32_t with_b = path_common_count(&a->path, &b->path);
  const uint32_t with_c = path_common_count(&a->path, &c->path);
  return with_b != with_c ? with_b > with_c : order(b, c) < 0;
}

/* Those at the first one's place are together at the top of the heap. */
state *searcher_next_level(const searcher *s, const state *a) {
  uint32_t open[PARTNERS], count = 0, seen = 0;
  state *next = NULL;
  open[count++] = 0;
  while (seen < count) {
    const uint32_t at = open[seen++];
    state *b = s->heap.items[at];
    if (b != a && !searcher_is_level(a, b)) continue;
    if (b != a && (!next || is_nearer(a, b, next))) next = b;
    for (uint32_t k = 2 * at + 1; k <= 2 * at + 2; k++)
      if (k < s->heap.count && count < PARTNERS)
        open[count++] = k;
  }
  return next;
}

state *searcher_next_crossing(const searcher *s, exec *x, const state *a) {
  state *next = NULL;
  for (uint32_t k = 0; k < s->heap.count; k++) {
    state *b = s->heap.items[k];
    if (b != a && b->top->function == a->top->function && b->pc == a->pc &&
        join_may_cross(x, a, b) && (!next || is_nearer(a, b, next)))
      next = b;
  }
  return next;
}

/* Where the state is in the heap. */
static uint32_t place_of(const searcher *s, const state *of) {
  const uint32_t at = (uint32_t) (uintptr_t) explore_of(of)->schedule - 1;
  assert(at < s->heap.count && s->heap.items[at] == of);
  return at;
}

void heap_settle(searcher *s, state *moved) {
  const uint32_t at = place_of(s, moved);
  if (at && order(moved, s->heap.items[(at - 1) / 2]) < 0)
    sift_up(s, at, moved);
  else
    sift_down(s, at, moved);
}

void heap_add(searcher *s, state *added, const state *parent) {
  explore_fields *part = explore_of(added);
  assert(!part->schedule);
  if (parent || part->since > s->picks) part->since = s->picks;
  vec_push(&s->heap, added);
  s->count++;
  sift_up(s, s->heap.count - 1, added);
}

void heap_remove(searcher *s, state *gone) {
  const uint32_t at = place_of(s, gone);
  explore_of(gone)->schedule = NULL;
  s->count--;
  if (gone == s->runner) s->runner = NULL;
  state *last = vec_pop(&s->heap);
  if (last == gone) return;
  put(s, at, last);
  heap_settle(s, last);
  assert(s->count == s->heap.count);
}
