/* Mongoose: a request of HTTP. */
#include <mongoose.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct mg_http_message message;
  mg_http_parse((const char *)data, size, &message);
  return 0;
}
