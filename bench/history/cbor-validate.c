/* TinyCBOR: is it valid CBOR, strictly? */
#include <cbor.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  CborParser parser;
  CborValue value;
  if (cbor_parser_init(data, size, 0, &parser, &value) == CborNoError)
    cbor_value_validate(&value, CborValidateStrictest);
  return 0;
}
