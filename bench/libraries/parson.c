/* parson: parse a short text, serialise what came out, free both. */
#include <braid.h>
#include <parson.h>

#ifndef LENGTH
#define LENGTH 5
#endif

int main(void) {
  char text[LENGTH + 1];
  braid_string(text, sizeof text, "text");
  JSON_Value *value = json_parse_string(text);
  if (value) {
    char *printed = json_serialize_to_string(value);
    json_free_serialized_string(printed);
  }
  json_value_free(value);
  return 0;
}
