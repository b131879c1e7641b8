/* A URL of up to sixteen bytes in parts, as the front end of a web server has it.
 * Planted: a port of six digits overruns its buffer. */
#include <braid.h>
#include <stddef.h>

enum { SIZE = 16, DIGITS = 5 };

struct url {
  int has_user, host_at, host_length, path_at, is_query, is_fragment;
  char port[DIGITS];
};

static int is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static int is_digit(char c) { return c >= '0' && c <= '9'; }
static int is_host(char c) { return is_alpha(c) || is_digit(c) || c == '.' || c == '-'; }
static int is_path(char c) { return c > ' ' && c != '?' && c != '#' && c != '\\'; }

static int parse(const char *s, struct url *u) {
  int at = 0, digits = 0;
  while (is_alpha(s[at])) at++;
  if (!at || s[at] != ':' || s[at + 1] != '/' || s[at + 2] != '/') return -1;
  at += 3;
  u->host_at = at;
  while (is_host(s[at])) at++;
  if (s[at] == '@') {
    u->has_user = 1;
    u->host_at = ++at;
    while (is_host(s[at])) at++;
  }
  u->host_length = at - u->host_at;
  if (!u->host_length) return -2;
  if (s[at] == ':') {
    at++;
    while (is_digit(s[at])) u->port[digits++] = s[at++];
    if (!digits) return -3;
  }
  u->path_at = at;
  if (s[at] == '/')
    while (s[at] && is_path(s[at])) at++;
  if (s[at] == '?') {
    u->is_query = 1;
    at++;
    while (s[at] && s[at] != '#') at++;
  }
  if (s[at] == '#') {
    u->is_fragment = 1;
    at++;
    while (s[at]) at++;
  }
  return s[at] ? -4 : at;
}

int main(void) {
  char text[SIZE + 1];
  struct url u = {0};
  braid_make_symbolic(text, SIZE, "text");
  text[SIZE] = 0;
  return parse(text, &u) > 0 && u.is_query;
}
