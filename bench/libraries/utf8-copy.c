/* utf8.h, any version: copy a short string into a buffer of exactly its size. */
#include <braid.h>
#include <stdlib.h>
#include <utf8.h>

#ifndef LENGTH
#define LENGTH 4
#endif

int main(void) {
  char *text = malloc(LENGTH + 1);
  char *copy = malloc(LENGTH + 1);
  if (!text || !copy) return 1;
  braid_string(text, LENGTH + 1, "text");
  utf8ncpy((void *) copy, (void *) text, LENGTH + 1);
  free(copy);
  free(text);
  return 0;
}
