// A parser by recursive descent: states with other stacks meet in its functions, and each returns
// to where it was called from.
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>

static unsigned char text[4];
static int at, deepest;
static char *held;

static int peek(void) { return at < 4 ? text[at] : 0; }

static int sum(void);

static int factor(void) {
  int value = 0;
  if (peek() == '(') {
    at++;
    deepest++;
    value = sum();
    if (peek() != ')') return -1;
    at++;
    return value;
  }
  if (peek() == 'x') {
    at++;
    if (held) free(held);               // expect: double-free
    held = malloc(4);
    if (held) held[0] = 1;
    return 3;
  }
  if (peek() != 'y') {
    at++;
    return -1;
  }
  at++;
  value = held ? held[0] : 2;           // expect: use-after-free
  if (peek() == '!') {
    at++;
    free(held);
    if (deepest == 1) held = NULL;
  }
  return value;
}

static int sum(void) {
  int value = factor();
  while (peek() && peek() != ')') value += factor();
  return value;
}

int main(void) {
  klee_make_symbolic(text, sizeof text, "text");
  int value = sum();
  assert(!(deepest == 1 && value == 6));        // expect: assert
  return 0;
}
