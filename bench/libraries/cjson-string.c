/* cJSON, any version: parse a short terminated text, free the tree. */
#include <braid.h>
#include <cJSON.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
  char text[LENGTH + 1];
  braid_string(text, sizeof text, "text");
  cJSON_Delete(cJSON_Parse(text));
  return 0;
}
