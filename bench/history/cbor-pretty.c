/* TinyCBOR: CBOR as text for people. */
#include <cbor.h>
#include <stddef.h>
#include <stdint.h>

static CborError out(void *token, const char *format, ...) {
  (void)token, (void)format;
  return CborNoError;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  CborParser parser;
  CborValue value;
  if (cbor_parser_init(data, size, 0, &parser, &value) == CborNoError)
    cbor_value_to_pretty_stream(out, NULL, &value, CborPrettyDefaultFlags);
  return 0;
}
