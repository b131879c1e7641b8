#include "finding/property.h"

#include "base/mem.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reading ---------------------------------------------------------------- */

static void skip_blanks(const char **p) {
  while (**p == ' ' || **p == '\t' || **p == '\r') ++*p;
}

/* Takes the text if it comes next, blanks before and between its words
 * apart: one blank in it stands for any number, also none. */
static bool take(const char **p, const char *text) {
  const char *at = *p;
  for (skip_blanks(&at); *text; text++)
    if (*text == ' ') skip_blanks(&at);
    else if (*at++ != *text) return false;
  *p = at;
  return true;
}

static bool take_name(const char **p, char **name) {
  skip_blanks(p);
  const char *end = *p;
  while (isalnum((unsigned char) *end) || *end == '_') end++;
  if (end == *p || isdigit((unsigned char) **p)) return false;
  free(*name);
  *name = mem_format("%.*s", (int) (end - *p), *p);
  *p = end;
  return true;
}

/* What an invariant "G x" is about. */
static const struct {
  const char *text;
  uint64_t counted;
  bool must_free_all;
} invariants[] = {
  {"valid-free",
   OPTIONS_BIT(OUTCOME_INVALID_FREE) | OPTIONS_BIT(OUTCOME_DOUBLE_FREE),
   false},
  {"valid-deref",
   OPTIONS_BIT(OUTCOME_OUT_OF_BOUNDS) | OPTIONS_BIT(OUTCOME_NULL_POINTER) |
       OPTIONS_BIT(OUTCOME_BAD_POINTER) | OPTIONS_BIT(OUTCOME_USE_AFTER_FREE) |
       OPTIONS_BIT(OUTCOME_USE_AFTER_SCOPE) | OPTIONS_BIT(OUTCOME_READ_ONLY),
   false},
  {"valid-memtrack", OPTIONS_BIT(OUTCOME_LEAK), false},
  {"valid-memcleanup", OPTIONS_BIT(OUTCOME_LEAK), true},
  {"! overflow",
   OPTIONS_BIT(OUTCOME_OVERFLOW) | OPTIONS_BIT(OUTCOME_SHIFT_BASE), false},
};

enum { INVARIANTS = sizeof invariants / sizeof *invariants };

/* Known to verification tasks, but not checked by braid. */
static const char *const unchecked[] = {"G ! data-race"};

static char *parse_check(property *p, const char **at) {
  for (size_t i = 0; i < sizeof unchecked / sizeof *unchecked; i++)
    if (take(at, unchecked[i]))
      return mem_format("braid does not check \"%s\"", unchecked[i]);
  if (take(at, "F end")) {
    p->counted |= OPTIONS_BIT(OUTCOME_HANG);
    p->must_end = true;
    return NULL;
  }
  if (!take(at, "G")) return mem_string("expected G and a property");
  if (take(at, "! call ( ")) {
    if (!take_name(at, &p->error_function) || !take(at, "( ) )"))
      return mem_string("expected call(FUNCTION())");
    p->counted |= OPTIONS_BIT(OUTCOME_REACH_ERROR);
    return NULL;
  }
  for (size_t i = 0; i < INVARIANTS; i++)
    if (take(at, invariants[i].text)) {
      p->counted |= invariants[i].counted;
      p->must_free_all |= invariants[i].must_free_all;
      p->tracks_memory |= (invariants[i].counted & OPTIONS_BIT(OUTCOME_LEAK)) != 0;
      return NULL;
    }
  /* Of what no task asks, by the check's own name. */
  for (unsigned k = 0; k < OUTCOME_COUNT; k++) {
    char own[64];
    snprintf(own, sizeof own, "! %s )", outcome_text((outcome) k));
    const char *from = *at;
    if (!outcome_is_bug((outcome) k) || !take(at, own)) continue;
    *at = strchr(from, ')');
    p->counted |= OPTIONS_BIT(k);
    return NULL;
  }
  return mem_string("unknown property after G");
}

/* Specifications ---------------------------------------------------------- */

static char *specification(const char *what) {
  return mem_format("CHECK( init(main()), LTL(G %s) )", what);
}

/* The file's lines, without the last one's end. */
static char *own_text(const property *p) {
  size_t length = strlen(p->text);
  while (length && isspace((unsigned char) p->text[length - 1])) length--;
  return mem_format("%.*s", (int) length, p->text);
}

char *property_of_bug(const property *p, outcome bug) {
  if (p->text && property_counts(p, bug)) return own_text(p);
  if (bug == OUTCOME_REACH_ERROR) {
    char *what = mem_format("! call(%s())", p->error_function
                                                ? p->error_function
                                                : "reach_error");
    char *all = specification(what);
    free(what);
    return all;
  }
  for (size_t i = 0; i < INVARIANTS; i++)
    if (invariants[i].counted & OPTIONS_BIT(bug))
      return specification(invariants[i].text);
  char *what = mem_format("! %s", outcome_text(bug));
  char *all = specification(what);
  free(what);
  return all;
}

