/* json.h: parse with all extensions, write again. */
#include <braid.h>
#include <stdlib.h>
#include "json.h"

int main(void) {
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  struct json_value_s *v = json_parse_ex(text, sizeof text, json_parse_flags_allow_json5,
                                         NULL, NULL, NULL);
  if (!v) return 1;
  free(json_write_minified(v, NULL));
  free(v);
  return 0;
}
