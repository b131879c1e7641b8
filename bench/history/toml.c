/* tomlc99: a document. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <toml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char message[200];
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  toml_table_t *table = toml_parse(text, message, sizeof message);
  if (table) toml_free(table);
  free(text);
  return 0;
}
