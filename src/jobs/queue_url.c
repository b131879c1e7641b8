#include "jobs/queue_url.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT = 6379, NAME_SIZE = 64 };

static const char tcp[] = "redis://", local[] = "redis+unix://", tls[] = "rediss://";
static const char postgres[] = "postgres://", postgresql[] = "postgresql://";

#define POSTGRES_FORM "postgresql://[USER@]HOST[:PORT]/DATABASE/NAME"
#define FORMS \
  "redis://HOST[:PORT]/NAME, redis+unix:///PATH/OF/SOCKET/NAME or " POSTGRES_FORM

bool queue_url_is(const char *text) { return strstr(text, "://") != NULL; }

static bool begins(const char *text, const char *with) {
  return !strncmp(text, with, strlen(with));
}

static char *part(const char *from, const char *to) {
  return mem_format("%.*s", (int) (to - from), from);
}

static int hex(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/* In place; false: that is no text. */
static bool decode(char *text) {
  char *to = text;
  for (const char *c = text; *c; c++) {
    if (*c != '%') {
      *to++ = *c;
      continue;
    }
    const int high = hex(c[1]), low = high < 0 ? -1 : hex(c[2]);
    if (low < 0 || !(high | low)) return false;
    *to++ = (char) (high << 4 | low);
    c += 2;
  }
  *to = 0;
  return true;
}

static bool read_user(queue_url *u, const char *from, const char *to) {
  const char *colon = memchr(from, ':', (size_t) (to - from));
  u->user = part(from, colon ? colon : to);
  if (colon) u->password = part(colon + 1, to);
  if (!decode(u->user) || (u->password && !decode(u->password))) return false;
  if (!*u->user) {
    free(u->user);
    u->user = NULL;
  }
  return true;
}

static char *read_host(queue_url *u, const char *from, const char *to) {
  const char *end = to;
  if (*from == '[') {           /* an address with colons */
    end = memchr(from, ']', (size_t) (to - from));
    if (!end) return mem_string("the address in brackets has no end");
    u->host = part(from + 1, end++);
  } else {
    const char *colon = memchr(from, ':', (size_t) (to - from));
    if (colon) end = colon;
    u->host = part(from, end);
  }
  if (!*u->host) return mem_string("there is no host");
  u->port = PORT;
  if (end == to) return NULL;
  char *digits = part(end + 1, to), *rest;
  const long port = strtol(digits, &rest, 10);
  const bool is_good = *end == ':' && isdigit((unsigned char) *digits) && !*rest &&
                       port > 0 && port < 65536;
  free(digits);
  u->port = (int) port;
  return is_good ? NULL : mem_string("the port is no number from 1 to 65535");
}

static char *check_name(const char *name) {
  const size_t size = strlen(name);
  if (!size) return mem_string("there is no name of the queue behind the last slash");
  if (size > NAME_SIZE)
    return mem_format("the queue's name is longer than %d characters", NAME_SIZE);
  for (const char *c = name; *c; c++)
    if (!isalnum((unsigned char) *c) && !strchr("._-", *c))
      return mem_string("the queue's name may have letters, digits, dots, dashes and "
                        "underscores only");
  return NULL;
}

/* Where its query begins, or its end. */
static const char *query_of(const char *text) { return text + strcspn(text, "?"); }

static bool is_secret(const char *parameter) {
  return begins(parameter, "password=") || begins(parameter, "sslpassword=");
}

static const char *find_sign(const char *from, const char *to) {
  const char *sign = NULL;
  for (const char *c = from; c < to; c++)
    if (*c == '@') sign = c;
  return sign;
}

static char *read_postgres(queue_url *u, const char *text) {
  const char *at = strstr(text, "://") + 3, *end = query_of(text);
  const char *slash = memchr(at, '/', (size_t) (end - at)), *last = slash;
  for (const char *c = slash; c && c < end; c++)
    if (*c == '/') last = c;
  if (!slash || last <= slash + 1) return mem_string("a queue is " POSTGRES_FORM);
  const char *sign = find_sign(at, slash);
  if (sign && !read_user(u, at, sign))
    return mem_string("user and password have a % that stands for no character");
  u->kind = QUEUE_POSTGRES;
  u->name = part(last + 1, end);
  u->place = mem_format("%.*s%s", (int) (last - text), text, end);
  return check_name(u->name);
}

static char *read_parts(queue_url *u, const char *text) {
  if (begins(text, postgres) || begins(text, postgresql)) return read_postgres(u, text);
  if (begins(text, tls))
    return mem_string("the packaged Redis client has no TLS; use redis:// through a "
                      "tunnel (doc/jobs.md)");
  const bool is_local = begins(text, local);
  if (!is_local && !begins(text, tcp))
    return mem_string("a queue is " FORMS);
  const char *at = text + strlen(is_local ? local : tcp);
  const char *slash = strchr(at, '/');
  if (!slash) return mem_string("a queue is " FORMS);
  const char *sign = find_sign(at, slash);
  if (sign && !read_user(u, at, sign))
    return mem_string("user and password have a % that stands for no character");
  const char *from = sign ? sign + 1 : at;
  const char *last = is_local ? strrchr(slash, '/') : slash;
  u->name = mem_string(last + 1);
  if (!is_local) {
    char *message = read_host(u, from, slash);
    if (message) return message;
  } else {
    if (from != slash || last == slash)
      return mem_string("a socket is redis+unix:///PATH/OF/SOCKET/NAME");
    u->socket = part(slash, last);
  }
  return check_name(u->name);
}

/* Values of secret parameters are left out. */
static char *show_query(const char *query) {
  char *to = mem_zeroed(strlen(query) + 1, 1);
  while (*query) {              /* a sign, and a parameter */
    const size_t size = 1 + strcspn(query + 1, "&");
    strncat(to, query, is_secret(query + 1) ? strcspn(query, "=") + 1 : size);
    query += size;
  }
  return to;
}

/* A password may have slashes and question marks that it should not have. */
char *queue_url_shown(const char *text) {
  const char *at = strstr(text, "://");
  if (!at) return mem_string(text);
  const char *end = query_of(at + 3 + strcspn(at + 3, "/"));
  const char *sign = find_sign(at + 3, end);
  const char *colon = sign ? memchr(at + 3, ':', (size_t) (sign - at - 3)) : NULL;
  char *query = show_query(end);
  const char *from = colon ? sign : end;
  char *shown = mem_format("%.*s%.*s%s", (int) ((colon ? colon : end) - text), text,
                           (int) (end - from), from, query);
  free(query);
  return shown;
}

char *queue_url_read(queue_url *u, const char *text) {
  *u = (queue_url) {.host = NULL};
  u->shown = queue_url_shown(text);
  char *message = read_parts(u, text);
  if (message) {
    char *whole = mem_format("%s: %s", u->shown, message);
    free(message);
    queue_url_release(u);
    return whole;
  }
  const char *secret = getenv("BRAID_QUEUE_PASSWORD");
  const bool has_one = u->password || strstr(query_of(text), "?password=") ||
                       strstr(query_of(text), "&password=");
  if (!has_one && secret && *secret) u->password = mem_string(secret);
  return NULL;
}

void queue_url_release(queue_url *u) {
  free(u->host);
  free(u->socket);
  free(u->place);
  free(u->user);
  free(u->password);
  free(u->name);
  free(u->shown);
  *u = (queue_url) {.host = NULL};
}
