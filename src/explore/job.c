#include "explore/job.h"

#include "explore/fields.h"

#include <assert.h>
#include <string.h>

static bool has_plain_inputs(const state *s) {
  for (const input *i = s->inputs; i; i = i->before)
    if (i->guard.id || i->iterations.id || input_is_placed(i)) return false;
  return true;
}

static bool is_one_path(const state *s) {
  return s->paths <= 1 && !s->abstraction && !s->skipped.id && !s->fixing.id && !s->made &&
         !s->settled.count && !s->path.uncertain && has_plain_inputs(s);
}

bool job_covers(const state *s) { return !s->has_unasked && is_one_path(s); }

bool job_covers_start(const state *s) {
  return s->has_unasked && s->asked_forks != UINT32_MAX && is_one_path(s);
}

bool job_describes(const state *s) { return !s->parts && job_covers(s); }

void job_of(exec *x, const state *s, job *j) {
  assert(is_one_path(s) && s->forks >= s->parts);
  *j = (job) {.depth = job_depth(s), .decisions = s->decisions,
              .share = explore_of(s)->share};
  exec_model(x, s, &j->inputs);
  const uint32_t count = s->picks ? s->picks->count : 0;
  vec_reserve(&j->picks, count);
  j->picks.count = count;
  for (const picked *p = s->picks; p; p = p->before) {
    assert(p->count && p->count <= count);
    j->picks.items[p->count - 1] = p->bits;
  }
  assert(j->share >= 0 && j->share <= 1);       /* else job_read() refuses it */
}

void job_of_start(exec *x, const state *s, job *j) {
  assert(job_covers_start(s) && s->asked_forks <= s->forks);
  job_of(x, s, j);
  j->depth = s->asked_forks;
  j->decisions = s->asked_decisions;
}

void job_release(job *j) {
  fixed_inputs_release(&j->inputs);
  vec_release(&j->picks);
}

/* Bytes -------------------------------------------------------------------- */

static void put(job_bytes *to, const void *from, size_t size) {
  vec_reserve(to, to->count + (uint32_t) size);
  memcpy(to->items + to->count, from, size);
  to->count += (uint32_t) size;
}

#define PUT(TO, FIELD) put((TO), &(FIELD), sizeof(FIELD))

void job_write(const job *j, job_bytes *to) {
  PUT(to, j->depth);
  PUT(to, j->decisions);
  PUT(to, j->share);
  PUT(to, j->picks.count);
  if (j->picks.count)
    put(to, j->picks.items, j->picks.count * sizeof *j->picks.items);
  PUT(to, j->inputs.count);
  for (uint32_t k = 0; k < j->inputs.count; k++) {
    const fixed_input *f = j->inputs.items + k;
    const uint32_t kind = f->kind, length = (uint32_t) strlen(f->name);
    PUT(to, kind);
    PUT(to, f->size);
    PUT(to, f->object);
    PUT(to, f->offset);
    PUT(to, length);
    put(to, f->name, length);
    put(to, f->bytes, f->size);
  }
}

typedef struct reader {
  const uint8_t *at;
  size_t left;
  bool is_short;                /* or no job */
} reader;

static const uint8_t *get(reader *r, size_t size) {
  if (r->left < size) r->is_short = true;
  if (r->is_short) return NULL;
  const uint8_t *at = r->at;
  r->at += size;
  r->left -= size;
  return at;
}

#define GET(R, FIELD) \
  do { \
    const uint8_t *from = get((R), sizeof(FIELD)); \
    if (from) memcpy(&(FIELD), from, sizeof(FIELD)); \
  } while (0)

static void read_input(reader *r, exec *x, fixed_inputs *to) {
  fixed_input f = {0};
  uint32_t kind = 0, length = 0;
  GET(r, kind);
  GET(r, f.size);
  GET(r, f.object);
  GET(r, f.offset);
  GET(r, length);
  const uint8_t *name = get(r, length), *bytes = get(r, f.size);
  r->is_short |= kind > INPUT_PLACE;
  if (r->is_short) return;
  char *text = mem_resize(NULL, length + 1, 1);
  memcpy(text, name, length);
  text[length] = 0;
  f.kind = (input_kind) kind;
  f.name = exec_intern(x, text);
  f.bytes = mem_zeroed(f.size + 1, 1);
  memcpy(f.bytes, bytes, f.size);
  free(text);
  vec_push(to, f);
}

bool job_read(job *j, exec *x, const uint8_t *bytes, size_t size) {
  reader r = {bytes, size, false};
  uint32_t picks = 0, inputs = 0;
  *j = (job) {0};
  GET(&r, j->depth);
  GET(&r, j->decisions);
  GET(&r, j->share);
  GET(&r, picks);
  for (uint32_t k = 0; k < picks && !r.is_short; k++) {
    uint64_t bits = 0;
    GET(&r, bits);
    vec_push(&j->picks, bits);
  }
  GET(&r, inputs);
  for (uint32_t k = 0; k < inputs && !r.is_short; k++)
    read_input(&r, x, &j->inputs);
  if (!r.is_short && !r.left && j->share >= 0 && j->share <= 1) return true;
  job_release(j);
  return false;
}
