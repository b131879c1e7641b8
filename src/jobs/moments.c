#include "jobs/moments.h"

#include <assert.h>
#include <string.h>

enum { MOST = 240, FIRST_MS = 50 };

void moments_init(moments *m) { *m = (moments) {.apart_ms = FIRST_MS}; }

void moments_release(moments *m) { vec_release(&m->all); }

bool moments_is_due(const moments *m, double ms) {
  return !m->all.count || ms - vec_last(&m->all).ms >= m->apart_ms;
}

void moments_add(moments *m, report_moment new) {
  assert(m->all.count <= MOST && m->apart_ms > 0);
  if (m->all.count == MOST) {
    for (uint32_t k = 0; 2 * k < MOST; k++) m->all.items[k] = m->all.items[2 * k];
    m->all.count = (MOST + 1) / 2;
    m->apart_ms *= 2;
  }
  assert(!m->all.count || vec_last(&m->all).ms <= new.ms);
  vec_push(&m->all, new);
}

void moments_read(moments *m, const void *bytes, size_t size) {
  const size_t count = size / sizeof(report_moment);
  const report_moment *from = bytes;
  if (!bytes || count > MOST || size % sizeof *from) return;
  for (size_t k = 0; k < count; k++) {
    report_moment one;
    memcpy(&one, from + k, sizeof one);
    vec_push(&m->all, one);
  }
  if (!count) return;
  m->earlier_ms = vec_last(&m->all).ms;
  while (m->apart_ms * MOST < m->earlier_ms) m->apart_ms *= 2;
}
