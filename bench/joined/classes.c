/* As tokenizer.c, but bytes are first divided into classes by ranges, and what
 * the automaton does is read from tables: a lexer as generators write it. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 24
#endif

enum class { BLANK, LETTER, DIGIT, QUOTE, SIGN, OTHER, CLASSES };
enum state { BETWEEN, NAME, NUMBER, STRING, OPERATOR, STATES };

static enum class class_of(unsigned char c) {
  if (c <= ' ') return BLANK;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_') return LETTER;
  if (c >= '0' && c <= '9') return DIGIT;
  if (c == '"') return QUOTE;
  return c < 0x80 ? SIGN : OTHER;
}

static const unsigned char next[STATES][CLASSES] = {
  [BETWEEN] = {BETWEEN, NAME, NUMBER, STRING, OPERATOR, BETWEEN},
  [NAME] = {BETWEEN, NAME, NAME, STRING, OPERATOR, BETWEEN},
  [NUMBER] = {BETWEEN, NAME, NUMBER, STRING, OPERATOR, BETWEEN},
  [STRING] = {STRING, STRING, STRING, BETWEEN, STRING, STRING},
  [OPERATOR] = {BETWEEN, NAME, NUMBER, STRING, OPERATOR, BETWEEN},
};

int main(void) {
  unsigned char text[N];
  unsigned state = BETWEEN, names = 0, numbers = 0, strings = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < N; i++) {
    const unsigned to = next[state][class_of(text[i])];
    if (to != state) {
      names += to == NAME;
      numbers += to == NUMBER;
      strings += to == STRING;
    }
    state = to;
  }
  assert(!(state == OPERATOR && strings == N / 8 && numbers == N / 8 &&
           names == N / 6));
}
