/* A tokenizer over N bytes: a switch on five states, three counters, six questions
 * about each byte, and one assertion at the end, which some long inputs break.
 * Far more than 10^12 paths at 24 bytes; joined, a value is a diagram that reads the
 * bytes from left to right, as the automaton does. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 24
#endif

enum state { BETWEEN, WORD, NUMBER, STRING, COMMENT };

int main(void) {
  char text[N];
  enum state state = BETWEEN;
  unsigned words = 0, numbers = 0, strings = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < N; i++) {
    const char c = text[i];
    const int is_letter = c >= 'a' && c <= 'z';
    const int is_digit = c >= '0' && c <= '9';
    switch (state) {
    case BETWEEN:
      if (is_letter) {
        state = WORD;
        words++;
      } else if (is_digit) {
        state = NUMBER;
        numbers++;
      } else if (c == '"') state = STRING;
      else if (c == '#') state = COMMENT;
      break;
    case WORD:
      if (!is_letter && !is_digit) state = BETWEEN;
      break;
    case NUMBER:
      if (is_letter) {
        state = WORD;
        words++;
      } else if (!is_digit) state = BETWEEN;
      break;
    case STRING:
      if (c == '"') {
        strings++;
        state = BETWEEN;
      }
      break;
    case COMMENT:
      if (c == '#') state = BETWEEN;
      break;
    }
  }
  assert(!(state == COMMENT && strings == N / 8 && numbers == N / 8 &&
           words == N / 6));
}
