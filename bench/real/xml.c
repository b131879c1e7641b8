/* xml.c: a document, its root's name, content and children. */
#include <braid.h>
#include <stdlib.h>
#include "xml.h"

int main(void) {
  uint8_t text[LENGTH];
  braid_make_symbolic(text, sizeof text, "text");
  struct xml_document *d = xml_parse_document(text, sizeof text);
  if (!d) return 1;
  struct xml_node *root = xml_document_root(d);
  free(xml_easy_name(root));
  free(xml_easy_content(root));
  for (size_t k = 0; k < xml_node_children(root); k++) {
    struct xml_node *n = xml_node_child(root, k);
    if (xml_node_attributes(n)) free(xml_easy_name(n));
  }
  xml_document_free(d, false);
  return 0;
}
