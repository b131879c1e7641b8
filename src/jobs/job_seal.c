#include "jobs/job_seal.h"

#include "base/mem.h"
#include "base/secret.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Seals ----------------------------------------------------------------------- */

static void put(job_seal_bytes *b, const void *bytes, size_t size) {
  if (!size) return;
  vec_reserve(b, b->count + (uint32_t) size);
  memcpy(b->items + b->count, bytes, size);
  b->count += (uint32_t) size;
}

void job_seal_init(job_seal *s, const uint8_t *key, const char *token) {
  uint8_t own[SHA256_BYTES];
  hmac_key_init(&s->key, key, SECRET_BYTES);
  hmac_sha256(&s->key, token, strlen(token), own);
  hmac_key_init(&s->key, own, sizeof own);
  s->is_on = true;
}

/* The head's size is before it, so that no byte of it could be the record's. */
static void digest(const job_seal *s, char kind, const void *head, size_t head_size,
                   const void *bytes, size_t size, uint8_t out[SHA256_BYTES]) {
  const uint32_t length = (uint32_t) head_size;
  job_seal_bytes all = {0};
  assert(s->is_on);
  put(&all, &kind, 1);
  put(&all, &length, sizeof length);
  put(&all, head, head_size);
  put(&all, bytes, size);
  hmac_sha256(&s->key, all.items, all.count, out);
  vec_release(&all);
}

void job_seal_make(const job_seal *s, char kind, const void *head, size_t head_size,
                   const void *bytes, size_t size, uint8_t out[JOB_SEAL]) {
  uint8_t whole[SHA256_BYTES];
  digest(s, kind, head, head_size, bytes, size, whole);
  memcpy(out, whole, JOB_SEAL);
}

bool job_seal_holds(const job_seal *s, char kind, const void *head, size_t head_size,
                    const void *bytes, size_t *size) {
  uint8_t want[JOB_SEAL];
  if (*size < JOB_SEAL) return false;
  *size -= JOB_SEAL;
  job_seal_make(s, kind, head, head_size, bytes, *size, want);
  return secret_is_same(want, (const uint8_t *) bytes + *size, JOB_SEAL);
}

/* Receipts -------------------------------------------------------------------- */

void job_receipt_release(job_receipt *r) {
  for (uint32_t k = 0; k < r->sums.count; k++) free(r->sums.items[k].name);
  vec_release(&r->sums);
  *r = (job_receipt) {.steps = 0};
}

/* Numbers of 256 bits. */
static void add(uint64_t to[JOB_SUM_WORDS], const uint64_t n[JOB_SUM_WORDS], bool carry) {
  for (unsigned k = 0; k < JOB_SUM_WORDS; k++) {
    const uint64_t first = to[k] + n[k];
    to[k] = first + carry;
    carry = first < n[k] || to[k] < first;
  }
}

void job_receipt_job(job_receipt *r, const job_seal *s, uint64_t id, bool is_made) {
  uint64_t n[JOB_SUM_WORDS];
  _Static_assert(sizeof n == SHA256_BYTES, "a number is a digest");
  digest(s, 'o', &id, sizeof id, NULL, 0, (uint8_t *) n);
  for (unsigned k = 0; k < JOB_SUM_WORDS && !is_made; k++) n[k] = ~n[k];
  add(r->open, n, !is_made);
  if (is_made) r->made++;
  else r->done++;
}

void job_receipt_count(job_receipt *r, const char *name, uint64_t more) {
  for (uint32_t k = 0; k < r->sums.count; k++)
    if (!strcmp(r->sums.items[k].name, name)) {
      r->sums.items[k].value += more;
      return;
    }
  vec_push(&r->sums, ((job_sum) {mem_string(name), more}));
}

void job_receipt_merge(job_receipt *to, const job_receipt *from) {
  add(to->open, from->open, false);
  to->steps += from->steps;
  to->made += from->made;
  to->done += from->done;
  to->found += from->found;
  for (uint32_t k = 0; k < from->sums.count; k++)
    job_receipt_count(to, from->sums.items[k].name, from->sums.items[k].value);
}

bool job_receipt_same_open(const job_receipt *a, const job_receipt *b) {
  return !memcmp(a->open, b->open, sizeof a->open);
}

bool job_receipt_is_closed(const job_receipt *r) {
  return job_receipt_same_open(r, &(job_receipt) {.steps = 0}) && r->made == r->done;
}

enum { NUMBERS = 4 + JOB_SUM_WORDS, LONGEST = 4096 };

void job_receipt_write(const job_receipt *r, const job_seal *s, uint32_t writer,
                       job_seal_bytes *out) {
  uint64_t n[NUMBERS] = {r->steps, r->made, r->done, r->found};
  uint8_t seal[JOB_SEAL];
  memcpy(n + 4, r->open, sizeof r->open);
  put(out, n, sizeof n);
  for (uint32_t k = 0; k < r->sums.count; k++) {
    const uint16_t length = (uint16_t) strlen(r->sums.items[k].name);
    assert(length < LONGEST);
    put(out, &length, sizeof length);
    put(out, r->sums.items[k].name, length);
    put(out, &r->sums.items[k].value, sizeof r->sums.items[k].value);
  }
  job_seal_make(s, 'r', &writer, sizeof writer, out->items, out->count, seal);
  put(out, seal, sizeof seal);
}

static bool take(const uint8_t **at, const uint8_t *end, void *to, size_t size) {
  if (size > (size_t) (end - *at)) return false;
  memcpy(to, *at, size);
  *at += size;
  return true;
}

static bool take_sum(const uint8_t **at, const uint8_t *end, job_receipt *r) {
  uint16_t length;
  uint64_t value;
  char name[LONGEST] = {0};
  if (!take(at, end, &length, sizeof length) || !length || length >= LONGEST ||
      !take(at, end, name, length) || strlen(name) != length ||
      !take(at, end, &value, sizeof value))
    return false;
  vec_push(&r->sums, ((job_sum) {mem_string(name), value}));
  return true;
}

bool job_receipt_read(job_receipt *r, const job_seal *s, uint32_t writer,
                      const void *bytes, size_t size) {
  uint64_t n[NUMBERS];
  *r = (job_receipt) {.steps = 0};
  if (s->is_on) {
    if (!job_seal_holds(s, 'r', &writer, sizeof writer, bytes, &size)) return false;
  } else {
    if (size < JOB_SEAL) return false;
    size -= JOB_SEAL;
  }
  const uint8_t *at = bytes, *end = at + size;
  if (!take(&at, end, n, sizeof n)) return false;
  r->steps = n[0], r->made = n[1], r->done = n[2], r->found = n[3];
  memcpy(r->open, n + 4, sizeof r->open);
  bool is_good = true;
  while (is_good && at < end) is_good = take_sum(&at, end, r);
  if (!is_good) job_receipt_release(r);
  return is_good;
}
