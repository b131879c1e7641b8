/* Three words, each read by a loop of its own, then the rest counted. */
#include "targets.h"

enum { SIZE = 60 };
static char text[SIZE];

static int skip_to(int i, int n, char c) {
  while (i < n && text[i] != c) i++;
  return i;
}

int main(void) {
  int n = number(0, SIZE);
  symbols(text, SIZE);
  int hello = skip_to(0, n, 'H');
  int world = skip_to(hello, n, 'W');
  int moon = skip_to(world, n, 'M');
  int rest = 0;
  for (int i = moon; i < n; i++) rest++;
  if (moon < n && hello > 8 && world - hello > 12 && moon - world > 13 &&
      rest > 16)
    target();
  return 0;
}
