/* json-parser: parse a short document. */
#include <braid.h>
#include "json.h"

int main(void) {
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  json_value *v = json_parse(text, sizeof text);
  if (!v) return 1;
  json_value_free(v);
  return 0;
}
