/* cJSON: parse a short text of given length, print the tree, free both. */
#include <braid.h>
#include <cJSON.h>
#include <stdlib.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  cJSON *tree = cJSON_ParseWithLength(text, sizeof text);
  char *printed = tree ? cJSON_PrintUnformatted(tree) : NULL;
  free(printed);
  cJSON_Delete(tree);
  return 0;
}
