#include "shop.h"

bool csv_next_line(csv *c) {
  while (*c->at && *c->at != '\n') c->at++;
  if (*c->at) c->at++;
  return *c->at != 0;
}

static bool is_end(char c) { return !c || c == '\n' || c == ';'; }

static void skip_separator(csv *c) {
  if (*c->at == ';') c->at++;
}

long csv_number(csv *c) {
  long n = 0;
  const bool is_negative = *c->at == '-';
  if (is_negative) c->at++;
  while (*c->at >= '0' && *c->at <= '9') n = 10 * n + (*c->at++ - '0');
  while (!is_end(*c->at)) c->at++;
  skip_separator(c);
  return is_negative ? -n : n;
}

char *csv_text(csv *c) {
  const char *start = c->at;
  while (!is_end(*c->at)) c->at++;
  char *copy = copy_text(start, (size_t) (c->at - start));
  skip_separator(c);
  return copy;
}
