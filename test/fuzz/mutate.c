#include "test/fuzz/mutate.h"

#include <string.h>

void bytes_append(bytes *b, const void *data, size_t size) {
  if (!size) return;
  vec_reserve(b, b->count + (uint32_t) size);
  memcpy(b->items + b->count, data, size);
  b->count += (uint32_t) size;
}

/* Replaces `old` bytes at `at` by these. */
static void splice(bytes *b, uint32_t at, uint32_t old, const void *data,
                   size_t size) {
  bytes result = {0};
  bytes_append(&result, b->items, at);
  bytes_append(&result, data, size);
  bytes_append(&result, b->items + at + old, b->count - at - old);
  vec_release(b);
  *b = result;
}

static void copy_part(bytes *b, random_source *r, uint32_t at) {
  bytes part = {0};
  const uint32_t from = (uint32_t) random_below(r, b->count);
  uint32_t size = 1 + (uint32_t) random_below(r, 64);
  if (size > b->count - from) size = b->count - from;
  bytes_append(&part, b->items + from, size);
  splice(b, at, 0, part.items, part.count);
  vec_release(&part);
}

void mutate(bytes *b, random_source *r, const char *const *words) {
  static const uint32_t numbers[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff,
                                     0xff, 0x10000, 0xffffffffu / 8};
  unsigned word_count = 0;
  while (words[word_count]) word_count++;
  for (uint64_t changes = 1 + random_below(r, 4); changes; changes--) {
    if (!b->count) return;
    const uint32_t at = (uint32_t) random_below(r, b->count);
    uint32_t size = 1 + (uint32_t) random_below(r, 16);
    if (size > b->count - at) size = b->count - at;
    switch (random_below(r, 8)) {
    case 0: b->items[at] ^= (uint8_t) (1u << random_below(r, 8)); break;
    case 1: b->items[at] = (uint8_t) random_next(r); break;
    case 2: splice(b, at, size, NULL, 0); break;
    case 3: copy_part(b, r, at); break;
    case 4: b->count = at; break;
    case 5: {
      uint32_t n = numbers[random_below(r, 8)];
      if (random_below(r, 2)) n = __builtin_bswap32(n);
      memcpy(b->items + at, &n, size < 4 ? size : 4);
      break;
    }
    default: {
      if (!word_count) break;
      const char *word = words[random_below(r, word_count)];
      splice(b, at, random_below(r, 2) ? size : 0, word, strlen(word));
    }
    }
  }
}
