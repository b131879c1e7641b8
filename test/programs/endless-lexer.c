// A lexer that is given a character at a time, with comments and nesting.
// matrix: endless
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum mode { PLAIN, WORD, NUMBER, STRING, ESCAPE, SLASH, LINE, BLOCK, STAR };

struct lexer {
  enum mode mode;
  int depth;                    /* of braces, as far as three */
  char quote;
};

static int feed(struct lexer *l, char c) {
  switch (l->mode) {
  case WORD: case NUMBER:
    if ((c >= '0' && c <= '9') || (l->mode == WORD && c >= 'a' && c <= 'z'))
      return 0;
    l->mode = PLAIN;
    return 1;
  case STRING:
    if (c == '\\') l->mode = ESCAPE;
    else if (c == l->quote) { l->mode = PLAIN; l->quote = 0; return 1; }
    return 0;
  case ESCAPE: l->mode = STRING; return 0;
  case SLASH:
    l->mode = c == '/' ? LINE : c == '*' ? BLOCK : PLAIN;
    return l->mode == PLAIN;
  case LINE: if (c == '\n') l->mode = PLAIN; return 0;
  case BLOCK: if (c == '*') l->mode = STAR; return 0;
  case STAR: l->mode = c == '/' ? PLAIN : c == '*' ? STAR : BLOCK; return 0;
  case PLAIN: break;
  }
  if (c >= 'a' && c <= 'z') l->mode = WORD;
  else if (c >= '0' && c <= '9') l->mode = NUMBER;
  else if (c == '"' || c == '\'') { l->mode = STRING; l->quote = c; }
  else if (c == '/') l->mode = SLASH;
  else if (c == '{' && l->depth < 3) l->depth++;
  else if (c == '}' && l->depth > 0) l->depth--;
  return 0;
}

int main(void) {
  struct lexer l = {PLAIN, 0, 0};
  for (;;) {
    feed(&l, __VERIFIER_nondet_char());
    assert(l.depth >= 0 && l.depth <= 3);
    assert((l.mode == STRING || l.mode == ESCAPE) == (l.quote != 0));
  }
}
