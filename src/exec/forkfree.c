#include "exec/forkfree.h"

#include "base/limits.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>


forkfree_map *forkfree_new(const ir_program *p, uint32_t enough) {
  forkfree_map *q = mem_zeroed(1, sizeof *q);
  q->program = p;
  q->enough = enough;
  q->functions = mem_zeroed(p->functions.count + 1, sizeof *q->functions);
  vec_push(&q->places, (forkfree_place) {0});
  return q;
}

void forkfree_free(forkfree_map *q) {
  if (!q) return;
  for (uint32_t k = 0; k < q->program->functions.count; k++) {
    free(q->functions[k].loops);
    free(q->functions[k].now);
  }
  free(q->functions);
  vec_release(&q->places);
  free(q);
}

/* Places ----------------------------------------------------------------- */

static forkfree_function *entry(const forkfree_map *q, const ir_function *f) {
  return q->functions + q->program->symbols.items[f->symbol].function;
}

static uint32_t add_place(forkfree_map *q) {
  vec_push(&q->places, (forkfree_place) {0});
  return q->places.count - 1;
}

static forkfree_function *places_of(forkfree_map *q, const ir_function *f) {
  forkfree_function *of = entry(q, f);
  if (of->loops) return of;
  of->whole = add_place(q);
  of->loops = mem_zeroed(f->block_count + 1, sizeof *of->loops);
  of->now = mem_zeroed(f->block_count + 1, sizeof *of->now);
  /* A head comes before its loop, and before the heads inside. */
  for (uint32_t b = 0; b < f->block_count; b++) {
    if (!f->blocks[b].loop_depth) continue;
    const uint32_t head = f->blocks[b].loop_head;
    if (head != b) {
      of->loops[b] = of->loops[head];
      continue;
    }
    const uint32_t around = ir_loop_around(f, b);
    of->loops[b] = add_place(q);
    if (around != b)
      q->places.items[of->loops[b]].around = of->loops[around];
  }
  return of;
}

/* Some region of the function is fork-free now, or no longer. */
static void refresh(forkfree_map *q, const ir_function *f) {
  forkfree_function *of = entry(q, f);
  for (uint32_t b = 0; b < f->block_count; b++) {
    assert(of->loops && of->now);
    of->now[b] = 0;
    for (uint32_t k = of->loops[b]; k; k = q->places.items[k].around)
      if (q->places.items[k].is_forkfree) of->now[b] = k;
  }
}

/* Whether the region became fork-free. */
static bool see(forkfree_map *q, uint32_t place) {
  assert(place && place < q->places.count);
  forkfree_place *at = q->places.items + place;
  if (at->has_forked || at->is_forkfree || ++at->seen < q->enough) return false;
  return at->is_forkfree = true;
}

uint32_t forkfree_at(const forkfree_map *q, const frame *f, uint32_t block) {
  assert(f->forkfree < q->places.count);
  if (q->places.items[f->forkfree].is_forkfree) return f->forkfree;
  const uint32_t *now = entry(q, f->function)->now;
  return now ? now[block] : 0;
}

uint32_t forkfree_call(forkfree_map *q, uint32_t place, const ir_function *f) {
  if (place) return place;
  const uint32_t whole = places_of(q, f)->whole;
  see(q, whole);
  return q->places.items[whole].is_forkfree ? whole : 0;
}

void forkfree_iteration(forkfree_map *q, const ir_function *f, uint32_t head) {
  if (see(q, places_of(q, f)->loops[head])) refresh(q, f);
}

/* Iterations of a region after which templates do not look any more, where one of the region's own
 * loop counts as seven of those inside: of it 600 are compact_arrivals, which are unrolled first,
 * and a sixth more, in which templates are looked for. */
enum { OWN = 7, ENOUGH = 600 * OWN };

bool forkfree_is_known(const forkfree_map *q, uint32_t place) {
  assert(place < q->places.count);
  const forkfree_place *at = q->places.items + place;
  return at->known >= ENOUGH && !at->has_templates;
}

void forkfree_note(forkfree_map *q, uint32_t place, const ir_function *f,
                uint32_t head) {
  const uint32_t *loops = entry(q, f)->loops;
  q->places.items[place].known +=
      loops && loops[head] == place ? OWN : 1;
}

/* Parting ---------------------------------------------------------------- */

/* Whether that is new. */
static bool part(forkfree_map *q, uint32_t place) {
  assert(place && place < q->places.count);
  forkfree_place *at = q->places.items + place;
  const bool is_new = !at->has_forked;
  at->has_forked = true;
  at->is_forkfree = false;
  return is_new;
}

static bool part_frame(forkfree_map *q, const ir_function *f, uint32_t block) {
  const forkfree_function *of = places_of(q, f);
  bool is_new = part(q, of->whole);
  for (uint32_t k = of->loops[block]; k; k = q->places.items[k].around)
    is_new |= part(q, k);
  if (is_new) refresh(q, f);
  return is_new;
}

/* Frames in a row of which nothing new is learnt, so that nothing is of those below either: a
 * fork in deep recursion does not take time in its depth. */
enum { KNOWN_FRAMES = 16 };

void forkfree_fork(forkfree_map *q, const state *s) {
  const ir_function *top = s->top->function;
  uint32_t pc = s->pc, known = 0;
  entry(q, top)->forks += forkfree_at(q, s->top, top->insns[pc].block) != 0;
  for (const frame *f = s->top; f && known < KNOWN_FRAMES; f = f->caller) {
    known = part_frame(q, f->function, f->function->insns[pc].block)
                ? 0 : known + 1;
    pc = f->resume == UINT32_MAX ? f->restart : f->resume;
  }
}

/* Marks ------------------------------------------------------------------ */

static void mark_function(forkfree_map *q, const ir_function *f,
                          const relevancy_marks *m) {
  const forkfree_function *of = places_of(q, f);
  bool *parts = mem_zeroed(q->places.count, sizeof *parts);
  for (uint32_t b = 0; b < f->block_count; b++) {
    if (!relevancy_parts(m, b)) continue;
    parts[of->whole] = true;
    for (uint32_t k = of->loops[b]; k; k = q->places.items[k].around)
      parts[k] = true;
  }
  for (uint32_t b = 0; b <= f->block_count; b++) {
    const uint32_t k = b < f->block_count ? of->loops[b] : of->whole;
    if (k && !parts[k] && !q->places.items[k].has_forked)
      q->places.items[k].is_forkfree = true;
  }
  free(parts);
  refresh(q, f);
}

void forkfree_mark(forkfree_map *q, const relevancy *r) {
  for (uint32_t k = 0; k < q->program->functions.count; k++) {
    const relevancy_marks *m = relevancy_of(r, k);
    if (q->program->functions.items[k] && m->parts)
      mark_function(q, q->program->functions.items[k], m);
  }
}
