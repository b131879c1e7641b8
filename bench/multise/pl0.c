/* A recogniser of PL/0 by recursive descent, over N symbolic tokens; an error is
 * counted, and it goes on.  paths: 2841
 * One for each way to tell the tokens apart as far as the grammar asks. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

enum {
  END, IDENT, NUMBER, PLUS, MINUS, TIMES, SLASH, OPEN, CLOSE, PERIOD, COMMA,
  SEMICOLON, ASSIGN, EQUAL, UNEQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL,
  ODD, CALL, BEGIN, FINISH, IF, THEN, WHILE, DO, CONST, VAR, PROCEDURE
};

static int tokens[N], at, token, errors;

static void advance(void) { token = at < N ? tokens[at++] : END; }

static int accept(int wanted) {
  if (token != wanted) return 0;
  advance();
  return 1;
}

static int expect(int wanted) {
  if (accept(wanted)) return 1;
  errors++;
  return 0;
}

static void expression(void);

static void factor(void) {
  if (accept(IDENT)) return;
  if (accept(NUMBER)) return;
  if (accept(OPEN)) {
    expression();
    expect(CLOSE);
    return;
  }
  errors++;
  advance();
}

static void term(void) {
  factor();
  while (token == TIMES || token == SLASH) {
    advance();
    factor();
  }
}

static void expression(void) {
  if (token == PLUS || token == MINUS) advance();
  term();
  while (token == PLUS || token == MINUS) {
    advance();
    term();
  }
}

static void condition(void) {
  if (accept(ODD)) {
    expression();
    return;
  }
  expression();
  if (token == EQUAL || token == UNEQUAL || token == LESS ||
      token == LESS_EQUAL || token == GREATER || token == GREATER_EQUAL) {
    advance();
    expression();
  } else {
    errors++;
    advance();
  }
}

static void statement(void) {
  if (accept(IDENT)) {
    expect(ASSIGN);
    expression();
  } else if (accept(CALL)) {
    expect(IDENT);
  } else if (accept(BEGIN)) {
    do statement();
    while (accept(SEMICOLON));
    expect(FINISH);
  } else if (accept(IF)) {
    condition();
    expect(THEN);
    statement();
  } else if (accept(WHILE)) {
    condition();
    expect(DO);
    statement();
  } else {
    errors++;
    advance();
  }
}

static void block(void) {
  if (accept(CONST)) {
    do {
      expect(IDENT);
      expect(EQUAL);
      expect(NUMBER);
    } while (accept(COMMA));
    expect(SEMICOLON);
  }
  if (accept(VAR)) {
    do expect(IDENT);
    while (accept(COMMA));
    expect(SEMICOLON);
  }
  while (accept(PROCEDURE)) {
    expect(IDENT);
    expect(SEMICOLON);
    block();
    expect(SEMICOLON);
  }
  statement();
}

int main(void) {
  klee_make_symbolic(tokens, sizeof tokens, "tokens");
  advance();
  block();
  expect(PERIOD);
  assert(at <= N);
}
