/* hoedown: Markdown to HTML. */
#include <document.h>
#include <html.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  hoedown_renderer *renderer = hoedown_html_renderer_new(0, 0);
  hoedown_document *document = hoedown_document_new(renderer, 0, 16);
  hoedown_buffer *ob = hoedown_buffer_new(64);
  hoedown_document_render(document, ob, data, size);
  hoedown_buffer_free(ob);
  hoedown_document_free(document);
  hoedown_html_renderer_free(renderer);
  return 0;
}
