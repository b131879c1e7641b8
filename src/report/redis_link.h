#ifndef REPORT_REDIS_LINK_H
#define REPORT_REDIS_LINK_H

#include "report/queue_url.h"

#include <hiredis/hiredis.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A connection to a Redis server that outlives it: where the server is away, starting,
 * busy or full, a call is made again, at longer and longer intervals, until it is
 * answered or the link's patience is over.  So every call must be one that may come
 * twice.
 */
typedef struct redis_link {
  queue_url url;
  redisContext *context;        /* NULL: not connected */
  char *error;                  /* of the last call that failed, or NULL */
  uint32_t patience_ms;
  double since_ms;              /* connected without a break; 0: not at all */
  double busy_ms;               /* spent in calls */
  uint64_t calls;
} redis_link;

typedef struct redis_words {
  const char *items[10];
  size_t sizes[10];
  int count;
} redis_words;

/* NULL, or a message to be freed: what is no URL. */
char *redis_link_init(redis_link *, const char *url);
void redis_link_release(redis_link *);

void redis_words_add(redis_words *, const void *, size_t);
void redis_words_text(redis_words *, const char *);

/* The answer, to be freed by freeReplyObject; NULL: the link's error says why. */
redisReply *redis_call(redis_link *, const redis_words *);

/* The same of a script, which the server is given once: `digest` is its SHA-1. */
redisReply *redis_run(redis_link *, const char *script, size_t size, char digest[41],
                      const redis_words *);

#endif
