#include "smt2/lex.h"

#include <string.h>

static char advance(smt2_lexer *l) {
  const char c = *l->at++;
  if (c == '\n') {
    l->line++;
    l->column = 1;
  } else {
    l->column++;
  }
  return c;
}

static void skip_blanks(smt2_lexer *l) {
  while (l->at < l->end) {
    if (strchr(" \t\r\n", *l->at) && *l->at) {
      advance(l);
    } else if (*l->at == ';') {
      while (l->at < l->end && *l->at != '\n') advance(l);
    } else {
      return;
    }
  }
}

static bool is_digit(char c) { return '0' <= c && c <= '9'; }

static bool is_symbol_char(char c) {
  return is_digit(c) || ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') ||
         (c && strchr("~!@$%^&*_-+=<>.?/", c));
}

static bool is_hex_digit(char c) {
  return is_digit(c) || ('a' <= c && c <= 'f') || ('A' <= c && c <= 'F');
}

static smt2_token bad(smt2_token t, const char *what) {
  t.kind = SMT2_BAD;
  t.text = what;
  t.length = strlen(what);
  return t;
}

/* Up to the closing quote, which is left out; "" inside a string stays. */
static smt2_token quoted(smt2_lexer *l, smt2_token t, char quote) {
  advance(l);
  t.text = l->at;
  while (l->at < l->end) {
    if (*l->at != quote) {
      advance(l);
      continue;
    }
    t.length = (size_t) (l->at - t.text);
    advance(l);
    if (quote != '"' || l->at == l->end || *l->at != '"') return t;
    advance(l);
  }
  return bad(t, quote == '|' ? "a quoted symbol does not end"
                             : "a string does not end");
}

static smt2_token number(smt2_lexer *l, smt2_token t) {
  t.kind = SMT2_NUMERAL;
  while (l->at < l->end && (is_digit(*l->at) || *l->at == '.')) {
    if (*l->at == '.') {
      if (t.kind == SMT2_DECIMAL) break;
      t.kind = SMT2_DECIMAL;
    }
    advance(l);
  }
  t.length = (size_t) (l->at - t.text);
  return t;
}

static smt2_token constant(smt2_lexer *l, smt2_token t) {
  advance(l);
  const char base = l->at < l->end ? *l->at : 0;
  if (base != 'x' && base != 'b') return bad(t, "neither #x nor #b");
  advance(l);
  t.kind = base == 'x' ? SMT2_HEX : SMT2_BINARY;
  t.text = l->at;
  while (l->at < l->end &&
         (base == 'x' ? is_hex_digit(*l->at) : *l->at == '0' || *l->at == '1'))
    advance(l);
  t.length = (size_t) (l->at - t.text);
  return t.length ? t : bad(t, "a constant without digits");
}

smt2_token smt2_next(smt2_lexer *l) {
  skip_blanks(l);
  smt2_token t = {SMT2_END, l->at, 0, l->line, l->column};
  if (l->at == l->end) return t;
  const char c = *l->at;
  if (c == '(' || c == ')') {
    t.kind = c == '(' ? SMT2_OPEN : SMT2_CLOSE;
    t.length = 1;
    advance(l);
    return t;
  }
  if (c == '|' || c == '"') {
    t.kind = c == '|' ? SMT2_SYMBOL : SMT2_STRING;
    return quoted(l, t, c);
  }
  if (c == '#') return constant(l, t);
  if (is_digit(c)) return number(l, t);
  t.kind = c == ':' ? SMT2_KEYWORD : SMT2_SYMBOL;
  if (c == ':') advance(l);
  while (l->at < l->end && is_symbol_char(*l->at)) advance(l);
  t.length = (size_t) (l->at - t.text);
  if (t.length > (c == ':')) return t;
  if (l->at < l->end) advance(l);
  return bad(t, "an unexpected character");
}

bool smt2_is(const smt2_token *t, const char *symbol) {
  return t->kind == SMT2_SYMBOL && t->length == strlen(symbol) &&
         !memcmp(t->text, symbol, t->length);
}
