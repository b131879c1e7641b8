/* cmark: Markdown to all formats. */
#include <cmark.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  cmark_node *doc = cmark_parse_document((const char *)data, size, CMARK_OPT_DEFAULT);
  free(cmark_render_html(doc, CMARK_OPT_DEFAULT));
  free(cmark_render_xml(doc, CMARK_OPT_DEFAULT));
  free(cmark_render_man(doc, CMARK_OPT_DEFAULT, 80));
  free(cmark_render_commonmark(doc, CMARK_OPT_DEFAULT, 80));
  free(cmark_render_latex(doc, CMARK_OPT_DEFAULT, 80));
  cmark_node_free(doc);
  return 0;
}
