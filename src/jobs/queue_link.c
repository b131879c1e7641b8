#include "jobs/queue_link.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_WAIT_MS = 20, LAST_WAIT_MS = 1000 };

/* NULL: its client was not there when braid was built (CMakeLists.txt). */
static const struct {
  const char *name;
  const queue_link_class *class_of;
} servers[] = {
#ifdef WITH_REDIS
  [QUEUE_REDIS] = {"Redis", &queue_link_redis},
#else
  [QUEUE_REDIS] = {"Redis", NULL},
#endif
#ifdef WITH_POSTGRES
  [QUEUE_POSTGRES] = {"PostgreSQL", &queue_link_postgres},
#else
  [QUEUE_POSTGRES] = {"PostgreSQL", NULL},
#endif
};

char *queue_link_init(queue_link *k, const char *url) {
  *k = (queue_link) {.patience_ms = limits.jobs_queue_patience};
  /* The client writes to sockets whose other end may be gone. */
  signal(SIGPIPE, SIG_IGN);
  char *message = queue_url_read(&k->url, url);
  if (message) return message;
  k->class_of = servers[k->url.kind].class_of;
  return k->class_of ? NULL
                     : mem_format("%s: this braid was built without %s (doc/jobs.md)",
                                  k->url.shown, servers[k->url.kind].name);
}

void queue_link_release(queue_link *k) {
  if (k->connection) k->class_of->disconnect(k);
  free(k->error);
  queue_url_release(&k->url);
}

queue_outcome queue_link_fail(queue_link *k, queue_outcome how, const char *why) {
  char *text = mem_format("%s: %s", k->url.shown, why);
  free(k->error);
  k->error = text;
  return how;
}

/* Answers -------------------------------------------------------------------- */

void queue_answer_add(queue_answer *a, const void *bytes, size_t size) {
  queue_word w = {.bytes = mem_zeroed(size + 1, 1), .size = size};
  if (size) memcpy(w.bytes, bytes, size);
  vec_push(&a->words, w);
}

void queue_answer_release(queue_answer *a) {
  for (uint32_t k = 0; k < a->words.count; k++) free(a->words.items[k].bytes);
  vec_release(&a->words);
}

bool queue_answer_is(const queue_answer *a, uint32_t at, const char *word) {
  return at < a->words.count && !strcmp(a->words.items[at].bytes, word);
}

uint64_t queue_answer_number(const queue_answer *a, uint32_t at) {
  return at < a->words.count ? strtoull(a->words.items[at].bytes, NULL, 10) : 0;
}

/* Calls ---------------------------------------------------------------------- */

static void wait_a_while(uint32_t ms) {
  const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = (long) (ms % 1000) * 1000000};
  nanosleep(&t, NULL);
}

static queue_outcome try_once(queue_link *k, const queue_call *c, queue_answer *a) {
  if (!k->connection) {
    const queue_outcome how = k->class_of->connect(k);
    if (how != QUEUE_GOOD) return how;
    k->since_ms = clock_ms();
  }
  const queue_outcome how = k->class_of->ask(k, c, a);
  if (!k->connection) k->since_ms = 0;
  if (how == QUEUE_GOOD && !a->words.count)
    return queue_link_fail(k, QUEUE_FAILED, "the server's answer is none of the queue's "
                                            "script");
  return how;
}

bool queue_link_call(queue_link *k, const queue_call *c, queue_answer *a) {
  const double began = clock_ms();
  uint32_t wait = FIRST_WAIT_MS;
  queue_outcome how;
  free(k->error);
  k->error = NULL;
  *a = (queue_answer) {{0}};
  for (;;) {
    how = try_once(k, c, a);
    if (how != QUEUE_GOOD) queue_answer_release(a);
    /* Who is to stop does not wait for a server that is not there. */
    if (how != QUEUE_AGAIN || process_stop || clock_ms() - began >= k->patience_ms) break;
    wait_a_while(wait);
    wait = 2 * wait < LAST_WAIT_MS ? 2 * wait : LAST_WAIT_MS;
  }
  k->calls++;
  k->busy_ms += clock_ms() - began;
  if (how == QUEUE_GOOD) {
    free(k->error);
    k->error = NULL;
  } else if (how == QUEUE_AGAIN && k->patience_ms) {
    char *text = mem_format("%s (tried for %.1f s)", k->error,
                            (clock_ms() - began) / 1e3);
    free(k->error);
    k->error = text;
  }
  return how == QUEUE_GOOD;
}
