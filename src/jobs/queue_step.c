#include "jobs/queue_step.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void queue_step_put(queue_bytes *to, const void *bytes, size_t size) {
  vec_reserve(to, to->count + (uint32_t) size);
  if (size) memcpy(to->items + to->count, bytes, size);
  to->count += (uint32_t) size;
}

static void put_number(queue_bytes *to, uint32_t n) { queue_step_put(to, &n, sizeof n); }

void queue_step_add(queue_bytes *to, const job_ledger_new *j) {
  queue_step_put(to, "a", 1);
  queue_step_put(to, &j->id, sizeof j->id);
  queue_step_put(to, &j->parent, sizeof j->parent);
  put_number(to, j->depth);
  queue_step_put(to, &j->digest, sizeof j->digest);
  put_number(to, j->bytes ? (uint32_t) j->size : 0);
  if (j->bytes) queue_step_put(to, j->bytes, j->size);
}

void queue_step_done(queue_bytes *to, uint64_t id, uint32_t children) {
  queue_step_put(to, "d", 1);
  queue_step_put(to, &id, sizeof id);
  put_number(to, children);
}

void queue_step_release(queue_bytes *to, uint64_t id) {
  queue_step_put(to, "r", 1);
  queue_step_put(to, &id, sizeof id);
}

void queue_step_pair(queue_bytes *to, char what, const void *name, size_t name_size,
                     const void *value, size_t size) {
  queue_step_put(to, &what, 1);
  put_number(to, (uint32_t) name_size);
  put_number(to, (uint32_t) size);
  queue_step_put(to, name, name_size);
  queue_step_put(to, value, size);
}

void queue_step_count(queue_bytes *to, const char *name, uint64_t more) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRIu64, more);
  if (more) queue_step_pair(to, 'n', name, strlen(name), digits, strlen(digits));
}

/* Its name is kind and digest, its value the owner and the bytes. */
void queue_step_find(queue_bytes *to, int kind, uint32_t owner,
                     const uint8_t digest[JOB_LEDGER_KEY], const void *bytes,
                     size_t size) {
  const uint8_t what = (uint8_t) kind;
  queue_step_put(to, "f", 1);
  put_number(to, 1 + JOB_LEDGER_KEY);
  put_number(to, (uint32_t) (sizeof owner + size));
  queue_step_put(to, &what, 1);
  queue_step_put(to, digest, JOB_LEDGER_KEY);
  put_number(to, owner);
  queue_step_put(to, bytes, size);
}

/* Reading -------------------------------------------------------------------- */

static void take(queue_entry *e, const uint8_t **at, uint32_t size) {
  e->fields[e->count].bytes = *at;
  e->fields[e->count++].size = size;
  *at += size;
}

static uint32_t take_number(const uint8_t **at) {
  uint32_t n;
  memcpy(&n, *at, sizeof n);
  *at += sizeof n;
  return n;
}

bool queue_step_read(const void *step, size_t size, size_t *at, queue_entry *e) {
  const uint8_t *from = (const uint8_t *) step + *at;
  if (*at >= size) return false;
  *e = (queue_entry) {.what = (char) *from++};
  if (e->what == 'a') {
    static const uint32_t fixed[] = {8, 8, 4, 8};
    for (int k = 0; k < 4; k++) take(e, &from, fixed[k]);
    const uint32_t length = take_number(&from);
    take(e, &from, length);
  } else if (e->what == 'd') {
    take(e, &from, 8);
    take(e, &from, 4);
  } else if (e->what == 'r') {
    take(e, &from, 8);
  } else {
    const uint32_t name = take_number(&from), value = take_number(&from);
    take(e, &from, name);
    take(e, &from, value);
  }
  *at = (size_t) (from - (const uint8_t *) step);
  assert(*at <= size);
  return true;
}
