#include "files/json_read.h"

#include "base/vec.h"
#include "files/utf8.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

typedef struct reader {
  const char *at;
  unsigned depth;
  const char *wrong;            /* what, at `at`; NULL: nothing so far */
} reader;

static json_value *read_value(reader *);

static void skip_blanks(reader *r) {
  while (*r->at && strchr(" \t\r\n", *r->at)) r->at++;
}

static bool take(reader *r, char c) {
  skip_blanks(r);
  if (*r->at != c) return false;
  r->at++;
  return true;
}

static void *refuse(reader *r, const char *wrong) {
  if (!r->wrong) r->wrong = wrong;
  return NULL;
}

/* Strings ---------------------------------------------------------------- */

static bool read_unit(reader *r, uint32_t *unit) {
  *unit = 0;
  for (unsigned k = 0; k < 4; k++, r->at++) {
    const char c = *r->at;
    if (!isxdigit((unsigned char) c)) return false;
    *unit = *unit << 4 | (uint32_t) (isdigit((unsigned char) c) ? c - '0'
                                                    : (c | 0x20) - 'a' + 10);
  }
  return true;
}

/* After "\u": one character, or two surrogates that stand for one. */
static bool read_escaped(reader *r, uint32_t *code) {
  uint32_t low;
  if (!read_unit(r, code)) return false;
  if (*code >= 0xd800 && *code <= 0xdbff && r->at[0] == '\\' &&
      r->at[1] == 'u') {
    r->at += 2;
    if (!read_unit(r, &low)) return false;
    if (low >= 0xdc00 && low <= 0xdfff)
      *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
    else
      *code = 0xfffd;
  }
  if (!*code || (*code >= 0xd800 && *code <= 0xdfff)) *code = 0xfffd;
  return true;
}

/* To be freed; NULL if there is none. */
static char *read_string(reader *r) {
  static const char plain[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
  VEC(char) text = {0};
  if (!take(r, '"')) return refuse(r, "expected a string");
  while (*r->at != '"' && !r->wrong) {
    char bytes[4];
    uint32_t code;
    unsigned length = utf8_read(r->at, &code);
    if ((unsigned char) *r->at < 0x20) refuse(r, "the string does not end");
    else if (!length) refuse(r, "not UTF-8");
    else if (*r->at != '\\') r->at += length;
    else if (*++r->at == 'u') {
      r->at++;
      if (!read_escaped(r, &code)) refuse(r, "not four hexadecimal digits");
    } else if (*r->at && strchr(plain, *r->at)) {
      code = (unsigned char) means[strchr(plain, *r->at) - plain];
      r->at++;
    } else {
      refuse(r, "unknown escape");
    }
    if (r->wrong) break;
    length = utf8_write(code, bytes);
    for (unsigned k = 0; k < length; k++) vec_push(&text, bytes[k]);
  }
  if (r->wrong) {
    vec_release(&text);
    return NULL;
  }
  r->at++;
  vec_push(&text, 0);
  return text.items;
}

/* Values ----------------------------------------------------------------- */

static bool read_number(reader *r, json_value *v) {
  char *end;
  const char *start = r->at;
  const char *digits = start + (*start == '-');
  if (!isdigit((unsigned char) *digits)) return false;
  const size_t length = strspn(start, "+-.0123456789eE");
  v->kind = JSON_NUMBER;
  v->number = strtod(start, &end);
  v->whole = *start == '-' ? 0 : strtoull(start, NULL, 10);
  if (end != start + length) return false;
  r->at = end;
  return true;
}

static void read_members(reader *r, json_value *v, char close) {
  json_value **next = &v->first;
  if (++r->depth > MAX_DEPTH) {
    refuse(r, "nested too deeply");
    return;
  }
  if (!take(r, close)) {
    do {
      char *key = close == '}' ? read_string(r) : NULL;
      if (close == '}' && !r->wrong && !take(r, ':')) refuse(r, "expected :");
      json_value *member = r->wrong ? NULL : read_value(r);
      if (!member) {
        free(key);
        return;
      }
      member->key = key;
      *next = member;
      next = &member->next;
    } while (take(r, ','));
    if (!take(r, close)) refuse(r, "expected a comma or the end of the list");
  }
  r->depth--;
}

static bool take_word(reader *r, const char *word) {
  const size_t length = strlen(word);
  if (strncmp(r->at, word, length)) return false;
  r->at += length;
  return true;
}

static json_value *read_value(reader *r) {
  json_value *v = mem_zeroed(1, sizeof *v);
  skip_blanks(r);
  if (*r->at == '{' || *r->at == '[') {
    v->kind = *r->at == '{' ? JSON_OBJECT : JSON_ARRAY;
    r->at++;
    read_members(r, v, v->kind == JSON_OBJECT ? '}' : ']');
  } else if (*r->at == '"') {
    v->kind = JSON_STRING;
    v->text = read_string(r);
  } else if (take_word(r, "null")) v->kind = JSON_NULL;
  else if (take_word(r, "true")) v->kind = JSON_TRUE;
  else if (take_word(r, "false")) v->kind = JSON_FALSE;
  else if (!read_number(r, v)) refuse(r, *r->at ? "expected a value"
                                                : "the text ends too soon");
  if (!r->wrong) return v;
  json_free(v);
  return NULL;
}

json_value *json_parse(const char *text, char **message) {
  reader r = {.at = text};
  json_value *v = read_value(&r);
  skip_blanks(&r);
  if (v && *r.at) refuse(&r, "something follows");
  if (!r.wrong) return v;
  unsigned line = 1;
  for (const char *c = text; c < r.at; c++) line += *c == '\n';
  *message = mem_format("line %u: %s", line, r.wrong);
  json_free(v);
  return NULL;
}

void json_free(json_value *v) {
  for (json_value *next; v; v = next) {
    next = v->next;
    json_free(v->first);        /* no deeper than MAX_DEPTH */
    free(v->key);
    free(v->text);
    free(v);
  }
}

/* Looking ---------------------------------------------------------------- */

const json_value *json_get(const json_value *v, const char *key) {
  for (const json_value *m = v ? v->first : NULL; m; m = m->next)
    if (m->key && !strcmp(m->key, key)) return m;
  return NULL;
}

const char *json_text(const json_value *v) {
  return v && v->kind == JSON_STRING ? v->text : NULL;
}

uint64_t json_whole(const json_value *v) {
  return v && v->kind == JSON_NUMBER ? v->whole : 0;
}

double json_double(const json_value *v) {
  return v && v->kind == JSON_NUMBER ? v->number : 0;
}

uint32_t json_length(const json_value *v) {
  uint32_t count = 0;
  for (const json_value *m = v ? v->first : NULL; m; m = m->next) count++;
  return count;
}
