/* libucl: canonical S-expressions. */
#include <stddef.h>
#include <stdint.h>
#include <ucl.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct ucl_parser *parser = ucl_parser_new(0);
  if (!parser) return 0;
  ucl_parser_add_chunk_full(parser, data, size, 0, UCL_DUPLICATE_APPEND, UCL_PARSE_CSEXP);
  ucl_object_t *top = ucl_parser_get_object(parser);
  if (top) ucl_object_unref(top);
  ucl_parser_free(parser);
  return 0;
}
