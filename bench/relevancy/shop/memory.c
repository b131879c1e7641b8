#include "shop.h"

#include <stdlib.h>
#include <string.h>

void *need(void *p) {
  if (!p) exit(3);
  return p;
}

void *grow(void *items, int count, int *capacity, size_t size) {
  if (count < *capacity) return items;
  *capacity = *capacity ? 2 * *capacity : 32;
  return need(realloc(items, (size_t) *capacity * size));
}

char *copy_text(const char *s, size_t length) {
  char *copy = need(malloc(length + 1));
  memcpy(copy, s, length);
  copy[length] = 0;
  return copy;
}
