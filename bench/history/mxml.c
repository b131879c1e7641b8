/* Mini-XML: a tree from a string. */
#include <mxml.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) return 0;
  if (size) memcpy(text, data, size);
  text[size] = '\0';
#ifdef MXML4
  mxml_options_t *options = mxmlOptionsNew();
  mxml_node_t *tree = mxmlLoadString(NULL, options, text);
  mxmlOptionsDelete(options);
#else
  mxml_node_t *tree = mxmlLoadString(NULL, text, MXML_NO_CALLBACK);
#endif
  if (tree) mxmlDelete(tree);
  free(text);
  return 0;
}
