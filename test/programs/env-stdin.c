/* A bug behind what comes on standard input. */
// options: --sym-stdin 4
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *buffer = malloc(3);
  int c, n = 0;
  if (!buffer) return 1;
  while ((c = getchar()) != EOF && c != '\n')
    buffer[n++] = (char) c;     // expect: out-of-bounds
  free(buffer);
  return 0;
}
