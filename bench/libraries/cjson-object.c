/* cJSON: an object of given length whose end is unknown. */
#include <braid.h>
#include <cJSON.h>
#include <stdlib.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 3
#endif

int main(void) {
  static const char head[] = {'{', '"', 'a', '"', ':', '"', '"'};
  char *text = malloc(sizeof head + LENGTH);
  if (!text) return 1;
  memcpy(text, head, sizeof head);
  braid_make_symbolic(text + sizeof head, LENGTH, "tail");
  cJSON_Delete(cJSON_ParseWithLength(text, sizeof head + LENGTH));
  free(text);
  return 0;
}
