/* A small expr: words on the command line, numbers with + - * / % and parentheses.
 * Planted: nobody looks at the divisor of %. */
#include <braid.h>
#include <stdlib.h>

enum { WORDS = 7 };
static char words[WORDS + 1][2];
static int at;

static void fail(int why) { exit(why); }

static int sum(int depth);

static int value(int depth) {
  const char c = words[at][0];
  if (c == '(') {
    at++;
    const int v = sum(depth + 1);
    if (words[at++][0] != ')') fail(2);
    return v;
  }
  if (c < '0' || c > '9') fail(2);
  at++;
  return c - '0';
}

static int product(int depth) {
  int v = value(depth);
  for (;;) {
    const char op = words[at][0];
    if (op != '*' && op != '/' && op != '%') return v;
    at++;
    const int w = value(depth);
    if (op == '*') v *= w;
    else if (op == '%') v %= w;
    else if (!w) fail(3);
    else v /= w;
  }
}

static int sum(int depth) {
  if (depth > 3) fail(2);
  int v = product(depth);
  for (;;) {
    const char op = words[at][0];
    if (op != '+' && op != '-') return v;
    at++;
    const int w = product(depth);
    v = op == '+' ? v + w : v - w;
  }
}

int main(void) {
  for (int k = 0; k < WORDS; k++) braid_make_symbolic(words[k], 1, "word");
  const int v = sum(0);
  if (words[at][0]) fail(2);
  return v == 0;
}
