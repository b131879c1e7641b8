/* TinyCBOR: CBOR to JSON, on standard output. */
#include <cbor.h>
#include <cborjson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  CborParser parser;
  CborValue value;
  if (cbor_parser_init(data, size, 0, &parser, &value) == CborNoError)
    cbor_value_to_json(stdout, &value, CborConvertDefaultFlags);
  return 0;
}
