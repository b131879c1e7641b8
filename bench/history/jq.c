/* jq: a value from JSON. */
#include <jv.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The one function that these files need of util.c, which needs all of jq. */
const void *_jq_memmem(const void *text, size_t length, const void *word, size_t size) {
  return memmem(text, length, word, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jv_free(jv_parse_sized((const char *)data, (int)size));
  return 0;
}
