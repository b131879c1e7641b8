/* A recursive-descent parser whose tokens come from an unknown scanner.  The
 * tree is not built: callers see types and an error. */
#include <assert.h>

int token(void);

enum {
  END, NUMBER, NAME, PLUS, TIMES, OPEN, CLOSE, LESS, COMMA, LET, IF, SEMI
};
enum { T_ERROR = -1, T_INT = 1, T_BOOL = 2, T_FUNCTION = 3 };
enum { STATEMENTS = 8, NESTING = 2, LENGTH = 2 };

static int current, names, calls, deepest;

static void next(void) { current = token(); }

static int expression(int depth);

static int arguments(int depth) {
  int count = 0;
  while (count < LENGTH && current != CLOSE) {
    if (expression(depth + 1) == T_ERROR) return -1;
    count++;
    if (current != COMMA) break;
    next();
  }
  if (current != CLOSE) return -1;
  next();
  return count;
}

static int primary(int depth) {
  switch (current) {
  case NUMBER: next(); return T_INT;
  case NAME:
    next();
    if (current != OPEN) return T_INT;
    if (depth >= NESTING) return T_ERROR;
    next();
    if (arguments(depth) < 0) return T_ERROR;
    if (calls < 3) calls++;
    return T_INT;
  case OPEN: {
    if (depth >= NESTING) return T_ERROR;
    next();
    int type = expression(depth + 1);
    if (current != CLOSE) return T_ERROR;
    next();
    return type;
  }
  }
  return T_ERROR;
}

static int product(int depth) {
  int type = primary(depth);
  for (int k = 0; k < LENGTH && current == TIMES; k++) {
    next();
    if (primary(depth) != T_INT || type != T_INT) type = T_ERROR;
  }
  return type;
}

static int sum(int depth) {
  int type = product(depth);
  for (int k = 0; k < LENGTH && current == PLUS; k++) {
    next();
    if (product(depth) != T_INT || type != T_INT) type = T_ERROR;
  }
  return type;
}

static int expression(int depth) {
  if (depth > deepest) deepest = depth;
  int type = sum(depth);
  if (current != LESS) return type;
  next();
  if (sum(depth) != T_INT || type != T_INT) return T_ERROR;
  return T_BOOL;
}

static int statement(void) {
  int type;
  switch (current) {
  case LET:
    next();
    if (current != NAME) return T_ERROR;
    next();
    type = expression(0);
    if (type != T_ERROR && names < 4) names++;
    break;
  case IF:
    next();
    type = expression(0) == T_BOOL ? T_INT : T_ERROR;
    break;
  default: type = expression(0);
  }
  if (current != SEMI) return T_ERROR;
  next();
  return type;
}

int main(void) {
  int good = 0;
  next();
  for (int k = 0; k < STATEMENTS && current != END; k++) {
    if (statement() == T_ERROR) return 1;
    good++;
  }
  assert(deepest <= NESTING);
  if (good == STATEMENTS && names == 4 && calls == 3) return 2;
  if (good == STATEMENTS && names == 0 && calls == 0) return 3;
  if (good == STATEMENTS && deepest == NESTING) return 4;
  return 0;
}
