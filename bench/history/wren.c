/* Wren: a script. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wren.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  WrenConfiguration configuration;
  wrenInitConfiguration(&configuration);
  WrenVM *vm = wrenNewVM(&configuration);
  wrenInterpret(vm, text);
  wrenFreeVM(vm);
  free(text);
  return 0;
}
