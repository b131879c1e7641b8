/* sundown: Markdown with the usual extensions to HTML. */
#include <buffer.h>
#include <html.h>
#include <markdown.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct sd_callbacks callbacks;
  struct html_renderopt options;
  sdhtml_renderer(&callbacks, &options, 0);
  struct sd_markdown *markdown = sd_markdown_new(
      MKDEXT_TABLES | MKDEXT_FENCED_CODE | MKDEXT_AUTOLINK | MKDEXT_STRIKETHROUGH, 16,
      &callbacks, &options);
  struct buf *ob = bufnew(64);
  sd_markdown_render(ob, data, size, markdown);
  bufrelease(ob);
  sd_markdown_free(markdown);
  return 0;
}
