/* As tokenizer.c, with strings of two kinds of quotes and escapes in them: a byte is
 * one of nine kinds, and what it does depends on the quote that began the string. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 24
#endif

enum state { BETWEEN, SINGLE, DOUBLE, SINGLE_ESCAPE, DOUBLE_ESCAPE };

int main(void) {
  char text[N];
  enum state state = BETWEEN;
  unsigned strings = 0, escapes = 0, lines = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < N; i++) {
    const char c = text[i];
    switch (state) {
    case BETWEEN:
      if (c == '\'') state = SINGLE;
      else if (c == '"') state = DOUBLE;
      else if (c == '\n') lines++;
      break;
    case SINGLE:
      if (c == '\\') state = SINGLE_ESCAPE;
      else if (c == '\'') {
        state = BETWEEN;
        strings++;
      }
      break;
    case DOUBLE:
      if (c == '\\') state = DOUBLE_ESCAPE;
      else if (c == '"') {
        state = BETWEEN;
        strings++;
      }
      break;
    case SINGLE_ESCAPE:
      state = SINGLE;
      if (c == '\'' || c == '\\') escapes++;
      break;
    case DOUBLE_ESCAPE:
      state = DOUBLE;
      if (c == '"' || c == '\\' || (c >= 'a' && c <= 'f')) escapes++;
      break;
    }
  }
  assert(!(state == BETWEEN && strings == N / 8 && escapes == N / 12 && lines == N / 8));
}
