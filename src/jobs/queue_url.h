#ifndef JOBS_QUEUE_URL_H
#define JOBS_QUEUE_URL_H

#include <stdbool.h>

/*
 * Places of queues:
 *
 *   redis://[USER[:PASSWORD]@]HOST[:PORT]/NAME
 *   redis+unix://[USER[:PASSWORD]@]/PATH/OF/THE/SOCKET/NAME
 *   postgresql://[USER[:PASSWORD]@][HOST[:PORT]]/DATABASE/NAME[?PARAMETER=VALUE&...]
 *
 * "%40" and the like stand for bytes of USER and PASSWORD. NAME is of letters, digits,
 * dots, dashes and underscores.  A password missing in the URL is taken from the
 * environment's BRAID_QUEUE_PASSWORD: a command line can be seen by others.  Without NAME
 * the last form ("postgres://" is the same) is libpq's, with parameters for TLS, sockets
 * and much else.
 */
typedef enum queue_kind { QUEUE_REDIS, QUEUE_POSTGRES } queue_kind;

typedef struct queue_url {
  queue_kind kind;
  char *host;                   /* NULL: a socket */
  int port;
  char *socket;
  char *place;                  /* PostgreSQL's: the URL without the name, in place of
                                 * host, port and socket */
  char *user, *password;        /* or NULL */
  char *name;
  char *shown;                  /* without passwords */
} queue_url;

/* Whether the text is a URL of any kind, not the name of a directory. */
bool queue_url_is(const char *text);

/* NULL, or a message to be freed. */
char *queue_url_read(queue_url *, const char *text);
void queue_url_release(queue_url *);

/* The text without passwords, to be freed; other texts unchanged. */
char *queue_url_shown(const char *text);

#endif
