/* http-parser: the parts of an URL. */
#include <http_parser.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct http_parser_url url;
#ifdef INIT
  http_parser_url_init(&url);
#endif
  http_parser_parse_url((const char *)data, size, 0, &url);
  return 0;
}
