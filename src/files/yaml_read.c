#include "files/yaml_read.h"

#include "base/mem.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

typedef struct reader {
  const char *text, *at;
  unsigned depth;
  const char *wrong;            /* what, at `at`; NULL: nothing so far */
} reader;

static json_value *read_block(reader *, int above);
static json_value *read_flow(reader *);

static void *refuse(reader *r, const char *wrong) {
  if (!r->wrong) r->wrong = wrong;
  return NULL;
}

static json_value *new_value(json_kind kind) {
  json_value *v = mem_zeroed(1, sizeof *v);
  v->kind = kind;
  return v;
}

static json_value *new_string(char *text) {
  json_value *v = new_value(JSON_STRING);
  v->text = text;
  return v;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static bool is_end(char c) { return !c || c == '\n'; }

/* Blanks and a comment, but not the line's end. */
static void skip_blanks(reader *r) {
  while (is_blank(*r->at)) r->at++;
  if (*r->at == '#' && (r->at == r->text || r->at[-1] == '\n' ||
                        is_blank(r->at[-1])))
    while (!is_end(*r->at)) r->at++;
}

/* To the next line that holds anything; its indentation, or -1 at the end. */
static int next_line(reader *r) {
  for (;;) {
    const char *line = r->at;
    while (line > r->text && line[-1] != '\n') line--;
    skip_blanks(r);
    if (!is_end(*r->at)) return (int) (r->at - line);
    if (!*r->at) return -1;
    r->at++;
  }
}

static char *copy(const char *from, const char *to) {
  while (to > from && is_blank(to[-1])) to--;
  return mem_format("%.*s", (int) (to - from), from);
}

/* Scalars ---------------------------------------------------------------- */

static void put_escaped(reader *r, FILE *out) {
  static const char names[] = "0abtnvfre \"/\\", means[] = "\0\a\b\t\n\v\f\r\033 \"/\\";
  const char c = *++r->at;
  const char *found = c ? strchr(names, c) : NULL;
  if (c == 'x' && r->at[1] && r->at[2]) {
    const char digits[] = {r->at[1], r->at[2], 0};
    fputc((int) strtoul(digits, NULL, 16), out);
    r->at += 2;
  } else if (c == 'u' && !strncmp(r->at + 1, "00", 2) && r->at[3] && r->at[4]) {
    const char digits[] = {r->at[3], r->at[4], 0};
    fputc((int) strtoul(digits, NULL, 16), out);
    r->at += 4;
  } else if (found && c != '0') {
    fputc(means[found - names], out);
  } else {
    refuse(r, "unknown escape");
  }
}

/* A line end inside quotes is a blank, with the blanks round it. */
static void fold(reader *r, FILE *out) {
  unsigned ends = 0;
  while (is_blank(*r->at) || *r->at == '\n') ends += *r->at++ == '\n';
  if (ends < 2) fputc(' ', out);
  else while (--ends) fputc('\n', out);
}

static char *read_quoted(reader *r) {
  const char quote = *r->at++;
  char *text;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  for (; *r->at && !r->wrong; r->at++) {
    if (*r->at == '\n') {
      fold(r, out);
      r->at--;
    } else if (*r->at == quote) {
      if (quote != '\'' || r->at[1] != quote) break;
      fputc(*++r->at, out);
    } else if (*r->at == '\\' && quote == '"') {
      put_escaped(r, out);
    } else {
      fputc(*r->at, out);
    }
  }
  mem_stream_end(out);
  if (*r->at == quote) r->at++;
  else refuse(r, "the string does not end");
  return text;
}

/* A plain scalar on one line; in flow collections it ends earlier. */
static char *read_plain(reader *r, bool in_flow) {
  const char *from = r->at;
  while (!is_end(*r->at)) {
    if (*r->at == ':' && (is_blank(r->at[1]) || is_end(r->at[1]))) break;
    if (*r->at == '#' && r->at > from && is_blank(r->at[-1])) break;
    if (in_flow && strchr(",[]{}", *r->at)) break;
    r->at++;
  }
  return copy(from, r->at);
}

static json_value *read_scalar(reader *r, bool in_flow) {
  if (strchr("&*!|>%@`", *r->at)) return refuse(r, "not supported here");
  if (*r->at == '"' || *r->at == '\'') return new_string(read_quoted(r));
  char *text = read_plain(r, in_flow);
  if (strcmp(text, "~") && strcmp(text, "null") && *text)
    return new_string(text);
  free(text);
  return new_value(JSON_NULL);
}

/* After | or >: lines that are indented deeper than the key. */
static json_value *read_block_scalar(reader *r, int above) {
  const char style = *r->at++;
  const bool keeps = *r->at != '-';
  if (*r->at == '-' || *r->at == '+') r->at++;
  skip_blanks(r);
  if (!is_end(*r->at)) return refuse(r, "not supported after | or >");
  char *text;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  int indent = -1;
  unsigned ends = 0;
  bool is_first = true;
  while (*r->at) {
    const char *line = ++r->at, *begin = line;
    while (*begin == ' ') begin++;
    const char *end = begin;
    while (!is_end(*end)) end++;
    if (is_end(*begin)) {
      ends++;
      r->at = end;
      continue;
    }
    if ((int) (begin - line) <= above) {
      r->at = line - 1;
      break;
    }
    if (indent < 0) indent = (int) (begin - line);
    if ((int) (begin - line) > indent) begin = line + indent;
    if (!is_first) fputc(style == '>' && !ends ? ' ' : '\n', out);
    for (; ends; ends--) fputc('\n', out);
    fwrite(begin, 1, (size_t) (end - begin), out);
    is_first = false;
    r->at = end;
  }
  if (keeps && !is_first) fputc('\n', out);
  mem_stream_end(out);
  return new_string(text);
}

/* Flow collections -------------------------------------------------------- */

static void skip_all(reader *r) {
  while (is_blank(*r->at) || *r->at == '\n' || *r->at == '#') {
    if (*r->at == '#') while (!is_end(*r->at)) r->at++;
    else r->at++;
  }
}

static json_value *read_flow_collection(reader *r) {
  const bool is_map = *r->at++ == '{';
  json_value *all = new_value(is_map ? JSON_OBJECT : JSON_ARRAY);
  json_value **last = &all->first;
  for (skip_all(r); !r->wrong && *r->at && *r->at != (is_map ? '}' : ']');
       skip_all(r)) {
    json_value *v = read_flow(r);
    skip_all(r);
    if (is_map) {
      char *key = v && v->kind == JSON_STRING ? mem_string(v->text) : NULL;
      json_free(v);
      v = NULL;
      if (!key || *r->at != ':') {
        free(key);
        refuse(r, "expected a key and a colon");
        break;
      }
      r->at++;
      skip_all(r);
      v = *r->at == ',' || *r->at == '}' ? new_value(JSON_NULL) : read_flow(r);
      if (v) v->key = key;
      else free(key);
    }
    if (!v) break;
    *last = v;
    last = &v->next;
    skip_all(r);
    if (*r->at == ',') r->at++;
    else if (*r->at != (is_map ? '}' : ']')) refuse(r, "expected a comma");
  }
  if (*r->at == (is_map ? '}' : ']')) r->at++;
  else refuse(r, "the collection does not end");
  return all;
}

static json_value *read_flow(reader *r) {
  if (++r->depth > MAX_DEPTH) return refuse(r, "nested too deep");
  json_value *v = *r->at == '{' || *r->at == '['
                      ? read_flow_collection(r) : read_scalar(r, true);
  r->depth--;
  return v;
}

/* Block collections ------------------------------------------------------- */

static bool is_item(const reader *r) {
  return *r->at == '-' && (is_blank(r->at[1]) || is_end(r->at[1]));
}

/* A key and the colon behind it; NULL: what comes is no key. */
static char *read_key(reader *r) {
  const char *from = r->at;
  if (strchr("[{&*!|>%@`", *from)) return NULL;
  char *key = *from == '"' || *from == '\'' ? read_quoted(r)
                                            : read_plain(r, false);
  skip_blanks(r);
  if (!r->wrong && *r->at == ':' && (is_blank(r->at[1]) || is_end(r->at[1]))) {
    r->at++;
    return key;
  }
  free(key);
  r->at = from;
  return NULL;
}

/* What follows a key or a dash, which stands at that indentation. */
static json_value *read_inline(reader *r, int above, bool is_item_of) {
  skip_blanks(r);
  if (is_end(*r->at)) {
    const int indent = next_line(r);
    /* A list may stand as deep as its key. */
    const bool is_list = indent == above && is_item(r) && !is_item_of;
    return indent > above || is_list
               ? read_block(r, is_list ? above - 1 : above)
               : new_value(JSON_NULL);
  }
  if (*r->at == '|' || *r->at == '>') return read_block_scalar(r, above);
  if (*r->at == '{' || *r->at == '[') return read_flow(r);
  if (is_item_of) return read_block(r, above);
  return read_scalar(r, false);
}

static int indentation(const reader *r) {
  const char *line = r->at;
  while (line > r->text && line[-1] != '\n') line--;
  return (int) (r->at - line);
}

/* Whether the line is done, up to a comment. */
static bool ends_line(reader *r) {
  skip_blanks(r);
  return is_end(*r->at);
}

static json_value *read_list(reader *r, int indent) {
  json_value *all = new_value(JSON_ARRAY), **last = &all->first;
  while (!r->wrong && is_item(r) && indentation(r) == indent) {
    r->at++;
    json_value *v = read_inline(r, indent, true);
    if (!v) break;
    *last = v;
    last = &v->next;
    if (next_line(r) < indent) break;
  }
  return all;
}

static json_value *read_map(reader *r, int indent) {
  json_value *all = new_value(JSON_OBJECT), **last = &all->first;
  while (!r->wrong && *r->at && indentation(r) == indent && !is_item(r)) {
    char *key = read_key(r);
    if (!key) {
      refuse(r, "expected a key and a colon");
      break;
    }
    json_value *v = read_inline(r, indent, false);
    if (!v) {
      free(key);
      break;
    }
    v->key = key;
    *last = v;
    last = &v->next;
    if (next_line(r) < indent) break;
  }
  return all;
}

/* Deeper than `above`; the reader is at its first character. */
static json_value *read_block(reader *r, int above) {
  const int indent = indentation(r);
  if (++r->depth > MAX_DEPTH) return refuse(r, "nested too deep");
  json_value *v;
  if (indent <= above) v = refuse(r, "expected a value");
  else if (is_item(r)) v = read_list(r, indent);
  else if (*r->at == '{' || *r->at == '[') v = read_flow(r);
  else {
    const char *from = r->at;
    char *key = read_key(r);
    const bool is_map = key;
    free(key);
    if (!r->wrong) r->at = from;
    v = is_map ? read_map(r, indent) : r->wrong ? NULL : read_scalar(r, false);
  }
  r->depth--;
  return v;
}

json_value *yaml_parse(const char *text, char **message) {
  reader r = {.text = text, .at = text};
  *message = NULL;
  int indent = next_line(&r);
  if (indent == 0 && !strncmp(r.at, "---", 3) &&
      (is_blank(r.at[3]) || is_end(r.at[3]))) {
    r.at += 3;
    indent = next_line(&r);
  }
  json_value *v = indent < 0 ? refuse(&r, "nothing in it") : read_block(&r, -1);
  if (v && !r.wrong && ends_line(&r)) {
    if (next_line(&r) >= 0 && strncmp(r.at, "...", 3))
      refuse(&r, "something follows");
  } else if (v) {
    refuse(&r, "something follows the value");
  }
  if (!r.wrong) return v;
  unsigned line = 1;
  for (const char *c = text; c < r.at; c++) line += *c == '\n';
  *message = mem_format("line %u: %s", line, r.wrong);
  json_free(v);
  return NULL;
}
