/* pdjson: all tokens of a short document. */
#include <braid.h>
#include "pdjson.h"

int main(void) {
  char text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  struct json_stream s;
  json_open_buffer(&s, text, sizeof text);
  enum json_type t;
  do {
    t = json_next(&s);
    if (t == JSON_NUMBER) (void) json_get_number(&s);
  } while (t != JSON_DONE && t != JSON_ERROR);
  json_close(&s);
  return 0;
}
