/* A recogniser of arithmetic by recursive descent, over N symbolic tokens; an
 * error is counted, and it goes on.  paths: 633
 * One for each way to tell the tokens apart as far as the grammar asks. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

enum { END, IDENT, NUMBER, PLUS, MINUS, TIMES, SLASH, OPEN, CLOSE, PERIOD };

static int tokens[N], at, token, errors;

static void advance(void) { token = at < N ? tokens[at++] : END; }

static int accept(int wanted) {
  if (token != wanted) return 0;
  advance();
  return 1;
}

static void expect(int wanted) {
  if (!accept(wanted)) errors++;
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

int main(void) {
  klee_make_symbolic(tokens, sizeof tokens, "tokens");
  advance();
  expression();
  expect(PERIOD);
  assert(at <= N && errors <= 2 * N + 2);
}
