/* json-c: a value from JSON, as a number and as text. */
#include <json_object.h>
#include <json_tokener.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  struct json_object *value = json_tokener_parse(text);
  json_object_get_int64(value);
  json_object_to_json_string(value);
  json_object_put(value);
  free(text);
  return 0;
}
