#include "jobs/queue_link.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/sha.h"
#include "jobs/queue_step.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A PostgreSQL server, which has queue.sql: functions with a name of their own for each
 * version of that text.  The client's library, libpq, is loaded where there is such an URL
 * only: with all that it depends on that takes 7 ms, half as long as braid itself.
 */
static const char script[] = {
#include "queue_sql.inc"
};

#define FUNCTIONS(X) \
  X(PQconnectStartParams) X(PQconnectPoll) X(PQsetErrorVerbosity) X(PQsetNoticeProcessor) \
  X(PQsetnonblocking) X(PQstatus) X(PQsocket) X(PQerrorMessage) X(PQserverVersion) \
  X(PQconnectionNeedsPassword) X(PQfinish) X(PQsendQuery) X(PQsendQueryParams) X(PQflush) \
  X(PQconsumeInput) X(PQisBusy) X(PQgetResult) X(PQclear) X(PQresultStatus) \
  X(PQresultErrorField) X(PQntuples) X(PQgetvalue) X(PQgetlength)

#define FUNCTION(NAME) static __typeof__(NAME) *p##NAME;
FUNCTIONS(FUNCTION)
#undef FUNCTION

/* NULL, or what is missing. */
static const char *load_library(void) {
  static void *library;
  if (library) return NULL;
  library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
#define FUNCTION(NAME) \
  if (!(*(void **) &p##NAME = dlsym(library, #NAME))) return "libpq.so.5 lacks " #NAME;
  FUNCTIONS(FUNCTION)
#undef FUNCTION
  return NULL;
}

/* What went wrong ------------------------------------------------------------ */

static void postgres_disconnect(queue_link *k) {
  pPQfinish(k->connection);
  k->connection = NULL;
}

static bool is_one_of(const char *state, const char *const *list) {
  while (*list && strncmp(state, *list, strlen(*list))) list++;
  return *list;
}

/* By class or code: the connection, no room, a conflict with others, another server takes
 * over, the server stops or starts. */
static const char *const passing[] = {"08", "53", "40", "25006", "55P03", "57", "58", NULL};

static queue_outcome judge(queue_link *k, const char *state, const char *said) {
  if (!strncmp(state, "28P01", 5))
    return queue_link_fail(k, QUEUE_FAILED, QUEUE_REFUSES_PASSWORD);
  char *text = !strncmp(state, "42501", 5)
                   ? mem_format("%s; the user needs a schema \"braid\" of its own, or the right "
                                "to make one (doc/jobs.md)", said)
                   : mem_string(said);
  const queue_outcome how =
      queue_link_fail(k, is_one_of(state, passing) ? QUEUE_AGAIN : QUEUE_FAILED, text);
  free(text);
  return how;
}

static char *first_line(const char *text) {
  return mem_format("%.*s", (int) strcspn(text, "\n"), text);
}

/* Of a connection that was not made.  Where the server said so there is a state in the text,
 * "FATAL:  28P01: ..."; what the client says of TLS and of other protocols does not pass. */
static queue_outcome judge_connection(queue_link *k) {
  static const char *const lasting[] = {"certificate", "does not support SSL", "SSL error",
                                        "sslmode", "invalid response", "invalid URI",
                                        "invalid connection option", "expected authentication"};
  char *line = first_line(pPQerrorMessage(k->connection));
  const char *state = strstr(line, ":  "), *colon = state ? strchr(state + 3, ':') : NULL;
  queue_outcome how = QUEUE_AGAIN;
  if (pPQconnectionNeedsPassword(k->connection)) {
    how = queue_link_fail(k, QUEUE_FAILED, QUEUE_WANTS_PASSWORD);
  } else if (colon && colon == state + 8) {
    how = judge(k, state + 3, colon + 2);
  } else {
    for (size_t n = 0; n < sizeof lasting / sizeof *lasting; n++)
      if (strstr(line, lasting[n])) how = QUEUE_FAILED;
    queue_link_fail(k, how, line);
  }
  free(line);
  postgres_disconnect(k);
  return how;
}

static queue_outcome lose_connection(queue_link *k, const char *why) {
  char *line = first_line(why);
  const queue_outcome how = queue_link_fail(k, QUEUE_AGAIN, line);
  free(line);
  postgres_disconnect(k);
  return how;
}

/* Waiting -------------------------------------------------------------------- */

/* False: that took too long. */
static bool wait_for(queue_link *k, short events, double until) {
  for (;;) {
    struct pollfd p = {.fd = pPQsocket(k->connection), .events = events};
    const double left = until - clock_ms();
    const int got = left > 0 ? poll(&p, 1, 1 + (int) left) : 0;
    if (got > 0) return true;
    if (!got || errno != EINTR) return false;
  }
}

/* The last result, to be cleared; NULL: the connection is lost, and the error is set. */
static PGresult *await_result(queue_link *k) {
  const double until = clock_ms() + QUEUE_ANSWER_MS;
  PGresult *last = NULL;
  for (;;) {
    const int unsent = pPQflush(k->connection);
    if (unsent < 0) break;
    while (!unsent && !pPQisBusy(k->connection)) {
      PGresult *r = pPQgetResult(k->connection);
      if (!r) return last;
      pPQclear(last);
      last = r;
    }
    if (!wait_for(k, unsent ? POLLIN | POLLOUT : POLLIN, until)) {
      pPQclear(last);
      lose_connection(k, "the server does not answer");
      return NULL;
    }
    if (!pPQconsumeInput(k->connection)) break;
  }
  pPQclear(last);
  lose_connection(k, pPQerrorMessage(k->connection));
  return NULL;
}

/* What is not there that a call takes. */
typedef enum lack { LACK_NOTHING, LACK_FUNCTIONS, LACK_ALL } lack;

static lack find_lack(const char *state) {
  return !strcmp(state, "3F000")   ? LACK_ALL
         : !strcmp(state, "42883") ? LACK_FUNCTIONS
                                   : LACK_NOTHING;
}

/* Good, with a result to be cleared, or with a lack.  NULL: that is an error as all others
 * are. */
static queue_outcome take_result(queue_link *k, bool was_sent, PGresult **to, lack *lacks) {
  *to = NULL;
  if (!was_sent) return lose_connection(k, pPQerrorMessage(k->connection));
  PGresult *r = await_result(k);
  if (!r) return QUEUE_AGAIN;
  const ExecStatusType status = pPQresultStatus(r);
  if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
    *to = r;
    return QUEUE_GOOD;
  }
  const char *state = pPQresultErrorField(r, PG_DIAG_SQLSTATE);
  const char *said = pPQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY);
  queue_outcome how = QUEUE_GOOD;
  if (!state || pPQstatus(k->connection) != CONNECTION_OK)
    how = lose_connection(k, said ? said : pPQerrorMessage(k->connection));
  else if (!lacks || !(*lacks = find_lack(state)))
    how = judge(k, state, said ? said : state);
  pPQclear(r);
  return how;
}

