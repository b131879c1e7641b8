/* One word in a text of any length: blanks before it, blanks behind it.  The
 * target wants it far in. */
#include "targets.h"

enum { SIZE = 48 };
static char text[SIZE];

int main(void) {
  int n = number(0, SIZE), i = 0;
  symbols(text, SIZE);
  while (i < n && text[i] != 'H') i++;
  int end = n;
  while (end > i && text[end - 1] == ' ') end--;
  if (end - i == 5 && text[i + 1] == 'e' && text[i + 2] == 'l' &&
      text[i + 3] == 'l' && text[i + 4] == 'o' && i > 20 && n - end > 10)
    target();
  return 0;
}
