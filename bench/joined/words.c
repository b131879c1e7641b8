/* As tokenizer.c, with an input of N / 2 words of two bytes, most significant byte
 * first: each word is compared with numbers as a whole, so an input is not a byte. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 24
#endif

enum state { BETWEEN, TEXT, MARK, PAIR, SKIP };

int main(void) {
  unsigned char bytes[N];
  enum state state = BETWEEN;
  unsigned texts = 0, marks = 0, pairs = 0;
  klee_make_symbolic(bytes, sizeof bytes, "bytes");
  for (unsigned i = 0; i + 1 < N; i += 2) {
    const unsigned c = bytes[i] << 8 | bytes[i + 1];
    switch (state) {
    case BETWEEN:
      if (c >= 0xd800 && c < 0xdc00) state = PAIR;
      else if (c >= 0x3400 && c < 0xa000) {
        state = TEXT;
        texts++;
      } else if (c == 0xfeff) {
        state = MARK;
        marks++;
      } else if (c == 0x2028) state = SKIP;
      break;
    case TEXT:
      if (c < 0x3400 || c >= 0xa000) state = BETWEEN;
      break;
    case MARK:
      if (c >= 0x3400 && c < 0xa000) {
        state = TEXT;
        texts++;
      } else if (c != 0xfeff) state = BETWEEN;
      break;
    case PAIR:
      if (c >= 0xdc00 && c < 0xe000) pairs++;
      state = BETWEEN;
      break;
    case SKIP:
      if (c == 0x2029) state = BETWEEN;
      break;
    }
  }
  assert(!(state == SKIP && texts == N / 12 && marks == N / 16 &&
           pairs == N / 16));
}