static queue_outcome run(queue_link *k, const char *text) {
  PGresult *r;
  const queue_outcome how = take_result(k, pPQsendQuery(k->connection, text), &r, NULL);
  pPQclear(r);
  return how;
}

/* Connecting ----------------------------------------------------------------- */

static void drop_notice(void *context, const char *text) { (void) context, (void) text; }

/* Whatever the server, the database or the user has as defaults.  Plans are made once: what
 * they work on may be much or little, but an index and its order are always right. */
static const char settings[] =
    "SET search_path = pg_catalog; SET synchronous_commit = on; SET standard_conforming_strings"
    " = on; SET default_transaction_isolation = 'read committed'; SET statement_timeout = 0;"
    "SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET jit = off;"
    "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;"
    "SET plan_cache_mode = force_generic_plan";

enum { OLDEST = 120000 };

static queue_outcome postgres_connect(queue_link *k) {
  /* What is in the URL comes before these, but for the password, which is the same. */
  const char *names[] = {"keepalives_idle", "keepalives_interval", "keepalives_count",
                         "tcp_user_timeout", "application_name", "dbname", "password", NULL};
  const char *values[] = {"10", "5", "3", "60000", "braid", k->url.place, k->url.password, NULL};
  const char *missing = load_library();
  if (missing) {
    char *text = mem_format("PostgreSQL's client library is not installed: %s", missing);
    const queue_outcome how = queue_link_fail(k, QUEUE_FAILED, text);
    free(text);
    return how;
  }
  const double until = clock_ms() + QUEUE_CONNECT_MS;
  k->connection = pPQconnectStartParams(names, values, 1);
  if (!k->connection) return queue_link_fail(k, QUEUE_FAILED, "out of memory");
  pPQsetErrorVerbosity(k->connection, PQERRORS_VERBOSE);
  pPQsetNoticeProcessor(k->connection, drop_notice, NULL);
  PostgresPollingStatusType at = pPQstatus(k->connection) == CONNECTION_BAD
                                     ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
  while (at == PGRES_POLLING_READING || at == PGRES_POLLING_WRITING) {
    if (!wait_for(k, at == PGRES_POLLING_READING ? POLLIN : POLLOUT, until))
      return lose_connection(k, "the server does not answer");
    at = pPQconnectPoll(k->connection);
  }
  if (at != PGRES_POLLING_OK) return judge_connection(k);
  if (pPQserverVersion(k->connection) < OLDEST) {
    postgres_disconnect(k);
    return queue_link_fail(k, QUEUE_FAILED, "the server is no PostgreSQL of version 12 or later");
  }
  pPQsetnonblocking(k->connection, 1);
  const queue_outcome how = run(k, settings);
  if (how != QUEUE_GOOD && k->connection) postgres_disconnect(k);
  return how;
}

/* The text with its version's digits, which are as many as the word has letters. */
static char *versioned(queue_link *k) {
  static const char word[] = "VERSION";
  char *text = mem_format("%.*s", (int) sizeof script, script);
  memcpy(k->script, sha256(script, sizeof script).hex, strlen(word));
  for (char *at = text; (at = strstr(at, word)); at += strlen(word))
    memcpy(at, k->script, strlen(word));
  return text;
}

