#include "files/source_text.h"

#include "base/mem.h"
#include "files/outdir.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c) {
  return isalnum((unsigned char) c) || c == '_';
}

/* Blanks, line ends apart, from there to before the end. */
static void blank(source_text *s, size_t from, size_t to) {
  for (; from < to && from < s->size; from++)
    if (s->code[from] != '\n') s->code[from] = ' ';
}

static size_t line_end(const source_text *s, size_t at) {
  while (at < s->size && s->text[at] != '\n')
    at += s->text[at] == '\\' && at + 1 < s->size ? 2 : 1;
  return at < s->size ? at : s->size;
}

static size_t literal_end(const source_text *s, size_t at) {
  const char quote = s->text[at++];
  while (at < s->size && s->text[at] != quote && s->text[at] != '\n')
    at += s->text[at] == '\\' ? 2 : 1;
  return at < s->size ? at : s->size;
}

static void mask(source_text *s) {
  bool is_first = true;         /* nothing but blanks on this line so far */
  for (size_t at = 0; at < s->size;) {
    const char c = s->text[at], next = at + 1 < s->size ? s->text[at + 1] : 0;
    size_t end = at + 1;
    if (c == '/' && next == '*') {
      const char *close = strstr(s->text + at + 2, "*/");
      end = close ? (size_t) (close - s->text) + 2 : s->size;
      blank(s, at, end);
    } else if ((c == '/' && next == '/') || (c == '#' && is_first)) {
      end = line_end(s, at);
      blank(s, at, end);
    } else if (c == '"' || c == '\'') {
      end = literal_end(s, at);
      blank(s, at + 1, end);
      if (end < s->size) end++;
    }
    is_first = c == '\n' || (is_first && isspace((unsigned char) c));
    at = end;
  }
}

char *source_read(source_text *s, const char *path) {
  char *error = NULL;
  *s = (source_text) {.path = mem_string(path)};
  s->text = file_read_whole(path, &s->size, &error);
  if (!s->text) {
    source_release(s);
    return error;
  }
  s->size = strlen(s->text);
  s->code = mem_string(s->text);
  mask(s);
  vec_push(&s->lines, 0);
  for (size_t at = 0; at < s->size; at++)
    if (s->text[at] == '\n') vec_push(&s->lines, at + 1);
  return NULL;
}

void source_release(source_text *s) {
  free(s->path);
  free(s->text);
  free(s->code);
  vec_release(&s->lines);
  *s = (source_text) {0};
}

size_t source_at(const source_text *s, uint32_t line, uint32_t column) {
  if (!line || line > s->lines.count || !column) return SOURCE_NOWHERE;
  const size_t end = line < s->lines.count ? s->lines.items[line] : s->size + 1;
  const size_t at = s->lines.items[line - 1] + column - 1;
  return at < end ? at : SOURCE_NOWHERE;
}

void source_place(const source_text *s, size_t at, uint32_t *line,
                  uint32_t *column) {
  *line = 1;
  while (*line < s->lines.count && s->lines.items[*line] <= at) ++*line;
  *column = (uint32_t) (at - s->lines.items[*line - 1]) + 1;
}

size_t source_skip(const source_text *s, size_t at) {
  while (at < s->size && isspace((unsigned char) s->code[at])) at++;
  return at;
}

size_t source_word_end(const source_text *s, size_t at) {
  while (at < s->size && is_word(s->code[at])) at++;
  return at;
}

bool source_is_word(const source_text *s, size_t at, const char *word) {
  const size_t n = strlen(word);
  return at < s->size && !strncmp(s->code + at, word, n) &&
         !is_word(s->code[at + n]) && (!at || !is_word(s->code[at - 1]));
}

size_t source_close(const source_text *s, size_t open) {
  unsigned depth = 0;
  for (size_t at = open; at < s->size; at++) {
    depth += strchr("([{", s->code[at]) != NULL;
    if (strchr(")]}", s->code[at]) && !--depth) return at;
  }
  return SOURCE_NOWHERE;
}

