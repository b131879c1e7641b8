/* utf8.h: check a few bytes that fill their buffer. */
#include <braid.h>
#include <stdlib.h>
#include <utf8.h>

#ifndef LENGTH
#define LENGTH 4
#endif

int main(void) {
  char *text = malloc(LENGTH);
  if (!text) return 1;
  braid_make_symbolic(text, LENGTH, "text");
  (void) utf8nvalid((void *) text, LENGTH);
  free(text);
  return 0;
}
