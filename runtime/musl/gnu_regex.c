/*
 * GNU's calls for regular expressions (re_search and its kin), on musl's own: for the
 * basic and the extended syntax of POSIX and those near to them, with or without case.
 * What musl's cannot say ends the path: another syntax, a table that translates, lines
 * and zeros within patterns and texts.
 */
#include "../primitives.h"

#include <regex.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* As <regex.h> of the host lays it out.  What musl has compiled is in the first two
 * words, where regfree() looks for it. */
typedef struct pattern {
  void *buffer;
  void *compiled;               /* the host's "allocated" */
  unsigned long used, syntax;
  char *fastmap;
  unsigned char *translate;
  size_t re_nsub;
  unsigned can_be_null : 1, regs_allocated : 2, fastmap_accurate : 1, no_sub : 1,
      not_bol : 1, not_eol : 1, newline_anchor : 1;
} pattern;

typedef struct registers {
  unsigned count;
  int *start, *end;
} registers;

unsigned long re_syntax_options;

enum {
  ESCAPES_IN_LISTS = 1 << 0,    /* [\\]] */
  BACKSLASH_PLUS = 1 << 1,      /* \\+ and \\? are operators */
  PLAIN_BRACES = 1 << 12, PLAIN_PARENTHESES = 1 << 13, PLAIN_BAR = 1 << 15,
  IS_EXTENDED = PLAIN_BRACES | PLAIN_PARENTHESES | PLAIN_BAR,
  IGNORES_CASE = 1 << 22, HAS_NO_SUB = 1 << 25,
  REGS_UNALLOCATED = 0, REGS_REALLOCATE = 1, REGS_FIXED = 2
};

unsigned long re_set_syntax(unsigned long);
unsigned long re_set_syntax(unsigned long syntax) {
  const unsigned long before = re_syntax_options;
  re_syntax_options = syntax;
  return before;
}

static void check_syntax(const pattern *p, const char *text, size_t length) {
  const unsigned long syntax = re_syntax_options & (IS_EXTENDED | BACKSLASH_PLUS);
  if (p->translate || (re_syntax_options & ESCAPES_IN_LISTS) ||
      (syntax != IS_EXTENDED && syntax != BACKSLASH_PLUS))
    __braid_unsupported("re_compile_pattern with a syntax that is not near to POSIX's");
  if (memchr(text, '\n', length) || memchr(text, '\0', length))
    __braid_unsupported("re_compile_pattern with a newline or a zero in the pattern");
}

const char *re_compile_pattern(const char *, size_t, pattern *);
const char *re_compile_pattern(const char *text, size_t length, pattern *p) {
  static char message[64];
  check_syntax(p, text, length);
  char *copy = malloc(length + 1);
  if (!copy) return "Memory exhausted";
  memcpy(copy, text, length);
  copy[length] = '\0';
  if (p->compiled) regfree((regex_t *) p);
  p->compiled = NULL;
  const int flags = (re_syntax_options & PLAIN_PARENTHESES ? REG_EXTENDED : 0) |
                    (re_syntax_options & IGNORES_CASE ? REG_ICASE : 0);
  const int error = regcomp((regex_t *) p, copy, flags);
  free(copy);
  if (error) {
    regerror(error, (regex_t *) p, message, sizeof message);
    p->compiled = NULL;
    return message;
  }
  p->syntax = re_syntax_options;
  p->no_sub = (re_syntax_options & HAS_NO_SUB) != 0;
  p->newline_anchor = 1;
  p->fastmap_accurate = 1;
  return NULL;
}

int re_compile_fastmap(pattern *);
int re_compile_fastmap(pattern *p) {
  if (p->fastmap) memset(p->fastmap, 1, 256);
  return 0;
}

void re_set_registers(pattern *, registers *, unsigned, int *, int *);
void re_set_registers(pattern *p, registers *r, unsigned count, int *start, int *end) {
  p->regs_allocated = count ? REGS_REALLOCATE : REGS_UNALLOCATED;
  *r = (registers) {count, count ? start : NULL, count ? end : NULL};
}

/* False: there is no memory. */
static int fill(pattern *p, registers *r, const regmatch_t *found, size_t count,
                size_t offset) {
  const size_t wanted = count + 1;              /* the last is always -1 */
  if (p->regs_allocated != REGS_FIXED && r->count < wanted) {
    const int has = p->regs_allocated == REGS_REALLOCATE;
    int *start = realloc(has ? r->start : NULL, wanted * sizeof *start);
    if (start) r->start = start;
    int *end = start ? realloc(has ? r->end : NULL, wanted * sizeof *end) : NULL;
    if (!end) return 0;
    r->end = end;
    r->count = (unsigned) wanted;
    p->regs_allocated = REGS_REALLOCATE;
  }
  for (size_t k = 0; k < r->count; k++) {
    const int is = k < count && found[k].rm_so >= 0;
    r->start[k] = is ? (int) (offset + (size_t) found[k].rm_so) : -1;
    r->end[k] = is ? (int) (offset + (size_t) found[k].rm_eo) : -1;
  }
  return 1;
}

/* A match that begins at the place, or, free, behind it: where, or -1; -2: no memory. */
static int match(pattern *p, const char *text, int length, int at, int is_free,
                 registers *r, int *end) {
  const size_t count = p->re_nsub + 1;
  regmatch_t *found = calloc(count, sizeof *found);
  char *copy = malloc((size_t) length + 1);
  int result = -2;
  if (memchr(text, '\n', (size_t) length) || memchr(text, '\0', (size_t) length))
    __braid_unsupported("re_search in a text with newlines or zeros");
  if (found && copy) {
    memcpy(copy, text, (size_t) length);
    copy[length] = '\0';
    const int flags = (p->not_bol || at ? REG_NOTBOL : 0) |
                      (p->not_eol ? REG_NOTEOL : 0);
    result = -1;
    if (!regexec((regex_t *) p, copy + at, count, found, flags) &&
        (is_free || !found[0].rm_so)) {
      result = at + (int) found[0].rm_so;
      *end = at + (int) found[0].rm_eo;
      if (r && !p->no_sub && !fill(p, r, found, count, (size_t) at)) result = -2;
    }
  }
  free(found);
  free(copy);
  return result;
}

int re_match(pattern *, const char *, int, int, registers *);
int re_match(pattern *p, const char *text, int length, int start, registers *r) {
  int end = 0;
  if (start < 0 || start > length) return -1;
  const int at = match(p, text, length, start, 0, r, &end);
  return at < 0 ? at : end - start;
}

/* Forwards the first, backwards the last that begins within the range. */
int re_search(pattern *, const char *, int, int, int, registers *);
int re_search(pattern *p, const char *text, int length, int start, int range,
              registers *r) {
  int end = 0;
  if (start < 0 || start > length) return -1;
  if (range >= 0) {
    const int at = match(p, text, length, start, 1, r, &end);
    return at > start + (range < length - start ? range : length - start) ? -1 : at;
  }
  for (int at = start; at >= 0 && at >= start + range; at--) {
    const int found = match(p, text, length, at, 0, r, &end);
    if (found != -1) return found;
  }
  return -1;
}
