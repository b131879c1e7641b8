#ifndef JOBS_QUEUE_LINK_H
#define JOBS_QUEUE_LINK_H

#include "base/vec.h"
#include "jobs/queue_url.h"

#include <stddef.h>
#include <stdint.h>

/*
 * A connection to a queue's server that outlives the server: while the server is away,
 * starting, busy or full, a call is repeated at longer and longer intervals, until answered
 * or until the link's patience is over.  So every call must be repeatable.
 *
 * A call is an atomic step of a script on the server: queue.lua in Redis, queue.sql in
 * PostgreSQL, with the same requests and answers. queue.lua lists the requests.
 */
typedef struct queue_call {
  const char *what;
  const char *token;            /* of the run */
  uint32_t owner;
  const char *more;
  const void *data;
  size_t size;
  bool is_step;                 /* the data is of queue_step.h */
} queue_call;

/* Words in order.  Each has a NUL past its end; numbers are decimal. */
typedef struct queue_word {
  char *bytes;
  size_t size;
} queue_word;

typedef struct queue_answer {
  VEC(queue_word) words;
} queue_answer;

void queue_answer_add(queue_answer *, const void *, size_t);
void queue_answer_release(queue_answer *);
/* About the word at this place; no such place: false, 0. */
bool queue_answer_is(const queue_answer *, uint32_t at, const char *word);
uint64_t queue_answer_number(const queue_answer *, uint32_t at);

typedef enum queue_outcome {
  QUEUE_GOOD,
  QUEUE_AGAIN,                  /* may improve */
  QUEUE_FAILED
} queue_outcome;

typedef struct queue_link queue_link;

/* A kind of server. */
typedef struct queue_link_class {
  queue_outcome (*connect)(queue_link *);
  queue_outcome (*ask)(queue_link *, const queue_call *, queue_answer *);
  void (*disconnect)(queue_link *);
} queue_link_class;

struct queue_link {
  const queue_link_class *class_of;
  queue_url url;
  void *connection;             /* the client's; NULL: not connected */
  char script[41];              /* the script's name on the server */
  char *error;                  /* of the last failed call, or NULL */
  uint32_t patience_ms;
  double since_ms;              /* connected without a break; 0: not at all */
  double busy_ms;               /* spent in calls */
  uint64_t calls;
};

extern const queue_link_class queue_link_redis, queue_link_postgres;

enum { QUEUE_CONNECT_MS = 5000, QUEUE_ANSWER_MS = 60000 };

/* NULL, or a message to be freed: not a URL, or a server that this braid was built without. */
char *queue_link_init(queue_link *, const char *url);
void queue_link_release(queue_link *);

/* An answer of at least one word, to be released; false: the link's error has the reason. */
bool queue_link_call(queue_link *, const queue_call *, queue_answer *);

#define QUEUE_WANTS_PASSWORD \
  "the server wants a password: in the URL, or in BRAID_QUEUE_PASSWORD"
#define QUEUE_REFUSES_PASSWORD "the server does not accept user and password"

/* For the classes: the error of this call. */
queue_outcome queue_link_fail(queue_link *, queue_outcome, const char *why);

#endif
