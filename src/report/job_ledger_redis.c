#include "report/job_ledger_class.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/vec.h"
#include "report/redis_link.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/*
 * The ledger as a queue on a Redis server.  A transaction is collected here and sent as
 * one call of the script queue.lua, which says how the queue is laid out; a job's
 * number is its id.
 *
 * Each step of an owner has a number, and one that the server did already, though its
 * answer was lost, is not done again.
 */
static const char script[] = {
#include "queue_lua.inc"
};

enum { TOKEN = 32, HEAD = 5, FOUND_AT_ONCE = 256, STREAM_BITS = 20 };

typedef struct queue {
  job_ledger_file base;
  redis_link link;
  char sha[41];                 /* the script's, as the server says */
  char *key;                    /* braid:{NAME}:run */
  char token[TOKEN + 1];        /* which run it is */
  uint32_t owner;
  uint64_t seq;                 /* steps of the owner */
  VEC(uint8_t) data;            /* the transaction */
  bool is_in, is_new;
  bool is_first;                /* the owner leads the run */
  job_ledger_news news;
  uint64_t free;                /* jobs that nobody has, by the last answer */
  double reclaimed_ms;          /* when owners that died were looked for */
  double counted_ms;               /* of what the link was busy: counted */
  uint64_t counted_calls;
} queue;

static queue *of(job_ledger_file *l) { return (queue *) l; }

static const char *queue_error(const job_ledger_file *l) {
  const char *error = ((const queue *) l)->link.error;
  return error ? error : "the queue is another run's";
}

static void set_error(queue *q, const char *text) {
  char *error = mem_format("%s: %s", q->link.url.shown, text);
  free(q->link.error);
  q->link.error = error;
}

/* Calls ---------------------------------------------------------------------- */

static bool is_word(const redisReply *r, const char *word) {
  return r->type == REDIS_REPLY_STRING && !strcmp(r->str, word);
}

static uint64_t number(const redisReply *r) {
  if (r->type == REDIS_REPLY_INTEGER) return (uint64_t) r->integer;
  return r->type == REDIS_REPLY_STRING ? strtoull(r->str, NULL, 10) : 0;
}

/* What each answer begins with: a word, free jobs, owners, how many of them wait, the
 * run's state, who leads. */
enum { ANSWER_FREE = 1, ANSWER_OWNERS, ANSWER_HUNGRY, ANSWER_STATE, ANSWER_FIRST,
       ANSWER_SIZE };

static void hear(queue *q, const redisReply *r) {
  const redisReply *first = r->element[0];
  if (is_word(first, "gone")) {
    q->news.word = r->elements > 1 && r->element[1]->integer ? JOB_LEDGER_ENDED
                                                             : JOB_LEDGER_GONE;
    set_error(q, q->news.word == JOB_LEDGER_ENDED
                     ? "the run has ended"
                     : "the run is not there any more, or another one is");
    return;
  }
  if (r->elements < ANSWER_SIZE) return;
  q->free = number(r->element[ANSWER_FREE]);
  q->news = (job_ledger_news) {
    .word = is_word(r->element[ANSWER_STATE], "stopped") ? JOB_LEDGER_STOPPED
                                                         : JOB_LEDGER_GOES_ON,
    .owners = (uint32_t) number(r->element[ANSWER_OWNERS]),
    .hungry = (uint32_t) number(r->element[ANSWER_HUNGRY])};
  if (is_word(first, "lost")) {
    q->news.word = JOB_LEDGER_LOST;
    set_error(q, "nothing was heard of this process for too long: others have its "
                 "jobs");
  }
  if (q->is_first && number(r->element[ANSWER_FIRST]) != q->owner) {
    q->news.word = JOB_LEDGER_GONE;
    set_error(q, "another process leads the run now");
  }
}

