/* As tokenizer.c, but what a byte does depends on a counter, too: brackets nest, at
 * most LIMIT deep, and what is closed too often is an error of its own. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 24
#endif

enum state { BETWEEN, WORD, NUMBER, STRING, ERROR };
enum { LIMIT = 4 };

int main(void) {
  char text[N];
  enum state state = BETWEEN;
  unsigned depth = 0, words = 0, deepest = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < N; i++) {
    const char c = text[i];
    const int is_letter = c >= 'a' && c <= 'z';
    const int is_digit = c >= '0' && c <= '9';
    switch (state) {
    case STRING:
      if (c == '"') state = BETWEEN;
      break;
    case ERROR: break;
    case WORD:
      if (is_letter || is_digit) break;
      /* fall through */
    case NUMBER:
      if (state == NUMBER && is_digit) break;
      /* fall through */
    case BETWEEN:
      state = BETWEEN;
      if (is_letter) {
        state = WORD;
        words++;
      } else if (is_digit) state = NUMBER;
      else if (c == '"') state = STRING;
      else if (c == '(') {
        if (depth == LIMIT) state = ERROR;
        else depth++;
        if (depth > deepest) deepest = depth;
      } else if (c == ')') {
        if (depth == 0) state = ERROR;
        else depth--;
      }
      break;
    }
  }
  assert(!(state == NUMBER && depth == 0 && deepest == LIMIT && words == N / 6));
}
