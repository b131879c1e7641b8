/* Two words one after the other, with anything between them. */
#include "targets.h"

enum { SIZE = 60 };
static char text[SIZE];

int main(void) {
  int n = number(0, SIZE), i = 0;
  symbols(text, SIZE);
  while (i < n && text[i] != 'H') i++;
  int hello = i;
  if (i + 2 <= n && text[i + 1] == 'i') i += 2;
  while (i < n && text[i] != 'W') i++;
  int world = i;
  while (i < n && text[i] != '!') i++;
  if (i < n && hello > 10 && world - hello > 18 && i - world > 14) target();
  return 0;
}