/* An answer that is no error and begins with a word; NULL: it failed. */
static redisReply *ask(queue *q, const char *what, uint32_t owner, const char *more,
                       const void *data, size_t size) {
  char me[16];
  redis_words w = {.count = 0};
  snprintf(me, sizeof me, "%" PRIu32, owner);
  redis_words_text(&w, "1");
  redis_words_text(&w, q->key);
  redis_words_text(&w, what);
  redis_words_text(&w, q->token);
  redis_words_text(&w, me);
  redis_words_text(&w, more ? more : "");
  redis_words_add(&w, data, size);
  redisReply *r = redis_run(&q->link, script, sizeof script, q->sha, &w);
  if (!r) return NULL;
  if (r->type == REDIS_REPLY_ARRAY && r->elements) {
    hear(q, r);
    return r;
  }
  set_error(q, "the server's answer is none of the queue's script");
  freeReplyObject(r);
  return NULL;
}

static bool tell(queue *q, const char *what, uint32_t owner, const char *more) {
  redisReply *r = ask(q, what, owner, more, NULL, 0);
  const bool is_good = r && is_word(r->element[0], "ok");
  freeReplyObject(r);
  return is_good;
}

/* A command on one of the queue's keys: "run" -> "braid:{NAME}:run". */
static redisReply *command(queue *q, const char *name, const char *key,
                           const char *more[], int count) {
  redis_words w = {.count = 0};
  char *whole = mem_format("braid:{%s}:%s", q->link.url.name, key);
  redis_words_text(&w, name);
  redis_words_text(&w, whole);
  for (int k = 0; k < count; k++) redis_words_text(&w, more[k]);
  redisReply *r = redis_call(&q->link, &w);
  free(whole);
  return r;
}

/* A field of a hash, to be freed, with a NUL past its end; NULL: there is none. */
static char *field(queue *q, const char *key, const char *name, size_t *size) {
  redisReply *r = command(q, "HGET", key, (const char *[]) {name}, 1);
  char *value = NULL;
  *size = 0;
  if (r && r->type == REDIS_REPLY_STRING) {
    *size = (size_t) r->len;
    value = mem_zeroed(*size + 1, 1);
    memcpy(value, r->str, *size);
  }
  freeReplyObject(r);
  return value;
}

/* Owners --------------------------------------------------------------------- */

static void make_token(char to[TOKEN + 1]) {
  uint8_t bytes[TOKEN / 2] = {0};
  if (getrandom(bytes, sizeof bytes, 0) < 0) {
    const uint64_t now = clock_ns();
    memcpy(bytes, &now, sizeof now);
  }
  for (size_t k = 0; k < sizeof bytes; k++) snprintf(to + 2 * k, 3, "%02x", bytes[k]);
}

static bool queue_join(job_ledger_file *l, uint32_t *owner, bool is_first) {
  queue *q = of(l);
  q->is_first = is_first;
  if (!*owner) {
    char self[TOKEN + 1];       /* a call that comes again is this one */
    make_token(self);
    redisReply *r = ask(q, "join", 0, is_first ? "1" : "0", self, TOKEN);
    const bool is_good = r && is_word(r->element[0], "ok") && r->elements > 1;
    if (r && is_word(r->element[0], "led"))
      set_error(q, "another process leads this run");
    if (is_good) *owner = (uint32_t) number(r->element[1]);
    freeReplyObject(r);
    q->owner = *owner;
    return is_good;
  }
  char name[16];
  size_t size;
  snprintf(name, sizeof name, "%" PRIu32, *owner);
  char *seq = field(q, "seq", name, &size);
  q->seq = seq ? strtoull(seq, NULL, 10) : 0;
  q->owner = *owner;
  free(seq);
  return !q->link.error;
}

static void queue_leave(job_ledger_file *l, uint32_t owner) {
  tell(of(l), "leave", owner, NULL);
}

static job_ledger_news queue_hear(job_ledger_file *l) { return of(l)->news; }

bool job_ledger_redis_beat(job_ledger_file *l, uint32_t owner) {
  return tell(of(l), "beat", owner, NULL);
}

/* After a break all may have been silent, and none be dead: who was connected for less
 * than a lease does not judge. */
static void look_for_dead(queue *q) {
  const double now = clock_ms(), lease = limits.report_queue_lease;
  if (!q->owner || q->link.since_ms == 0 || now - q->link.since_ms < lease ||
      now - q->reclaimed_ms < lease / 4)
    return;
  q->reclaimed_ms = now;
  tell(q, "reclaim", q->owner, NULL);
}

