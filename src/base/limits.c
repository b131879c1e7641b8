#include "base/limits.h"

#include "base/mem.h"
#include "base/suggest.h"
#include "base/vec.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#ifdef HOSTILE
#define TINY(VALUE, SMALL) SMALL
#else
#define TINY(VALUE, SMALL) VALUE
#endif
#define KEEP(VALUE, SMALL) VALUE

limits_table limits = {
#define LIMIT(NAME, VALUE, SMALL, LARGE, HOSTILE_IS, UNIT, REASON, CHOSEN) \
  .NAME = HOSTILE_IS(VALUE, SMALL),
#define ROOM(NAME)
#include "base/limits.def"
};

#define LIMIT(NAME, VALUE, SMALL, LARGE, HOSTILE_IS, UNIT, REASON, CHOSEN) \
  _Static_assert((SMALL) <= (VALUE) && (VALUE) <= (LARGE), #NAME);
#define ROOM(NAME)
#include "base/limits.def"

typedef struct row {
  const char *room;             /* not NULL: a heading, and nothing else */
  const char *name;
  uint32_t *at;
  uint64_t value, small, large;
  const char *unit, *reason, *chosen;
} row;

static const row rows[] = {
#define LIMIT(NAME, VALUE, SMALL, LARGE, HOSTILE_IS, UNIT, REASON, CHOSEN) \
  {NULL, #NAME, &limits.NAME, HOSTILE_IS(VALUE, SMALL), SMALL, LARGE, UNIT, REASON, \
   CHOSEN},
#define ROOM(NAME) {.room = #NAME},
#include "base/limits.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const row *find(const char *name, size_t length) {
  for (const row *r = rows; r < rows + ROWS; r++)
    if (r->name && !strncmp(r->name, name, length) && !r->name[length]) return r;
  return NULL;
}

static char *unknown(const char *name, size_t length) {
  VEC(const char *) known = {0};
  for (const row *r = rows; r < rows + ROWS; r++)
    if (r->name) vec_push(&known, r->name);
  char *own = mem_format("%.*s", (int) length, name);
  const char *near = suggest_nearest(own, known.items, known.count);
  char *message =
      near ? mem_format("unknown limit %s; did you mean %s?", own, near)
           : mem_format("unknown limit %s; braid help limits lists them", own);
  free(own);
  vec_release(&known);
  return message;
}

static bool read_number(const char *text, uint64_t *value) {
  *value = 0;
  if (!*text) return false;
  for (; *text >= '0' && *text <= '9'; text++)
    if (__builtin_mul_overflow(*value, 10, value) ||
        __builtin_add_overflow(*value, (uint64_t) (*text - '0'), value))
      return false;
  return !*text;
}

bool limits_set(const char *text, char **message) {
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t) (equals - text) : strlen(text);
  const row *r = find(text, length);
  uint64_t value;
  if (!r) *message = unknown(text, length);
  else if (!equals)
    *message = mem_format("--limit needs a value: --limit %s=%" PRIu64, r->name,
                          r->value);
  else if (!read_number(equals + 1, &value))
    *message = mem_format("the limit %s takes a number, not \"%s\"", r->name,
                          equals + 1);
  else if (value < r->small || value > r->large)
    *message = mem_format("the limit %s is %" PRIu64 " to %" PRIu64 " %s, not %s",
                          r->name, r->small, r->large, r->unit, equals + 1);
  else {
    *r->at = (uint32_t) value;
    return true;
  }
  return false;
}

void limits_help(FILE *out) {
  fputs("Usage: braid run --limit NAME=VALUE ...\n"
        "\n"
        "Sets a tuning number for one run, for experiments and to find out which\n"
        "of them matters.  A limit may make a run slower, or inconclusive; it never\n"
        "makes a verdict wrong.  The range is in brackets.\n", out);
  for (const row *r = rows; r < rows + ROWS; r++)
    if (r->room) fprintf(out, "\nLimits of %s:\n", r->room);
    else {
      fprintf(out, "  %s=%" PRIu64 "  [%" PRIu64 "..%" PRIu64 "]\n", r->name, r->value,
              r->small, r->large);
      fprintf(out, "      %s: %s\n      chosen by: %s\n", r->unit, r->reason, r->chosen);
    }
  fputs("\n"
        "Exit status: 1 for a name or a value that is not in this list.\n", out);
}

void limits_list(FILE *out) {
  for (const row *r = rows; r < rows + ROWS; r++)
    if (!r->room)
      fprintf(out, "%s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", r->name, r->value,
              r->small, r->large);
}
