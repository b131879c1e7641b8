/* md4c: Markdown to HTML. */
#include <md4c-html.h>
#include <stddef.h>
#include <stdint.h>

static void out(const MD_CHAR *text, MD_SIZE size, void *data) {
  (void)text, (void)size, (void)data;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  md_html((const MD_CHAR *)data, (MD_SIZE)size, out, NULL, MD_DIALECT_COMMONMARK, 0);
  return 0;
}
