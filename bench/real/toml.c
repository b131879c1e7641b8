/* tomlc99: parse a short document and walk its keys. */
#include <braid.h>
#include "toml.h"

int main(void) {
  char text[LENGTH + 1], why[200];
  braid_string(text, sizeof text, "text");
  toml_table_t *t = toml_parse(text, why, sizeof why);
  if (!t) return 1;
  for (int k = 0; toml_key_in(t, k); k++) {
    toml_datum_t d = toml_int_in(t, toml_key_in(t, k));
    (void) d;
  }
  toml_free(t);
  return 0;
}
