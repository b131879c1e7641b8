#include "exec/quiet.h"

#include "base/limits.h"
#include "base/mem.h"

#include <stdlib.h>


quiet_map *quiet_new(const ir_program *p, uint32_t enough) {
  quiet_map *q = mem_zeroed(1, sizeof *q);
  q->program = p;
  q->enough = enough;
  q->functions = mem_zeroed(p->functions.count + 1, sizeof *q->functions);
  vec_push(&q->places, (quiet_place) {0});
  return q;
}

void quiet_free(quiet_map *q) {
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

static quiet_function *entry(const quiet_map *q, const ir_function *f) {
  return q->functions + q->program->symbols.items[f->symbol].function;
}

static uint32_t add_place(quiet_map *q) {
  vec_push(&q->places, (quiet_place) {0});
  return q->places.count - 1;
}

static quiet_function *places_of(quiet_map *q, const ir_function *f) {
  quiet_function *of = entry(q, f);
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

/* Some place of the function is quiet now, or no longer. */
static void refresh(quiet_map *q, const ir_function *f) {
  quiet_function *of = entry(q, f);
  for (uint32_t b = 0; b < f->block_count; b++) {
    of->now[b] = 0;
    for (uint32_t k = of->loops[b]; k; k = q->places.items[k].around)
      if (q->places.items[k].is_quiet) of->now[b] = k;
  }
}

/* Whether the place became quiet. */
static bool see(quiet_map *q, uint32_t place) {
  quiet_place *at = q->places.items + place;
  if (at->has_parted || at->is_quiet || ++at->seen < q->enough) return false;
  return at->is_quiet = true;
}

uint32_t quiet_at(const quiet_map *q, const frame *f, uint32_t block) {
  if (q->places.items[f->quiet].is_quiet) return f->quiet;
  const uint32_t *now = entry(q, f->function)->now;
  return now ? now[block] : 0;
}

uint32_t quiet_call(quiet_map *q, uint32_t place, const ir_function *f) {
  if (place) return place;
  const uint32_t whole = places_of(q, f)->whole;
  see(q, whole);
  return q->places.items[whole].is_quiet ? whole : 0;
}

void quiet_turn(quiet_map *q, const ir_function *f, uint32_t head) {
  if (see(q, places_of(q, f)->loops[head])) refresh(q, f);
}

bool quiet_is_told(const quiet_map *q, uint32_t place) {
  const quiet_place *at = q->places.items + place;
  return at->told >= limits.exec_known_iterations && !at->has_templates;
}

void quiet_tell(quiet_map *q, uint32_t place, const ir_function *f,
                uint32_t head) {
  const uint32_t *loops = entry(q, f)->loops;
  q->places.items[place].told +=
      loops && loops[head] == place ? limits.exec_own_iterations : 1;
}

/* Parting ---------------------------------------------------------------- */

/* Whether that is new. */
static bool part(quiet_map *q, uint32_t place) {
  quiet_place *at = q->places.items + place;
  const bool is_new = !at->has_parted;
  at->has_parted = true;
  at->is_quiet = false;
  return is_new;
}

static bool part_frame(quiet_map *q, const ir_function *f, uint32_t block) {
  const quiet_function *of = places_of(q, f);
  bool is_new = part(q, of->whole);
  for (uint32_t k = of->loops[block]; k; k = q->places.items[k].around)
    is_new |= part(q, k);
  if (is_new) refresh(q, f);
  return is_new;
}

void quiet_part(quiet_map *q, const state *s) {
  const ir_function *top = s->top->function;
  uint32_t pc = s->pc, known = 0;
  entry(q, top)->parted += quiet_at(q, s->top, top->insns[pc].block) != 0;
  for (const frame *f = s->top; f && known < limits.exec_known_frames; f = f->caller) {
    known = part_frame(q, f->function, f->function->insns[pc].block)
                ? 0 : known + 1;
    pc = f->resume == UINT32_MAX ? f->restart : f->resume;
  }
}

/* Marks ------------------------------------------------------------------ */

static void mark_function(quiet_map *q, const ir_function *f,
                          const relevancy_marks *m) {
  const quiet_function *of = places_of(q, f);
  bool *parts = mem_zeroed(q->places.count, sizeof *parts);
  for (uint32_t b = 0; b < f->block_count; b++) {
    if (!relevancy_parts(m, b)) continue;
    parts[of->whole] = true;
    for (uint32_t k = of->loops[b]; k; k = q->places.items[k].around)
      parts[k] = true;
  }
  for (uint32_t b = 0; b <= f->block_count; b++) {
    const uint32_t k = b < f->block_count ? of->loops[b] : of->whole;
    if (k && !parts[k] && !q->places.items[k].has_parted)
      q->places.items[k].is_quiet = true;
  }
  free(parts);
  refresh(q, f);
}

void quiet_mark(quiet_map *q, const relevancy *r) {
  for (uint32_t k = 0; k < q->program->functions.count; k++) {
    const relevancy_marks *m = relevancy_of(r, k);
    if (q->program->functions.items[k] && m->parts)
      mark_function(q, q->program->functions.items[k], m);
  }
}