static queue_outcome load_script(queue_link *k) {
  char *text = versioned(k);
  const queue_outcome how = run(k, text);
  free(text);
  return how;
}

/* Calls ---------------------------------------------------------------------- */

enum { PARAMETERS = 17, PLAIN = 6, ARRAYS = PARAMETERS - PLAIN };
enum { TYPE_INT = 23, TYPE_BYTES = 17, TYPE_TEXT = 25, TYPE_ARRAY = 1001 };
enum { ARRAY_HEAD = 20 };       /* dimensions, flags, type, size, first index */

static void put_number(queue_bytes *to, uint32_t n) {
  const uint32_t swapped = htonl(n);
  queue_step_put(to, &swapped, sizeof swapped);
}

static void put_item(queue_bytes *arrays, uint32_t counts[], int which, const void *bytes,
                     uint32_t size) {
  put_number(&arrays[which], size);
  queue_step_put(&arrays[which], bytes, size);
  counts[which]++;
}

/* An array for each field of each kind of entry: new jobs have five, those done two, those
 * released one, all others a letter, a name and a value. */
static void put_arrays(const queue_call *c, queue_bytes arrays[ARRAYS]) {
  uint32_t counts[ARRAYS] = {0};
  queue_entry e;
  for (int k = 0; k < ARRAYS; k++)
    for (int n = 0; n < ARRAY_HEAD / 4; n++) put_number(&arrays[k], 0);
  for (size_t at = 0; queue_step_read(c->data, c->size, &at, &e);) {
    int which = e.what == 'a' ? 0 : e.what == 'd' ? 5 : e.what == 'r' ? 7 : 8;
    if (which == 8) put_item(arrays, counts, which++, &e.what, 1);
    for (uint32_t f = 0; f < e.count; f++)
      put_item(arrays, counts, which++, e.fields[f].bytes, e.fields[f].size);
  }
  for (int k = 0; k < ARRAYS; k++) {
    const uint32_t head[] = {htonl(counts[k] ? 1 : 0), 0, htonl(TYPE_BYTES),
                             htonl(counts[k]), htonl(1)};
    memcpy(arrays[k].items, head, sizeof head);
    if (!counts[k]) arrays[k].count = 12;       /* no dimension */
  }
}

static bool send_call(queue_link *k, const queue_call *c) {
  queue_bytes arrays[ARRAYS] = {{0}};
  char owner[16], text[256];
  Oid types[PARAMETERS] = {TYPE_TEXT, TYPE_TEXT, TYPE_TEXT, TYPE_INT, TYPE_TEXT, TYPE_BYTES};
  const char *values[PARAMETERS] = {k->url.name, c->what, c->token, owner,
                                    c->more ? c->more : "", c->size ? c->data : ""};
  int sizes[PARAMETERS] = {0, 0, 0, 0, 0, (int) c->size}, formats[PARAMETERS] = {0};
  snprintf(owner, sizeof owner, "%u", (unsigned) c->owner);
  formats[PLAIN - 1] = 1;
  if (c->is_step) {
    values[PLAIN - 1] = NULL;
    put_arrays(c, arrays);
  }
  for (int n = 0; n < ARRAYS; n++) {
    types[PLAIN + n] = TYPE_ARRAY;
    values[PLAIN + n] = c->is_step ? (const char *) arrays[n].items : NULL;
    sizes[PLAIN + n] = (int) arrays[n].count;
    formats[PLAIN + n] = 1;
  }
  snprintf(text, sizeof text, "SELECT unnest(braid.step_%s($1, $2, $3, $4, $5, $6, $7, $8, "
           "$9, $10, $11, $12, $13, $14, $15, $16, $17))", k->script);
  const bool was_sent = pPQsendQueryParams(k->connection, text, PARAMETERS, types, values,
                                           sizes, formats, 1);
  for (int n = 0; n < ARRAYS; n++) vec_release(&arrays[n]);
  return was_sent;
}

/* Only who makes a run makes what is not there; for all others no run is there. */
static queue_outcome postgres_ask(queue_link *k, const queue_call *c, queue_answer *a) {
  PGresult *r = NULL;
  lack lacks = LACK_NOTHING;
  if (!*k->script) free(versioned(k));
  queue_outcome how = take_result(k, send_call(k, c), &r, &lacks);
  if (lacks == LACK_ALL && strcmp(c->what, "create")) {
    queue_answer_add(a, "ok", 2);
  } else if (lacks) {
    how = load_script(k);
    if (how == QUEUE_GOOD) how = take_result(k, send_call(k, c), &r, NULL);
  }
  for (int n = 0; r && n < pPQntuples(r); n++)
    queue_answer_add(a, pPQgetvalue(r, n, 0), (size_t) pPQgetlength(r, n, 0));
  pPQclear(r);
  return how;
}

const queue_link_class queue_link_postgres = {postgres_connect, postgres_ask,
                                              postgres_disconnect};
