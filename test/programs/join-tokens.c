// A position and a token that are summaries: arms that exclude each other, a bug
// that only one sequence reaches, and places that none does.
#include <assert.h>
#include <klee/klee.h>

static int tokens[3], at, token, depth;

static void advance(void) { token = at < 3 ? tokens[at++] : 0; }

static int accept(int wanted) {
  if (token != wanted) return 0;
  advance();
  return 1;
}

static void item(void) {
  if (accept(1)) return;
  if (accept(2)) {
    depth++;
    item();
    if (!accept(3)) depth--;
    return;
  }
  advance();
}

int main(void) {
  klee_make_symbolic(tokens, sizeof tokens, "tokens");
  advance();
  item();
  while (accept(4)) item();
  assert(at <= 3 && depth >= 0);
  if (tokens[0] < tokens[1] && tokens[1] < tokens[2])
    assert(tokens[0] != tokens[1]);
  assert(!(depth == 1 && tokens[1] == 1)); // expect: assert
}
