#include "jobs/job_ledger_class.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/vec.h"
#include "jobs/queue_link.h"
#include "jobs/queue_step.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/*
 * The ledger as a queue on a server.  A transaction is collected here (queue_step.h) and
 * sent as one call of the server's script; queue.lua says how a queue is laid out.  A
 * job's number is its id.
 *
 * Each step of an owner has a number, and one that the server did already, though its
 * answer was lost, is not done again.
 */
enum { TOKEN = 32, HEAD = 5, FOUND_AT_ONCE = 256, PLACE_BITS = 20 };

typedef struct queue {
  job_ledger_file base;
  queue_link link;
  char token[TOKEN + 1];        /* which run it is */
  uint32_t owner;
  uint64_t seq;                 /* steps of the owner */
  queue_bytes data;             /* the transaction */
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

/* What each answer begins with: a word, free jobs, owners, how many of them wait, the
 * run's state, who leads. */
enum { ANSWER_FREE = 1, ANSWER_OWNERS, ANSWER_HUNGRY, ANSWER_STATE, ANSWER_FIRST,
       ANSWER_SIZE };

static void hear(queue *q, const queue_answer *a) {
  if (queue_answer_is(a, 0, "gone")) {
    q->news.word = queue_answer_number(a, 1) ? JOB_LEDGER_ENDED : JOB_LEDGER_GONE;
    set_error(q, q->news.word == JOB_LEDGER_ENDED
                     ? "the run has ended"
                     : "the run is not there any more, or another one is");
    return;
  }
  if (a->words.count < ANSWER_SIZE) return;
  q->free = queue_answer_number(a, ANSWER_FREE);
  q->news = (job_ledger_news) {
    .word = queue_answer_is(a, ANSWER_STATE, "stopped") ? JOB_LEDGER_STOPPED
                                                        : JOB_LEDGER_GOES_ON,
    .owners = (uint32_t) queue_answer_number(a, ANSWER_OWNERS),
    .hungry = (uint32_t) queue_answer_number(a, ANSWER_HUNGRY)};
  if (queue_answer_is(a, 0, "lost")) {
    q->news.word = JOB_LEDGER_LOST;
    set_error(q, "nothing was heard of this process for too long: others have its "
                 "jobs");
  }
  if (q->is_first && queue_answer_number(a, ANSWER_FIRST) != q->owner) {
    q->news.word = JOB_LEDGER_GONE;
    set_error(q, "another process leads the run now");
  }
}

/* A step, or a question that says how the run is; the answer is to be released. */
static bool ask(queue *q, const queue_call *call, queue_answer *a) {
  queue_call c = *call;
  c.token = q->token;
  if (!queue_link_call(&q->link, &c, a)) return false;
  hear(q, a);
  return true;
}

static bool tell(queue *q, const char *what, uint32_t owner) {
  queue_answer a;
  const bool is_good = ask(q, &(queue_call) {.what = what, .owner = owner}, &a) &&
                       queue_answer_is(&a, 0, "ok");
  queue_answer_release(&a);
  return is_good;
}

/* What is there, of whichever run. */
static bool query(queue *q, const char *what, const char *more, const char *name,
                  queue_answer *a) {
  return queue_link_call(&q->link, &(queue_call) {
      .what = what, .token = q->token, .more = more, .data = name,
      .size = name ? strlen(name) : 0}, a) && queue_answer_is(a, 0, "ok");
}

/* A value of "run", "file" or "seq", to be freed; NULL: there is none. */
static char *field(queue *q, const char *of_what, const char *name, size_t *size) {
  queue_answer a;
  char *value = NULL;
  *size = 0;
  if (query(q, "get", of_what, name, &a) && a.words.count == 2) {
    value = a.words.items[1].bytes;
    *size = a.words.items[1].size;
    a.words.count = 1;
  }
  queue_answer_release(&a);
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
    queue_answer a;
    const bool is_heard = ask(q, &(queue_call) {.what = "join", .data = self, .size = TOKEN,
                                                .more = is_first ? "1" : "0"}, &a);
    const bool is_good = is_heard && queue_answer_is(&a, 0, "ok") && a.words.count > 1;
    if (queue_answer_is(&a, 0, "led")) set_error(q, "another process leads this run");
    if (is_good) *owner = (uint32_t) queue_answer_number(&a, 1);
    queue_answer_release(&a);
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
  tell(of(l), "leave", owner);
}

static job_ledger_news queue_hear(job_ledger_file *l) { return of(l)->news; }

bool job_ledger_queue_beat(job_ledger_file *l, uint32_t owner) {
  return tell(of(l), "beat", owner);
}

/* After a break all may have been silent, and none be dead: who was connected for less
 * than a lease does not judge. */
static void look_for_dead(queue *q) {
  const double now = clock_ms(), lease = limits.jobs_queue_lease;
  if (!q->owner || q->link.since_ms == 0 || now - q->link.since_ms < lease ||
      now - q->reclaimed_ms < lease / 4)
    return;
  q->reclaimed_ms = now;
  tell(q, "reclaim", q->owner);
}

/* Leases say who is gone. */
static bool queue_reclaim(job_ledger_file *l, uint32_t owner, uint32_t most,
                          job_ledger_visit_open *visit, void *context) {
  (void) l, (void) owner, (void) most, (void) visit, (void) context;
  return true;
}

/* Transactions --------------------------------------------------------------- */

/* What the queue itself costs, for doc/jobs.md. */
static void put_costs(queue *q) {
  const double ms = q->link.busy_ms - q->counted_ms;
  queue_step_count(&q->data, "queue us", (uint64_t) (ms * 1000));
  queue_step_count(&q->data, "queue calls", q->link.calls - q->counted_calls);
  q->counted_ms = q->link.busy_ms;
  q->counted_calls = q->link.calls;
}

static bool send(queue *q, uint32_t owner) {
  char number[24];
  if (q->is_new) snprintf(number, sizeof number, "%" PRIu32, limits.jobs_queue_lease);
  else snprintf(number, sizeof number, "%" PRIu64, owner ? ++q->seq : 0);
  queue_answer a;
  const bool is_heard =
      ask(q, &(queue_call) {.what = q->is_new ? "create" : "commit", .owner = owner,
                            .more = number, .data = q->data.items,
                            .size = q->data.count, .is_step = true}, &a);
  const bool is_good = is_heard && queue_answer_is(&a, 0, "ok") &&
                       q->news.word != JOB_LEDGER_GONE;
  if (queue_answer_is(&a, 0, "there"))
    set_error(q, queue_answer_number(&a, 1)
                     ? "another run is at work in this queue"
                     : "a run that was ended is in this queue: braid run "
                       "--resume=URL goes on with it, braid status --remove URL "
                       "removes it");
  queue_answer_release(&a);
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
  queue_step_pair(&of(l)->data, 's', name, strlen(name), value, size);
  return finish(of(l));
}

static char *queue_get(job_ledger_file *l, const char *name, size_t *size) {
  return field(of(l), "run", name, size);
}

static bool queue_put_file(job_ledger_file *l, const char *digest, const void *bytes,
                           size_t size) {
  queue_step_pair(&of(l)->data, 'b', digest, strlen(digest), bytes, size);
  return finish(of(l));
}

static char *queue_get_file(job_ledger_file *l, const char *digest, size_t *size) {
  return field(of(l), "file", digest, size);
}

static void queue_stop(job_ledger_file *l) { tell(of(l), "stop", of(l)->owner); }

static bool queue_add(job_ledger_file *l, const job_ledger_new *j, uint64_t *number) {
  queue_step_add(&of(l)->data, j);
  *number = j->id;
  return true;
}

static bool queue_done(job_ledger_file *l, uint64_t number, uint64_t id, uint32_t owner,
                       uint32_t children) {
  (void) owner;
  assert(number == id);
  queue_step_done(&of(l)->data, number, children);
  return true;
}

static bool queue_release(job_ledger_file *l, uint64_t number, uint32_t owner) {
  (void) owner;
  queue_step_release(&of(l)->data, number);
  return true;
}

/* Taking --------------------------------------------------------------------- */

/* An id, and deaths (a byte), depth (4 bytes) and bytes. */
static bool read_job(const queue_word *id, const queue_word *value, job_ledger_job *to) {
  if (id->size != sizeof to->id || value->size < HEAD) return false;
  const size_t size = value->size - HEAD;
  *to = (job_ledger_job) {.failures = (uint8_t) value->bytes[0], .size = size};
  memcpy(&to->id, id->bytes, sizeof to->id);
  memcpy(&to->depth, value->bytes + 1, sizeof to->depth);
  to->number = to->id;
  if (!size) return true;
  to->bytes = mem_zeroed(size + 1, 1);
  memcpy(to->bytes, value->bytes + HEAD, size);
  return true;
}

static job_ledger_took queue_take(job_ledger_file *l, uint32_t owner, unsigned share,
                                  job_ledger_job *to, unsigned most, unsigned *count) {
  queue *q = of(l);
  char step[24], room[16];
  queue_answer a;
  (void) share;                 /* the server knows how many share */
  *count = 0;
  look_for_dead(q);
  snprintf(step, sizeof step, "%" PRIu64, ++q->seq);
  snprintf(room, sizeof room, "%u", most);
  const bool is_heard = ask(q, &(queue_call) {.what = "take", .owner = owner, .more = step,
                                              .data = room, .size = strlen(room)}, &a);
  const bool is_lost = queue_answer_is(&a, 0, "lost");
  job_ledger_took took = JOB_LEDGER_FAILED;
  if (queue_answer_is(&a, 0, "empty")) took = JOB_LEDGER_EMPTY;
  if (queue_answer_is(&a, 0, "others") || is_lost)
    took = JOB_LEDGER_OTHERS;   /* nothing was held that could be lost */
  if (queue_answer_is(&a, 0, "ok")) took = JOB_LEDGER_TOOK;
  if (is_heard && took != JOB_LEDGER_TOOK && !is_lost) q->seq--;   /* that was no step */
  for (uint32_t k = ANSWER_SIZE; k + 1 < a.words.count && *count < most; k += 2) {
    if (read_job(&a.words.items[k], &a.words.items[k + 1], to + *count)) {
      ++*count;
      continue;
    }
    set_error(q, "a job in it is no job");
    took = JOB_LEDGER_FAILED;
  }
  queue_answer_release(&a);
  if (q->news.word == JOB_LEDGER_GONE || q->news.word == JOB_LEDGER_ENDED)
    took = JOB_LEDGER_FAILED;
  while (took != JOB_LEDGER_TOOK && *count) free(to[--*count].bytes);
  return took;
}

/* Results -------------------------------------------------------------------- */

static bool queue_count(job_ledger_file *l, const char *name, uint64_t more) {
  queue_step_count(&of(l)->data, name, more);
  return !more || finish(of(l));
}

static bool queue_each_count(job_ledger_file *l, job_ledger_visit_count *visit,
                             void *context) {
  queue_answer a;
  const bool is_good = query(of(l), "sums", NULL, NULL, &a);
  for (uint32_t k = 1; is_good && k + 1 < a.words.count; k += 2)
    visit(context, a.words.items[k].bytes, queue_answer_number(&a, k + 1));
  queue_answer_release(&a);
  return is_good;
}

static bool queue_find(job_ledger_file *l, int kind, uint32_t owner,
                       const uint8_t digest[JOB_LEDGER_KEY], const void *bytes,
                       size_t size, bool *is_new) {
  *is_new = true;
  queue_step_find(&of(l)->data, kind, owner, digest, bytes, size);
  return finish(of(l));
}

static uint32_t queue_writer(const job_ledger_file *l) {
  return ((const queue *) l)->owner;
}

static const char *queue_token(const job_ledger_file *l) {
  return ((const queue *) l)->token;
}

static bool queue_each_receipt(job_ledger_file *l, job_ledger_visit_receipt *visit,
                               void *context) {
  queue_answer a;
  const bool is_good = query(of(l), "receipts", NULL, NULL, &a);
  for (uint32_t k = 1; is_good && k + 1 < a.words.count; k += 2) {
    uint32_t writer;
    char name[JOB_RECEIPT_NAME];
    if (sscanf(a.words.items[k].bytes, "receipt %" SCNu32, &writer) != 1) continue;
    job_ledger_receipt_name(writer, name);
    if (!strcmp(name, a.words.items[k].bytes))  /* one name a writer: none counts twice */
      visit(context, writer, a.words.items[k + 1].bytes, a.words.items[k + 1].size);
  }
  queue_answer_release(&a);
  return is_good;
}

/* Each has four words: its place, kind, owner and bytes. */
static uint32_t read_found(const queue_answer *a, uint64_t *from, uint32_t but,
                           job_ledger_visit_found *visit, void *context) {
  uint32_t count = 0;
  for (uint32_t k = 1; k + 4 <= a->words.count; k += 4, count++) {
    uint64_t high, low;
    if (sscanf(a->words.items[k].bytes, "%" SCNu64 "-%" SCNu64, &high, &low) != 2) break;
    *from = high << PLACE_BITS | low;
    if (queue_answer_number(a, k + 2) != but || !but)
      visit(context, (int) queue_answer_number(a, k + 1), a->words.items[k + 3].bytes,
            a->words.items[k + 3].size);
  }
  return count;
}

static bool queue_each_found(job_ledger_file *l, uint64_t *from, uint32_t but,
                             job_ledger_visit_found *visit, void *context) {
  char begin[64], most[16];
  snprintf(most, sizeof most, "%d", FOUND_AT_ONCE);
  for (;;) {
    queue_answer a;
    snprintf(begin, sizeof begin, "%" PRIu64 "-%" PRIu64, *from >> PLACE_BITS,
             *from & ((UINT64_C(1) << PLACE_BITS) - 1));
    const bool is_good = query(of(l), "found", begin, most, &a);
    const uint32_t count = is_good ? read_found(&a, from, but, visit, context) : 0;
    const bool is_whole = is_good && a.words.count == 1 + 4 * count;
    queue_answer_release(&a);
    if (!is_whole || count < FOUND_AT_ONCE) return is_whole;
  }
}

/* The whole ------------------------------------------------------------------ */

/* As the script's `look` says it. */
typedef struct view {
  uint64_t open, free, owners, is_led, found, keys, held;
  uint64_t made, done, children, made_low, done_low, made_high, done_high, noted;
} view;

static bool look(queue *q, uint32_t owner, view *v) {
  queue_answer a;
  const bool is_good = ask(q, &(queue_call) {.what = "look", .owner = owner}, &a) &&
                       queue_answer_is(&a, 0, "ok") && a.words.count == 17;
  if (is_good) {
    uint64_t n[17];
    for (uint32_t k = 1; k < 17; k++) n[k] = queue_answer_number(&a, k);
    *v = (view) {n[1], n[2], n[3], n[4], n[5], n[6], n[8], n[9], n[10], n[11], n[12],
                 n[13], n[14], n[15], n[16]};
  }
  queue_answer_release(&a);
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
  char *said = job_ledger_get(l, "digest", &size);      /* by its seal */
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
  queue_link_release(&q->link);
  vec_release(&q->data);
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
  queue_count_free, queue_count_others, queue_quick_check, queue_check, queue_writer,
  queue_token, queue_each_receipt, NULL, NULL, false};

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
  *error = queue_link_init(&q->link, url);
  if (*error) {
    queue_close(&q->base);
    return NULL;
  }
  return q;
}

job_ledger_file *job_ledger_queue(const char *url, bool makes, bool is_read_only,
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

bool job_ledger_queue_is_there(const char *url, char **error) {
  queue *q = new_queue(url, error);
  if (!q) return false;
  const bool is_there = read_token(q);
  if (q->link.error) *error = mem_string(q->link.error);
  queue_close(&q->base);
  return is_there;
}

bool job_ledger_queue_has_ended(const char *url, const char *token) {
  char *error;
  queue *q = new_queue(url, &error);
  free(error);
  if (!q) return false;
  queue_answer a;
  const bool has_ended = query(q, "ended", NULL, NULL, &a) && queue_answer_is(&a, 1, token);
  queue_answer_release(&a);
  queue_close(&q->base);
  return has_ended;
}

/* Who has to say that a run has ended does not wait long for it. */
enum { SHORT_MS = 2000 };

void job_ledger_queue_remove(const char *url) {
  char *error;
  queue *q = new_queue(url, &error);
  free(error);
  if (!q) return;
  q->link.patience_ms = SHORT_MS;
  if (read_token(q)) tell(q, "drop", 0);
  queue_close(&q->base);
}
