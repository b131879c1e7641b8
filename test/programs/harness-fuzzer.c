// The last byte of the magic word is read without a look at the size.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'F' && data[1] == 'U' && data[2] == 'Z')
    if (data[3] == 'Z')                 // expect: out-of-bounds
      __builtin_trap();                 // expect: abort
  return 0;
}
