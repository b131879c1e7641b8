/* As tokenizer.c: a lexer of numbers with sign, fraction and exponent, in which a byte
 * may end one number and begin the next, and what is no number is an error. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 24
#endif

enum state { BETWEEN, SIGN, WHOLE, POINT, FRACTION, MARK, EXPONENT };

int main(void) {
  char text[N];
  enum state state = BETWEEN;
  unsigned wholes = 0, fractions = 0, errors = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < N; i++) {
    const char c = text[i];
    const int is_digit = c >= '0' && c <= '9';
    const int is_sign = c == '+' || c == '-';
    switch (state) {
    case BETWEEN:
      if (is_digit) state = WHOLE;
      else if (is_sign) state = SIGN;
      break;
    case SIGN:
      if (is_digit) state = WHOLE;
      else {
        errors++;
        state = BETWEEN;
      }
      break;
    case WHOLE:
      if (c == '.') state = POINT;
      else if (c == 'e') state = MARK;
      else if (!is_digit) {
        wholes++;
        state = is_sign ? SIGN : BETWEEN;
      }
      break;
    case POINT:
      if (is_digit) state = FRACTION;
      else {
        errors++;
        state = BETWEEN;
      }
      break;
    case FRACTION:
      if (c == 'e') state = MARK;
      else if (!is_digit) {
        fractions++;
        state = is_sign ? SIGN : BETWEEN;
      }
      break;
    case MARK:
      if (is_digit) state = EXPONENT;
      else if (!is_sign) {
        errors++;
        state = BETWEEN;
      }
      break;
    case EXPONENT:
      if (!is_digit) {
        fractions++;
        state = is_sign ? SIGN : BETWEEN;
      }
      break;
    }
  }
  assert(!(state == BETWEEN && wholes == N / 8 && fractions == N / 12 &&
           errors == N / 8));
}
