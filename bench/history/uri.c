/* uriparser: an URI between two pointers. */
#include <stddef.h>
#include <stdint.h>
#include <uriparser/Uri.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  UriParserStateA state;
  UriUriA uri;
  state.uri = &uri;
  const char *text = (const char *)data;
  if (uriParseUriExA(&state, text, text + size) == URI_SUCCESS) uriFreeUriMembersA(&uri);
  return 0;
}
