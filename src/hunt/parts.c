#include "hunt/parts.h"

#include <string.h>

uint32_t hunt_room(const hunt_part *p) {
  return p->kind == HUNT_TEXT ? 0 : p->kind == HUNT_COUNT ? 1 : p->most;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Where the part is that begins at `at`. */
static hunt_slice find(const hunt_part *p, const uint8_t *bytes, uint32_t size, uint32_t at) {
  if (p->kind == HUNT_TEXT) return (hunt_slice) {at, 0, 1};
  if (size - at < HUNT_HEADER) return (hunt_slice) {size, 0, 1};
  const uint32_t said = bytes[at] | (uint32_t) bytes[at + 1] << 8;
  at += HUNT_HEADER;
  return (hunt_slice) {at, least(least(said, hunt_room(p)), size - at), 1};
}

void hunt_split(const hunt_part *all, uint32_t count, const uint8_t *bytes, uint32_t size,
                hunt_slice *parts) {
  uint32_t at = 0, wanted = 0, choices = 0;     /* of arguments that a HUNT_COUNT counts */
  for (uint32_t k = 0; k < count; k++) {
    parts[k] = find(all + k, bytes, size, at);
    at = parts[k].offset + parts[k].size;
    if (all[k].kind == HUNT_COUNT) {
      wanted = hunt_number(all + k, bytes + parts[k].offset, parts[k].size);
      choices = all[k].most;
    } else if (choices) {
      choices--;
      parts[k].is_there = wanted > 0;
      wanted -= wanted > 0;
    }
  }
}

uint32_t hunt_append(const hunt_part *p, uint8_t *input, uint32_t size, const uint8_t *bytes,
                     uint32_t count) {
  if (p->kind == HUNT_TEXT) return size;
  count = least(count, hunt_room(p));
  input[size++] = (uint8_t) count;
  input[size++] = (uint8_t) (count >> 8);
  if (count) memcpy(input + size, bytes, count);
  return size + count;
}

static uint32_t contents_of_text(const hunt_part *p, const uint8_t *bytes, uint32_t size,
                                 uint8_t *to) {
  const int is_exact = p->least == p->most;
  for (uint32_t k = 0; k < p->most; k++) {
    const uint8_t c = k < size ? bytes[k] : 0;
    if (!c && !is_exact) return k;
    to[k] = c ? c : 'a';
  }
  return p->most;
}

uint32_t hunt_contents(const hunt_part *p, const uint8_t *bytes, uint32_t size, uint8_t *to) {
  size = least(size, hunt_room(p));
  if (p->kind == HUNT_ARGUMENT || p->kind == HUNT_VARIABLE)
    return contents_of_text(p, bytes, size, to);
  if (size) memcpy(to, bytes, size);
  if (p->kind == HUNT_COUNT || size >= p->least) return size;
  memset(to + size, 0, p->least - size);
  return p->least;
}

uint32_t hunt_number(const hunt_part *p, const uint8_t *bytes, uint32_t size) {
  return p->least + (size ? bytes[0] : 0) % (p->most - p->least + 1);
}

uint8_t hunt_number_byte(const hunt_part *p, uint32_t number) {
  return (uint8_t) (number < p->least ? 0 : least(number, p->most) - p->least);
}
