/* Options are told apart by a hash of their names, as generated scanners do.  The width of a column
 * may be 0. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *volatile names[] = {
  "append", "bytes", "count", "fields", "format", "lines", "tabs", "width"};

static unsigned hash(const char *s) {
  unsigned h = 1, all = 0;
  for (; *s; s++)
    for (int bit = 0; bit < 8; bit++) {
      if (*s >> bit & 1) all += h;
      h = h * 5 + 3;
    }
  return all;
}

int main(int argc, char **argv) {
  unsigned which = 0, h = argc > 1 && !strncmp(argv[1], "--", 2) ? hash(argv[1] + 2) : 0;
  while (which < sizeof names / sizeof *names && hash(names[which]) != h) which++;
  long width = argc > 2 ? atol(argv[2]) : 80, bytes = 0;
  while (getchar() != EOF) bytes++;
  if (which == 7 && width < 10 && width > 0) printf("%ld\n", bytes / (width - 1));
  return 0;
}