static bool queue_reclaim(job_ledger_file *l, uint32_t owner, uint32_t most,
                          uint64_t *cut) {
  (void) l, (void) owner, (void) most;
  *cut = 0;                     /* leases say who is gone */
  return true;
}

/* Transactions --------------------------------------------------------------- */

static void put(queue *q, const void *bytes, size_t size) {
  vec_reserve(&q->data, q->data.count + (uint32_t) size);
  if (size) memcpy(q->data.items + q->data.count, bytes, size);
  q->data.count += (uint32_t) size;
}

static void put_number(queue *q, uint32_t n) { put(q, &n, sizeof n); }

static void put_pair(queue *q, char what, const void *name, size_t name_size,
                     const void *value, size_t size) {
  put(q, &what, 1);
  put_number(q, (uint32_t) name_size);
  put_number(q, (uint32_t) size);
  put(q, name, name_size);
  put(q, value, size);
}

static void put_count(queue *q, const char *name, uint64_t more) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRIu64, more);
  if (more) put_pair(q, 'n', name, strlen(name), digits, strlen(digits));
}

/* What the queue itself costs, for doc/jobs.md. */
static void put_costs(queue *q) {
  const double ms = q->link.busy_ms - q->counted_ms;
  put_count(q, "queue us", (uint64_t) (ms * 1000));
  put_count(q, "queue calls", q->link.calls - q->counted_calls);
  q->counted_ms = q->link.busy_ms;
  q->counted_calls = q->link.calls;
}

static bool send(queue *q, uint32_t owner) {
  char number[24];
  if (q->is_new) snprintf(number, sizeof number, "%" PRIu32, limits.report_queue_lease);
  else snprintf(number, sizeof number, "%" PRIu64, owner ? ++q->seq : 0);
  redisReply *r = ask(q, q->is_new ? "create" : "commit", owner, number, q->data.items,
                      q->data.count);
  const bool is_good = r && is_word(r->element[0], "ok") &&
                       q->news.word != JOB_LEDGER_GONE;
  if (r && is_word(r->element[0], "there"))
    set_error(q, r->elements > 1 && r->element[1]->integer
                     ? "another run is at work in this queue"
                     : "a run that was ended is in this queue: braid run "
                       "--resume=URL goes on with it, braid status --remove URL "
                       "removes it");
  freeReplyObject(r);
  vec_clear(&q->data);
  if (is_good) q->is_new = false;
  return is_good;
}

static bool queue_begin(job_ledger_file *l) {
  queue *q = of(l);
  look_for_dead(q);
  vec_clear(&q->data);
  q->is_in = true;
  return true;
}

static bool queue_end(job_ledger_file *l, bool is_good) {
  queue *q = of(l);
  q->is_in = false;
  if (is_good && q->owner && !q->is_new) put_costs(q);
  return is_good && send(q, q->owner);
}

/* Outside of a transaction it is one, of nobody. */
static bool finish(queue *q) { return q->is_in || send(q, 0); }

static bool queue_set(job_ledger_file *l, const char *name, const void *value,
                      size_t size) {
  put_pair(of(l), 's', name, strlen(name), value, size);
  return finish(of(l));
}

static char *queue_get(job_ledger_file *l, const char *name, size_t *size) {
  return field(of(l), "run", name, size);
}

static bool queue_put_file(job_ledger_file *l, const char *digest, const void *bytes,
                           size_t size) {
  put_pair(of(l), 'b', digest, strlen(digest), bytes, size);
  return finish(of(l));
}

static char *queue_get_file(job_ledger_file *l, const char *digest, size_t *size) {
  return field(of(l), "file", digest, size);
}

static void queue_stop(job_ledger_file *l) { tell(of(l), "stop", of(l)->owner, NULL); }

static bool queue_add(job_ledger_file *l, const job_ledger_new *j, uint64_t *number) {
  queue *q = of(l);
  put(q, "a", 1);
  put(q, &j->id, sizeof j->id);
  put(q, &j->parent, sizeof j->parent);
  put_number(q, j->depth);
  put(q, &j->digest, sizeof j->digest);
  put_number(q, j->bytes ? (uint32_t) j->size : 0);
  if (j->bytes) put(q, j->bytes, j->size);
  *number = j->id;
  return true;
}

