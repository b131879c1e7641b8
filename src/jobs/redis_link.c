#include "jobs/queue_link.h"

#include "base/mem.h"

#include <hiredis/hiredis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A Redis server, which has queue.lua: it is called by the name that the server gives it,
 * its SHA-1. */
static const char script[] = {
#include "queue_lua.inc"
};

typedef struct command {
  const char *words[10];
  size_t sizes[10];
  int count;
} command;

static void add(command *c, const void *bytes, size_t size) {
  c->words[c->count] = size ? bytes : "";
  c->sizes[c->count++] = size;
}

static void add_text(command *c, const char *text) { add(c, text, strlen(text)); }

static void redis_disconnect(queue_link *k) {
  redisFree(k->connection);
  k->connection = NULL;
}

static struct timeval span(long ms) {
  return (struct timeval) {.tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000};
}

static bool begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

/* What the server says when it cannot just now: it starts, a script of others takes
 * long, its memory or its disk is full, another one takes over. */
static queue_outcome judge(queue_link *k, const char *said) {
  static const char *const passing[] = {"LOADING", "BUSY", "OOM", "MISCONF", "READONLY",
                                        "MASTERDOWN", "TRYAGAIN", "CLUSTERDOWN"};
  for (size_t n = 0; n < sizeof passing / sizeof *passing; n++)
    if (begins(said, passing[n])) return queue_link_fail(k, QUEUE_AGAIN, said);
  /* Version 6 says so of a script's command. */
  if (strstr(said, "OOM command") || strstr(said, "MISCONF"))
    return queue_link_fail(k, QUEUE_AGAIN, said);
  if (begins(said, "NOAUTH"))
    return queue_link_fail(k, QUEUE_FAILED, QUEUE_WANTS_PASSWORD);
  if (begins(said, "WRONGPASS") || begins(said, "ERR invalid password") ||
      begins(said, "ERR AUTH") || begins(said, "ERR Client sent AUTH"))
    return queue_link_fail(k, QUEUE_FAILED, QUEUE_REFUSES_PASSWORD);
  if (begins(said, "ERR unknown command"))
    return queue_link_fail(k, QUEUE_FAILED,
                           "the server is no Redis of version 6.2 or later");
  return queue_link_fail(k, QUEUE_FAILED, said);
}

/* Another protocol is none that will get better. */
static queue_outcome judge_context(queue_link *k) {
  const redisContext *context = k->connection;
  const bool is_other = context->err == REDIS_ERR_PROTOCOL;
  char *text = mem_format("%s%s", is_other ? "that is no Redis server: " : "",
                          context->errstr);
  const queue_outcome how = queue_link_fail(k, is_other ? QUEUE_FAILED : QUEUE_AGAIN, text);
  free(text);
  redis_disconnect(k);
  return how;
}

/* An answer, to be freed, that is no error but that the script is not there. */
static queue_outcome send(queue_link *k, const command *c, redisReply **to) {
  *to = redisCommandArgv(k->connection, c->count, (const char **) (uintptr_t) c->words,
                         c->sizes);
  if (!*to) return judge_context(k);
  if ((*to)->type != REDIS_REPLY_ERROR || begins((*to)->str, "NOSCRIPT"))
    return QUEUE_GOOD;
  const queue_outcome how = judge(k, (*to)->str);
  freeReplyObject(*to);
  *to = NULL;
  return how;
}

static queue_outcome log_in(queue_link *k) {
  command c = {.count = 0};
  redisReply *reply;
  add_text(&c, k->url.password ? "AUTH" : "PING");
  if (k->url.password && k->url.user) add_text(&c, k->url.user);
  if (k->url.password) add_text(&c, k->url.password);
  const queue_outcome how = send(k, &c, &reply);
  if (how == QUEUE_GOOD) freeReplyObject(reply);
  return how;
}

static queue_outcome redis_connect(queue_link *k) {
  const struct timeval soon = span(QUEUE_CONNECT_MS);
  redisContext *context = k->url.host
                              ? redisConnectWithTimeout(k->url.host, k->url.port, soon)
                              : redisConnectUnixWithTimeout(k->url.socket, soon);
  if (!context) return queue_link_fail(k, QUEUE_FAILED, "out of memory");
  k->connection = context;
  if (context->err) return judge_context(k);
  redisSetTimeout(context, soon);
  const queue_outcome how = log_in(k);
  if (how == QUEUE_GOOD) redisSetTimeout(context, span(QUEUE_ANSWER_MS));
  else if (k->connection) redis_disconnect(k);
  return how;
}

static queue_outcome load(queue_link *k) {
  command c = {.count = 0};
  redisReply *reply;
  add_text(&c, "SCRIPT");
  add_text(&c, "LOAD");
  add(&c, script, sizeof script);
  const queue_outcome how = send(k, &c, &reply);
  if (how != QUEUE_GOOD) return how;
  if (reply->type == REDIS_REPLY_STRING && reply->len == 40)
    memcpy(k->script, reply->str, 41);
  freeReplyObject(reply);
  return QUEUE_GOOD;
}

static void put_answer(const redisReply *r, queue_answer *a) {
  char digits[24];
  if (r->type == REDIS_REPLY_INTEGER) {
    snprintf(digits, sizeof digits, "%lld", r->integer);
    queue_answer_add(a, digits, strlen(digits));
  } else {
    queue_answer_add(a, r->str, r->type == REDIS_REPLY_STRING ? (size_t) r->len : 0);
  }
}

static queue_outcome redis_ask(queue_link *k, const queue_call *call, queue_answer *a) {
  char owner[16], *key = mem_format("braid:{%s}:run", k->url.name);
  queue_outcome how = QUEUE_GOOD;
  redisReply *reply = NULL;
  snprintf(owner, sizeof owner, "%u", (unsigned) call->owner);
  for (int tries = 0; tries < 3 && how == QUEUE_GOOD; tries++) {
    command c = {.count = 0};
    if (!*k->script) how = load(k);
    if (how != QUEUE_GOOD) break;
    add_text(&c, "EVALSHA");
    add_text(&c, k->script);
    add_text(&c, "1");
    add_text(&c, key);
    add_text(&c, call->what);
    add_text(&c, call->token);
    add_text(&c, owner);
    add_text(&c, call->more ? call->more : "");
    add(&c, call->data, call->size);
    how = send(k, &c, &reply);
    if (how != QUEUE_GOOD || reply->type != REDIS_REPLY_ERROR) break;
    freeReplyObject(reply);     /* the server does not have it, or not any more */
    reply = NULL;
    *k->script = 0;
  }
  free(key);
  if (how == QUEUE_GOOD && !reply)
    return queue_link_fail(k, QUEUE_FAILED, "the server forgets its script again and again");
  if (how == QUEUE_GOOD && reply->type == REDIS_REPLY_ARRAY)
    for (size_t n = 0; n < reply->elements; n++) put_answer(reply->element[n], a);
  freeReplyObject(reply);
  return how;
}

const queue_link_class queue_link_redis = {redis_connect, redis_ask, redis_disconnect};
