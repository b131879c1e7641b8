/* tiny-regex-c: a pattern in a text; both are the input, a zero byte between them. */
#include <re.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 2);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = text[size + 1] = '\0';
  re_match(text, text + strlen(text) + 1);
  free(text);
  return 0;
}