static bool queue_done(job_ledger_file *l, uint64_t number, uint32_t owner,
                       uint32_t children) {
  queue *q = of(l);
  (void) owner;
  put(q, "d", 1);
  put(q, &number, sizeof number);
  put_number(q, children);
  return true;
}

static bool queue_release(job_ledger_file *l, uint64_t number, uint32_t owner) {
  (void) owner;
  put(of(l), "r", 1);
  put(of(l), &number, sizeof number);
  return true;
}

/* Taking --------------------------------------------------------------------- */

static bool read_job(const redisReply *id, const redisReply *value, job_ledger_job *to) {
  if (id->type != REDIS_REPLY_STRING || id->len != sizeof to->id ||
      value->type != REDIS_REPLY_STRING || value->len < HEAD)
    return false;
  const size_t size = (size_t) value->len - HEAD;
  *to = (job_ledger_job) {.failures = (uint8_t) value->str[0], .size = size};
  memcpy(&to->id, id->str, sizeof to->id);
  memcpy(&to->depth, value->str + 1, sizeof to->depth);
  to->number = to->id;
  if (!size) return true;
  to->bytes = mem_zeroed(size + 1, 1);
  memcpy(to->bytes, value->str + HEAD, size);
  return true;
}

static job_ledger_took queue_take(job_ledger_file *l, uint32_t owner, unsigned share,
                                  job_ledger_job *to, unsigned most, unsigned *count) {
  queue *q = of(l);
  char step[24], room[16];
  (void) share;                 /* the server knows how many share */
  *count = 0;
  look_for_dead(q);
  snprintf(step, sizeof step, "%" PRIu64, ++q->seq);
  snprintf(room, sizeof room, "%u", most);
  redisReply *r = ask(q, "take", owner, step, room, strlen(room));
  job_ledger_took took = JOB_LEDGER_FAILED;
  if (r && is_word(r->element[0], "empty")) took = JOB_LEDGER_EMPTY;
  if (r && (is_word(r->element[0], "others") || is_word(r->element[0], "lost")))
    took = JOB_LEDGER_OTHERS;   /* nothing was held that could be lost */
  if (r && is_word(r->element[0], "ok")) took = JOB_LEDGER_TOOK;
  if (r && took != JOB_LEDGER_TOOK && !is_word(r->element[0], "lost"))
    q->seq--;                   /* that was no step */
  for (size_t k = ANSWER_SIZE; r && k + 1 < r->elements && *count < most; k += 2) {
    if (read_job(r->element[k], r->element[k + 1], to + *count)) {
      ++*count;
      continue;
    }
    set_error(q, "a job in it is no job");
    took = JOB_LEDGER_FAILED;
  }
  freeReplyObject(r);
  if (q->news.word == JOB_LEDGER_GONE || q->news.word == JOB_LEDGER_ENDED)
    took = JOB_LEDGER_FAILED;
  while (took != JOB_LEDGER_TOOK && *count) free(to[--*count].bytes);
  return took;
}

/* Results -------------------------------------------------------------------- */

static bool queue_count(job_ledger_file *l, const char *name, uint64_t more) {
  put_count(of(l), name, more);
  return !more || finish(of(l));
}

static bool queue_each_count(job_ledger_file *l, job_ledger_visit_count *visit,
                             void *context) {
  redisReply *r = command(of(l), "HGETALL", "sum", NULL, 0);
  const bool is_good = r && r->type == REDIS_REPLY_ARRAY;
  for (size_t k = 0; is_good && k + 1 < r->elements; k += 2)
    visit(context, r->element[k]->str, number(r->element[k + 1]));
  freeReplyObject(r);
  return is_good;
}

