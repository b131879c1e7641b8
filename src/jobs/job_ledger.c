#include "jobs/job_ledger_class.h"

#include "jobs/queue_url.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Which ledger, by where it is ------------------------------------------------ */

bool job_ledger_is_there(const char *where, char **error) {
  *error = NULL;
  return queue_url_is(where) ? job_ledger_queue_is_there(where, error)
                             : job_ledger_sqlite_exists(where);
}

bool job_ledger_exists(const char *where) {
  char *error;
  const bool is_there = job_ledger_is_there(where, &error);
  free(error);
  return is_there;
}

void job_ledger_remove(const char *where) {
  if (queue_url_is(where)) job_ledger_queue_remove(where);
  else job_ledger_sqlite_remove(where);
}

bool job_ledger_has_ended(const char *url, const char *token) {
  return queue_url_is(url) && job_ledger_queue_has_ended(url, token);
}

/* Held for as long as one of the processes lives that have the file open. */
bool job_ledger_lock(const char *directory) {
  const int fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  if (!flock(fd, LOCK_EX | LOCK_NB)) return true;
  close(fd);
  return false;
}

const char *job_ledger_error(const job_ledger_file *l) {
  return l->wrong ? l->wrong : l->class_of->error(l);
}

void job_ledger_set_patience(job_ledger_file *l, int ms) {
  l->class_of->set_patience(l, ms);
}

/* Owners ------------------------------------------------------------------- */

void job_ledger_leave(job_ledger_file *l, uint32_t owner) {
  l->class_of->leave(l, owner);
}

job_ledger_news job_ledger_hear(job_ledger_file *l) { return l->class_of->hear(l); }

/* Facts and jobs ------------------------------------------------------------- */

bool job_ledger_put_file(job_ledger_file *l, const char *digest, const void *bytes,
                         size_t size) {
  return l->class_of->put_file(l, digest, bytes, size);
}

char *job_ledger_get_file(job_ledger_file *l, const char *digest, size_t *size) {
  return l->class_of->get_file(l, digest, size);
}

void job_ledger_stop(job_ledger_file *l) { l->class_of->stop(l); }

bool job_ledger_release(job_ledger_file *l, uint64_t number, uint32_t owner) {
  return l->class_of->release(l, number, owner);
}

/* Results -------------------------------------------------------------------- */

/* 128 bits of what identifies it.  Not base/hash.h's, which collide in the hostile
 * build. */
void job_ledger_digest(const void *from, size_t size, uint8_t out[JOB_LEDGER_KEY]) {
  const uint8_t *bytes = from;
  uint64_t a = UINT64_C(0xcbf29ce484222325), b = UINT64_C(0x9e3779b97f4a7c15);
  for (size_t k = 0; k < size; k++) {
    a = (a ^ bytes[k]) * UINT64_C(0x100000001b3);
    b = (b + bytes[k]) * UINT64_C(0xbf58476d1ce4e5b9);
    b ^= b >> 31;
  }
  a ^= a >> 32;
  b ^= size;
  memcpy(out, &a, sizeof a);
  memcpy(out + sizeof a, &b, sizeof b);
}

/* The whole ------------------------------------------------------------------ */

bool job_ledger_look(job_ledger_file *l, job_ledger_state *s) {
  return l->class_of->look(l, s);
}

bool job_ledger_count_free(job_ledger_file *l, uint32_t most, uint64_t *free) {
  return l->class_of->count_free(l, most, free);
}

bool job_ledger_count_others(job_ledger_file *l, uint32_t owner, uint64_t *others) {
  return l->class_of->count_others(l, owner, others);
}

char *job_ledger_quick_check(job_ledger_file *l) { return l->class_of->quick_check(l); }

