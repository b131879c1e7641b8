/* cJSON: take blanks and comments out of a short terminated text, in place. */
#include <braid.h>
#include <cJSON.h>

#ifndef LENGTH
#define LENGTH 6
#endif

int main(void) {
  char text[LENGTH + 1];
  braid_string(text, sizeof text, "text");
  cJSON_Minify(text);
  return 0;
}
