/* MuJS: a script. */
#include <mujs.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  js_State *state = js_newstate(NULL, NULL, 0);
  if (state) {
    js_dostring(state, text);
    js_freestate(state);
  }
  free(text);
  return 0;
}
