#include "report/redis_link.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "report/process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CONNECT_MS = 5000, ANSWER_MS = 60000, FIRST_WAIT_MS = 20, LAST_WAIT_MS = 1000 };

char *redis_link_init(redis_link *k, const char *url) {
  *k = (redis_link) {.patience_ms = limits.report_queue_patience};
  /* The client writes to sockets whose other end may be gone. */
  signal(SIGPIPE, SIG_IGN);
  return queue_url_read(&k->url, url);
}

static void disconnect(redis_link *k) {
  if (k->context) redisFree(k->context);
  k->context = NULL;
  k->since_ms = 0;
}

void redis_link_release(redis_link *k) {
  disconnect(k);
  free(k->error);
  queue_url_release(&k->url);
}

void redis_words_add(redis_words *w, const void *bytes, size_t size) {
  w->items[w->count] = size ? bytes : "";
  w->sizes[w->count++] = size;
}

void redis_words_text(redis_words *w, const char *text) {
  redis_words_add(w, text, strlen(text));
}

static struct timeval span(long ms) {
  return (struct timeval) {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
}

typedef enum outcome_of_call {
  CALL_GOOD, CALL_AGAIN, CALL_FAILED
} outcome_of_call;

static outcome_of_call fail(redis_link *k, outcome_of_call how, const char *why) {
  char *text = mem_format("%s: %s", k->url.shown, why);
  free(k->error);
  k->error = text;
  return how;
}

static bool begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

/* What the server says when it cannot just now: it starts, a script of others takes
 * long, its memory or its disk is full, another one takes over. */
static outcome_of_call judge(redis_link *k, const char *said) {
  static const char *const passing[] = {"LOADING", "BUSY", "OOM", "MISCONF", "READONLY",
                                        "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN"};
  for (size_t n = 0; n < sizeof passing / sizeof *passing; n++)
    if (begins(said, passing[n])) return fail(k, CALL_AGAIN, said);
  /* Version 6 says so of a script's command. */
  if (strstr(said, "OOM command") || strstr(said, "MISCONF"))
    return fail(k, CALL_AGAIN, said);
  if (begins(said, "NOAUTH"))
    return fail(k, CALL_FAILED, "the server wants a password: in the URL, or in "
                                "BRAID_QUEUE_PASSWORD");
  if (begins(said, "WRONGPASS") || begins(said, "ERR invalid password") ||
      begins(said, "ERR AUTH") || begins(said, "ERR Client sent AUTH"))
    return fail(k, CALL_FAILED, "the server does not accept user and password");
  if (begins(said, "ERR unknown command"))
    return fail(k, CALL_FAILED, "the server is no Redis of version 6.2 or later");
  return fail(k, CALL_FAILED, said);
}

/* Another protocol is none that will get better. */
static outcome_of_call judge_context(redis_link *k) {
  const bool is_other = k->context->err == REDIS_ERR_PROTOCOL;
  char *text = mem_format("%s%s", is_other ? "that is no Redis server: " : "",
                          k->context->errstr);
  const outcome_of_call how = fail(k, is_other ? CALL_FAILED : CALL_AGAIN, text);
  free(text);
  disconnect(k);
  return how;
}

static outcome_of_call ask(redis_link *k, const redis_words *w, redisReply **to) {
  *to = redisCommandArgv(k->context, w->count, (const char **) (uintptr_t) w->items,
                         w->sizes);
  if (!*to) return judge_context(k);
  if ((*to)->type != REDIS_REPLY_ERROR) return CALL_GOOD;
  const outcome_of_call how = begins((*to)->str, "NOSCRIPT") ? CALL_GOOD
                                                             : judge(k, (*to)->str);
  if (how == CALL_GOOD) return how;
  freeReplyObject(*to);
  *to = NULL;
  return how;
}

static outcome_of_call log_in(redis_link *k) {
  redis_words w = {.count = 0};
  redisReply *reply;
  redis_words_text(&w, k->url.password ? "AUTH" : "PING");
  if (k->url.password && k->url.user) redis_words_text(&w, k->url.user);
  if (k->url.password) redis_words_text(&w, k->url.password);
  const outcome_of_call how = ask(k, &w, &reply);
  if (how == CALL_GOOD) freeReplyObject(reply);
  return how;
}

static outcome_of_call reach(redis_link *k) {
  if (k->context) return CALL_GOOD;
  const struct timeval soon = span(CONNECT_MS);
  k->context = k->url.host
                   ? redisConnectWithTimeout(k->url.host, k->url.port, soon)
                   : redisConnectUnixWithTimeout(k->url.socket, soon);
  if (!k->context) return fail(k, CALL_FAILED, "out of memory");
  if (k->context->err) return judge_context(k);
  redisSetTimeout(k->context, soon);
  const outcome_of_call how = log_in(k);
  if (how != CALL_GOOD) {
    disconnect(k);
    return how;
  }
  redisSetTimeout(k->context, span(ANSWER_MS));
  k->since_ms = clock_ms();
  return CALL_GOOD;
}

static void wait_a_while(uint32_t ms) {
  const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = (long) (ms % 1000) * 1000000};
  nanosleep(&t, NULL);
}

redisReply *redis_call(redis_link *k, const redis_words *w) {
  const double began = clock_ms();
  redisReply *reply = NULL;
  uint32_t wait = FIRST_WAIT_MS;
  free(k->error);
  k->error = NULL;
  outcome_of_call how;
  for (;;) {
    how = reach(k);
    if (how == CALL_GOOD) how = ask(k, w, &reply);
    /* Who is to stop does not wait for a server that is not there. */
    if (how != CALL_AGAIN || process_stop || clock_ms() - began >= k->patience_ms) break;
    wait_a_while(wait);
    wait = 2 * wait < LAST_WAIT_MS ? 2 * wait : LAST_WAIT_MS;
  }
  k->calls++;
  if (how == CALL_GOOD) {
    free(k->error);
    k->error = NULL;
  }
  k->busy_ms += clock_ms() - began;
  if (how == CALL_AGAIN && k->patience_ms) {
    char *text = mem_format("%s (tried for %.1f s)", k->error,
                            (clock_ms() - began) / 1e3);
    free(k->error);
    k->error = text;
  }
  return how == CALL_GOOD ? reply : NULL;
}

/* Behind the name of the command come the script, or its digest, and the rest. */
static redisReply *evaluate(redis_link *k, const char *how, const char *script,
                            size_t size, const redis_words *rest) {
  redis_words w = {.count = 0};
  redis_words_text(&w, how);
  redis_words_add(&w, script, size);
  for (int n = 0; n < rest->count; n++)
    redis_words_add(&w, rest->items[n], rest->sizes[n]);
  return redis_call(k, &w);
}

redisReply *redis_run(redis_link *k, const char *script, size_t size, char digest[41],
                      const redis_words *rest) {
  for (int tries = 0; tries < 3; tries++) {
    redisReply *reply = *digest ? evaluate(k, "EVALSHA", digest, 40, rest) : NULL;
    if (*digest && (!reply || reply->type != REDIS_REPLY_ERROR)) return reply;
    freeReplyObject(reply);     /* the server does not have it, or not any more */
    redis_words load = {.count = 0};
    redis_words_text(&load, "SCRIPT");
    redis_words_text(&load, "LOAD");
    redis_words_add(&load, script, size);
    reply = redis_call(k, &load);
    if (!reply) return NULL;
    if (reply->type == REDIS_REPLY_STRING && reply->len == 40)
      memcpy(digest, reply->str, 41);
    freeReplyObject(reply);
  }
  fail(k, CALL_FAILED, "the server forgets its script again and again");
  return NULL;
}
