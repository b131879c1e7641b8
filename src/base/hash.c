#include "base/hash.h"

#include <string.h>

uint64_t hash_bytes(const void *data, size_t size) {
  const unsigned char *p = data;
  uint64_t h = size, word;
  for (; size >= sizeof word; p += sizeof word, size -= sizeof word) {
    memcpy(&word, p, sizeof word);
    h = hash_word(h, word);
  }
  for (word = 0; size; size--) word = word << 8 | *p++;
  return hash_end(hash_word(h, word));
}