static bool queue_find(job_ledger_file *l, int kind, uint32_t owner,
                       const uint8_t digest[JOB_LEDGER_KEY], const void *bytes,
                       size_t size) {
  queue *q = of(l);
  uint8_t key[1 + JOB_LEDGER_KEY] = {(uint8_t) kind};
  memcpy(key + 1, digest, JOB_LEDGER_KEY);
  put(q, "f", 1);
  put_number(q, sizeof key);
  put_number(q, (uint32_t) (sizeof owner + size));
  put(q, key, sizeof key);
  put_number(q, owner);
  put(q, bytes, size);
  return finish(q);
}

/* An entry: its id, and k KIND o OWNER b BYTES. */
static bool read_found(const redisReply *entry, uint64_t *at, uint32_t but,
                       job_ledger_visit_found *visit, void *context) {
  uint64_t ms, n;
  if (entry->type != REDIS_REPLY_ARRAY || entry->elements != 2 ||
      sscanf(entry->element[0]->str, "%" SCNu64 "-%" SCNu64, &ms, &n) != 2)
    return false;
  const redisReply *f = entry->element[1];
  if (f->type != REDIS_REPLY_ARRAY || f->elements != 6) return false;
  *at = ms << STREAM_BITS | n;
  if (number(f->element[3]) != but || !but)
    visit(context, (int) number(f->element[1]), f->element[5]->str,
          (size_t) f->element[5]->len);
  return true;
}

static bool queue_each_found(job_ledger_file *l, uint64_t *from, uint32_t but,
                             job_ledger_visit_found *visit, void *context) {
  char begin[64], most[16];
  snprintf(most, sizeof most, "%d", FOUND_AT_ONCE);
  for (;;) {
    snprintf(begin, sizeof begin, "(%" PRIu64 "-%" PRIu64, *from >> STREAM_BITS,
             *from & ((UINT64_C(1) << STREAM_BITS) - 1));
    const char *range[] = {begin, "+", "COUNT", most};
    redisReply *r = command(of(l), "XRANGE", "found", range, 4);
    bool is_good = r && r->type == REDIS_REPLY_ARRAY;
    const size_t count = is_good ? r->elements : 0;
    for (size_t k = 0; k < count && is_good; k++)
      is_good = read_found(r->element[k], from, but, visit, context);
    freeReplyObject(r);
    if (!is_good || count < FOUND_AT_ONCE) return is_good;
  }
}

/* The whole ------------------------------------------------------------------ */

/* As the script's `look` says it. */
typedef struct view {
  uint64_t open, free, owners, is_led, found, keys, held;
  uint64_t made, done, children, made_low, done_low, made_high, done_high, noted;
} view;

static bool look(queue *q, uint32_t owner, view *v) {
  redisReply *r = ask(q, "look", owner, NULL, NULL, 0);
  const bool is_good = r && is_word(r->element[0], "ok") && r->elements == 17;
  if (is_good) {
    uint64_t n[17];
    for (size_t k = 1; k < 17; k++) n[k] = number(r->element[k]);
    *v = (view) {n[1], n[2], n[3], n[4], n[5], n[6], n[8], n[9], n[10], n[11], n[12],
                 n[13], n[14], n[15], n[16]};
  }
  freeReplyObject(r);
  return is_good;
}

static bool queue_look(job_ledger_file *l, job_ledger_state *s) {
  view v;
  if (!look(of(l), 0, &v)) return false;
  *s = (job_ledger_state) {.jobs = v.made, .done = v.done, .free = v.free,
                           .children = v.children, .digests = 1, .owners = v.owners,
                           .is_at_work = v.is_led};
  return true;
}

static bool queue_count_free(job_ledger_file *l, uint32_t most, uint64_t *free) {
  *free = of(l)->free < most ? of(l)->free : most;
  return true;
}

static bool queue_count_others(job_ledger_file *l, uint32_t owner, uint64_t *others) {
  view v;
  const bool is_good = look(of(l), owner, &v);
  *others = is_good && v.open > v.held ? v.open - v.held : 0;
  return is_good;
}

static char *queue_quick_check(job_ledger_file *l) {
  (void) l;
  return NULL;
}

