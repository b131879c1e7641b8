/* libplist: a property list in the OpenStep format. */
#include <plist/plist.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  plist_t root = NULL;
  plist_from_openstep((const char *)data, (uint32_t)size, &root);
  plist_free(root);
  return 0;
}
