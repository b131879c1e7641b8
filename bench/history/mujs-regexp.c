/* MuJS: its regular expressions, which are compiled alone, too. */
#include <regexp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  const char *error;
  Reprog *program = regcomp(text, 0, &error);
  if (program) regfree(program);
  free(text);
  return 0;
}
