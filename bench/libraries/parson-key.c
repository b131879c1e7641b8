/* parson: an object with one key, part of which is unknown. */
#include <braid.h>
#include <parson.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 6
#endif

int main(void) {
  char text[LENGTH + 8] = "{\"";
  char key[LENGTH];
  braid_make_symbolic(key, sizeof key, "key");
  memcpy(text + 2, key, sizeof key);
  memcpy(text + 2 + sizeof key, "\":1}", 5);
  JSON_Value *value = json_parse_string(text);
  json_value_free(value);
  return 0;
}
