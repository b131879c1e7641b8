/* utf8.h: check, measure, walk and copy a short string in exact buffers. */
#include <braid.h>
#include <stdlib.h>
#include <utf8.h>

#ifndef LENGTH
#define LENGTH 4
#endif

int main(void) {
  char *bounded = malloc(LENGTH);
  char *text = malloc(LENGTH + 1);
  char *copy = malloc(LENGTH + 1);
  if (!bounded || !text || !copy) return 1;
  braid_string(text, LENGTH + 1, "text");
  for (size_t i = 0; i < LENGTH; i++) bounded[i] = text[i];
  (void) utf8nvalid((void *) bounded, LENGTH);
  if (!utf8valid((void *) text)) {
    (void) utf8len((void *) text);
    utf8ncpy((void *) copy, (void *) text, LENGTH + 1);
    char *twin = (char *) utf8dup((void *) text);
    free(twin);
  }
  free(copy);
  free(text);
  free(bounded);
  return 0;
}