char *property_of_run(const property *p, const options *o) {
  if (p->text) return own_text(p);
  char *all = property_of_bug(p, OUTCOME_REACH_ERROR);
  for (size_t i = 0; i < INVARIANTS && !p->is_narrow; i++) {
    if ((invariants[i].counted & o->checks) != invariants[i].counted ||
        invariants[i].must_free_all)
      continue;
    char *line = specification(invariants[i].text);
    char *longer = mem_format("%s\n%s", all, line);
    free(line);
    free(all);
    all = longer;
  }
  return all;
}

static char *parse_cover(property *p, const char **at) {
  if (!take(at, "COVER EDGES ( @")) return mem_string("expected COVER EDGES(@");
  if (take(at, "CALL (")) {
    if (!take_name(at, &p->covers_call) || !take(at, ")"))
      return mem_string("expected @CALL(FUNCTION)");
    p->counted |= OPTIONS_BIT(OUTCOME_REACH_ERROR);
    free(p->error_function);
    p->error_function = mem_string(p->covers_call);
  } else if (take(at, "DECISIONEDGE") || take(at, "CONDITIONEDGE") ||
             take(at, "BASICBLOCKENTRY")) {
    p->covers_branches = true;
  } else {
    return mem_string("unknown goal after @");
  }
  return take(at, ")") ? NULL : mem_string("expected )");
}

/* NULL, or what is wrong with the line. */
static char *parse_line(property *p, const char *line) {
  const bool is_check = take(&line, "CHECK (");
  if (!is_check && !take(&line, "COVER ("))
    return mem_string("expected CHECK( or COVER(");
  if (!take(&line, "init ( main ( ) ) ,"))
    return mem_string("expected init(main()) and a comma");
  if (!take(&line, is_check ? "LTL (" : "FQL ("))
    return mem_format("expected %s", is_check ? "LTL(" : "FQL(");
  char *wrong = is_check ? parse_check(p, &line) : parse_cover(p, &line);
  if (wrong) return wrong;
  if (!take(&line, ") )")) return mem_string("expected )) at the end");
  skip_blanks(&line);
  return *line ? mem_format("\"%s\" follows the property", line) : NULL;
}

bool property_parse(property *p, const char *text, const char *name,
                    char **message) {
  *p = (property) {.is_narrow = true, .text = mem_string(text)};
  *message = NULL;
  unsigned number = 0, properties = 0;
  for (const char *next = text; *next && !*message;) {
    const size_t length = strcspn(next, "\n");
    char *line = mem_format("%.*s", (int) length, next);
    next += length + (next[length] == '\n');
    number++;
    if (line[strspn(line, " \t\r")]) {
      char *wrong = parse_line(p, line);
      if (wrong) *message = mem_format("%s:%u: %s", name, number, wrong);
      free(wrong);
      properties++;
    }
    free(line);
  }
  if (!*message && !properties)
    *message = mem_format("%s: no property in it", name);
  if (*message) property_release(p);
  return !*message;
}

static char *read_text(const char *path, char **message) {
  enum { LIMIT = 1 << 16 };     /* far more than any property file */
  FILE *in = fopen(path, "r");
  char *text = in ? mem_zeroed(LIMIT + 1, 1) : NULL;
  const size_t size = in ? fread(text, 1, LIMIT + 1, in) : 0;
  if (!in || ferror(in))
    *message = mem_format("cannot read %s: %s", path, strerror(errno));
  else if (size > LIMIT || strlen(text) < size)
    *message = mem_format("%s is no property file", path);
  if (in) fclose(in);
  if (!*message) return text;
  free(text);
  return NULL;
}

bool property_init(property *p, const options *o, char **message) {
  *p = (property) {.counted = o->checks};
  *message = NULL;
  if (o->property) {
    char *text = read_text(o->property, message);
    const bool good = text && property_parse(p, text, o->property, message);
    free(text);
    if (!good) return false;
  } else if (o->error_function || o->error_label) {
    p->is_narrow = true;
    p->counted = OPTIONS_BIT(OUTCOME_REACH_ERROR);
  }
  if (o->error_function) {
    free(p->error_function);
    p->error_function = mem_string(o->error_function);
    p->counted |= OPTIONS_BIT(OUTCOME_REACH_ERROR);
  }
  if (o->error_label) {
    p->error_label = mem_string(o->error_label);
    p->counted |= OPTIONS_BIT(OUTCOME_REACH_ERROR);
  }
  return true;
}

void property_release(property *p) {
  free(p->error_function);
  free(p->error_label);
  free(p->covers_call);
  free(p->text);
  *p = (property) {0};
}