static size_t open_of(const source_text *s, size_t close) {
  unsigned depth = 0;
  for (size_t at = close + 1; at-- > 0;) {
    depth += strchr(")]}", s->code[at]) != NULL;
    if (strchr("([{", s->code[at]) && !--depth) return at;
  }
  return SOURCE_NOWHERE;
}

/* Past the statement that begins there; a semicolon or a brace ends it. */
static size_t after_statement(const source_text *s, size_t at) {
  size_t begin, end;
  at = source_skip(s, at);
  if (at >= s->size) return SOURCE_NOWHERE;
  if (s->code[at] == '{') {
    const size_t close = source_close(s, at);
    return close == SOURCE_NOWHERE ? close : close + 1;
  }
  const bool is_if = source_is_word(s, at, "if");
  if (is_if || source_is_word(s, at, "while") ||
      source_is_word(s, at, "switch") || source_is_word(s, at, "for")) {
    const size_t open = source_skip(s, source_word_end(s, at));
    const size_t close = open < s->size && s->code[open] == '('
                             ? source_close(s, open) : SOURCE_NOWHERE;
    if (close == SOURCE_NOWHERE) return close;
    const size_t after = after_statement(s, close + 1);
    if (!is_if || after == SOURCE_NOWHERE) return after;
    const size_t other = source_skip(s, after);
    return source_is_word(s, other, "else")
               ? after_statement(s, other + 4) : after;
  }
  if (source_is_word(s, at, "do"))
    return source_condition(s, at, &begin, &end)
               ? source_skip(s, end + 1) + 1 : SOURCE_NOWHERE;
  for (; at < s->size && s->code[at] != ';'; at++)
    if (strchr("([{", s->code[at])) {
      at = source_close(s, at);
      if (at == SOURCE_NOWHERE) return at;
    }
  return at < s->size ? at + 1 : SOURCE_NOWHERE;
}

/* From `at` on, the first semicolon outside brackets before `end`. */
static size_t semicolon(const source_text *s, size_t at, size_t end) {
  for (; at < end && s->code[at] != ';'; at++)
    if (strchr("([{", s->code[at])) {
      at = source_close(s, at);
      if (at == SOURCE_NOWHERE) return at;
    }
  return at < end ? at : SOURCE_NOWHERE;
}

bool source_condition(const source_text *s, size_t keyword, size_t *begin,
                      size_t *end) {
  const bool is_for = source_is_word(s, keyword, "for");
  if (source_is_word(s, keyword, "do")) {
    const size_t after = after_statement(s, keyword + 2);
    keyword = after == SOURCE_NOWHERE ? s->size : source_skip(s, after);
    if (!source_is_word(s, keyword, "while")) return false;
  } else if (!is_for && !source_is_word(s, keyword, "if") &&
             !source_is_word(s, keyword, "while") &&
             !source_is_word(s, keyword, "switch")) {
    return false;
  }
  *begin = source_skip(s, source_word_end(s, keyword));
  if (*begin >= s->size || s->code[*begin] != '(') return false;
  *end = source_close(s, *begin);
  if (*end == SOURCE_NOWHERE) return false;
  if (!is_for) return true;
  *begin = semicolon(s, *begin + 1, *end);
  if (*begin == SOURCE_NOWHERE) return false;
  *end = semicolon(s, *begin + 1, *end);
  return *end != SOURCE_NOWHERE;
}

size_t source_call_begin(const source_text *s, size_t close) {
  if (close >= s->size || s->code[close] != ')') return SOURCE_NOWHERE;
  size_t at = open_of(s, close);
  if (at == SOURCE_NOWHERE) return at;
  while (at && isspace((unsigned char) s->code[at - 1])) at--;
  const size_t end = at;
  while (at && is_word(s->code[at - 1])) at--;
  if (at == end || isdigit((unsigned char) s->code[at])) return SOURCE_NOWHERE;
  static const char *const keywords[] = {"if", "while", "for", "switch",
                                         "return", "sizeof"};
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
    if (source_is_word(s, at, keywords[k])) return SOURCE_NOWHERE;
  return at;
}