static char *queue_check(job_ledger_file *l, uint64_t digest) {
  queue *q = of(l);
  view v;
  size_t size;
  if (!look(q, 0, &v)) return mem_format("the queue cannot be read: %s", queue_error(l));
  char *said = queue_get(l, "digest", &size);
  const bool is_same = said && size == sizeof digest && !memcmp(said, &digest, size);
  free(said);
  if (v.open)
    return mem_format("%" PRIu64 " of %" PRIu64 " jobs are not done", v.open, v.made);
  if (v.made != 1 + v.children)
    return mem_format("%" PRIu64 " jobs in the queue, %" PRIu64 " were made", v.made,
                      1 + v.children);
  if (v.made != v.done || v.made_low != v.done_low || v.made_high != v.done_high)
    return mem_format("%" PRIu64 " jobs were made, and the %" PRIu64
                      " that processes ended are not the same", v.made, v.done);
  if (v.found != v.noted || v.keys != v.noted)
    return mem_format("of %" PRIu64 " findings %" PRIu64 " are there", v.noted,
                      v.found < v.keys ? v.found : v.keys);
  if (!is_same) return mem_string("the run is of another program or other options");
  return NULL;
}

/* Open, closed and gone ------------------------------------------------------- */

static void queue_close(job_ledger_file *l) {
  queue *q = of(l);
  redis_link_release(&q->link);
  vec_release(&q->data);
  free(q->key);
  free(q);
}

static void queue_set_patience(job_ledger_file *l, int ms) {
  of(l)->link.patience_ms = (uint32_t) ms;
}

static const job_ledger_class class_of = {
  queue_close, queue_error, queue_set_patience, queue_join, queue_leave, queue_hear,
  queue_begin, queue_end, queue_set, queue_get, queue_put_file, queue_get_file,
  queue_stop, queue_add, queue_done, queue_release, queue_take, queue_reclaim,
  queue_count, queue_each_count, queue_find, queue_each_found, queue_look,
  queue_count_free, queue_count_others, queue_quick_check, queue_check};

/* False, with the link's error or without: there is no run. */
static bool read_token(queue *q) {
  size_t size;
  char *token = field(q, "run", "token", &size);
  const bool is_there = token && size == TOKEN;
  if (is_there) memcpy(q->token, token, TOKEN + 1);
  free(token);
  return is_there;
}

static queue *new_queue(const char *url, char **error) {
  queue *q = mem_zeroed(1, sizeof *q);
  q->base.class_of = &class_of;
  *error = redis_link_init(&q->link, url);
  if (*error) {
    queue_close(&q->base);
    return NULL;
  }
  q->key = mem_format("braid:{%s}:run", q->link.url.name);
  return q;
}

job_ledger_file *job_ledger_redis(const char *url, bool makes, bool is_read_only,
                                  char **error) {
  queue *q = new_queue(url, error);
  if (!q) return NULL;
  if (is_read_only) q->link.patience_ms = 0;
  if (makes) {
    make_token(q->token);
    q->is_new = q->is_in = q->is_first = true;
    q->owner = 1;
    return &q->base;
  }
  if (read_token(q)) return &q->base;
  *error = q->link.error ? mem_string(q->link.error)
                         : mem_format("%s: there is no run in this queue",
                                      q->link.url.shown);
  queue_close(&q->base);
  return NULL;
}

bool job_ledger_redis_is_there(const char *url, char **error) {
  queue *q = new_queue(url, error);
  if (!q) return false;
  const bool is_there = read_token(q);
  if (q->link.error) *error = mem_string(q->link.error);
  queue_close(&q->base);
  return is_there;
}

bool job_ledger_redis_has_ended(const char *url, const char *token) {
  char *error;
  queue *q = new_queue(url, &error);
  free(error);
  if (!q) return false;
  redisReply *r = command(q, "GET", "ended", NULL, 0);
  const bool has_ended = r && is_word(r, token);
  freeReplyObject(r);
  queue_close(&q->base);
  return has_ended;
}

/* Who has to say that a run has ended does not wait long for it. */
enum { SHORT_MS = 2000 };

void job_ledger_redis_remove(const char *url) {
  char *error;
  queue *q = new_queue(url, &error);
  free(error);
  if (!q) return;
  q->link.patience_ms = SHORT_MS;
  if (read_token(q)) tell(q, "drop", 0, NULL);
  queue_close(&q->base);
}
