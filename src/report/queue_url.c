#include "report/queue_url.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PORT = 6379, NAME_SIZE = 64 };

static const char tcp[] = "redis://", local[] = "redis+unix://", tls[] = "rediss://";

#define FORMS "redis://HOST[:PORT]/NAME or redis+unix:///PATH/OF/SOCKET/NAME"

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

static char *read_parts(queue_url *u, const char *text) {
  if (begins(text, tls))
    return mem_string("the packaged Redis client has no TLS; use redis:// through a "
                      "tunnel (doc/jobs.md)");
  const bool is_local = begins(text, local);
  if (!is_local && !begins(text, tcp))
    return mem_string("a queue is " FORMS);
  const char *at = text + strlen(is_local ? local : tcp);
  const char *slash = strchr(at, '/');
  if (!slash) return mem_string("a queue is " FORMS);
  const char *sign = NULL;
  for (const char *c = at; c < slash; c++)
    if (*c == '@') sign = c;
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

char *queue_url_shown(const char *text) {
  const char *at = strstr(text, "://");
  const char *slash = at ? strchr(at + 3, '/') : NULL, *sign = NULL;
  for (const char *c = at ? at + 3 : ""; *c && (!slash || c < slash); c++)
    if (*c == '@') sign = c;
  if (!sign) return mem_string(text);
  const char *colon = memchr(at + 3, ':', (size_t) (sign - at - 3));
  return mem_format("%.*s%s", (int) ((colon ? colon : sign) - text), text, sign);
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
  if (!u->password && secret && *secret) u->password = mem_string(secret);
  return NULL;
}

void queue_url_release(queue_url *u) {
  free(u->host);
  free(u->socket);
  free(u->user);
  free(u->password);
  free(u->name);
  free(u->shown);
  *u = (queue_url) {.host = NULL};
}
