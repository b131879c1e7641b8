#include "hunt/mutate.h"

#include "base/random.h"
#include "hunt/parts.h"
#include "hunt/tries.h"

#include <string.h>

static uint64_t hunt_random(hunt_area *a) {
  random_source r = {a->random};
  const uint64_t n = random_next(&r);
  a->random = r.state;
  return n;
}

uint32_t hunt_below(hunt_area *a, uint32_t bound) {
  return bound ? (uint32_t) (hunt_random(a) % bound) : 0;
}

/* Most are short. */
static uint32_t some_length(hunt_area *a, uint32_t most) {
  const uint32_t n = hunt_below(a, 4) ? 1 + hunt_below(a, 8) : 1 + hunt_below(a, most);
  return n < most ? n : most;
}

/* Anything, or what separates and ends words in many formats. */
static uint8_t some_byte(hunt_area *a) {
  static const char signs[] = "!*'();:@&=+$,/?%#[]{}<>\"\\|^_\n\t 019Az-`~.\xff";
  return hunt_below(a, 2) ? (uint8_t) hunt_random(a)
                          : (uint8_t) signs[hunt_below(a, sizeof signs)];
}

/* A hole of n bytes; false: there is no room. */
static int make_room(hunt_area *a, uint32_t at, uint32_t n) {
  if (n > a->longest - a->size) return 0;
  memmove(a->bytes_now + at + n, a->bytes_now + at, a->size - at);
  a->size += n;
  return 1;
}

static void put_number(uint8_t *to, uint64_t value, uint32_t size, int is_big) {
  for (uint32_t k = 0; k < size; k++)
    to[is_big ? size - 1 - k : k] = (uint8_t) (value >> 8 * k);
}

static uint64_t get_number(const uint8_t *from, uint32_t size, int is_big) {
  uint64_t value = 0;
  for (uint32_t k = 0; k < size; k++)
    value |= (uint64_t) from[is_big ? size - 1 - k : k] << 8 * k;
  return value;
}

/* Bytes over, or between, those that are there. */
static void put_bytes(hunt_area *a, const uint8_t *bytes, uint32_t n) {
  const uint32_t at = hunt_below(a, a->size + 1);
  if (!n || n > a->longest) return;
  if (hunt_below(a, 2) && make_room(a, at, n)) {
    memcpy(a->bytes_now + at, bytes, n);
    return;
  }
  const uint32_t over = n <= a->size ? hunt_below(a, a->size - n + 1) : 0;
  memcpy(a->bytes_now + over, bytes, n);
  if (a->size < over + n) a->size = over + n;
}

static void flip_bit(hunt_area *a) {
  if (a->size) a->bytes_now[hunt_below(a, a->size)] ^= (uint8_t) (1u << hunt_below(a, 8));
}

static void change_byte(hunt_area *a) {
  if (a->size) a->bytes_now[hunt_below(a, a->size)] = some_byte(a);
}

/* A word of one to eight bytes somewhere; its size, or 0: there is none. */
static uint32_t some_word(hunt_area *a, uint32_t *at) {
  const uint32_t size = 1u << hunt_below(a, 4);
  if (size > a->size) return 0;
  *at = hunt_below(a, a->size - size + 1);
  return size;
}

static void add_to_word(hunt_area *a) {
  uint32_t at;
  const uint32_t size = some_word(a, &at);
  const int is_big = (int) hunt_below(a, 2);
  const uint64_t by = 1 + hunt_below(a, 35);
  if (!size) return;
  const uint64_t had = get_number(a->bytes_now + at, size, is_big);
  put_number(a->bytes_now + at, hunt_below(a, 2) ? had + by : had - by, size, is_big);
}

/* Numbers at which arithmetic or lengths go over. */
static void set_word(hunt_area *a) {
  uint32_t at = 0;
  const uint32_t size = some_word(a, &at);
  const uint64_t top = size ? UINT64_C(1) << (8 * size - 1) : 0;
  const uint64_t values[] = {0, 1, top, top - 1, ~UINT64_C(0), a->size, a->size - at, 16, 64,
                             100, 127, 255, 256, 1000, 1024, 4096};
  const uint32_t which = hunt_below(a, sizeof values / sizeof *values);
  if (size) put_number(a->bytes_now + at, values[which], size, (int) hunt_below(a, 2));
}

static void insert_bytes(hunt_area *a) {
  const uint32_t n = some_length(a, a->longest), at = hunt_below(a, a->size + 1);
  const int is_one = (int) hunt_below(a, 2);
  uint8_t byte = some_byte(a);
  if (a->size && hunt_below(a, 2)) byte = a->bytes_now[hunt_below(a, a->size)];
  if (!make_room(a, at, n)) return;
  for (uint32_t k = 0; k < n; k++)
    a->bytes_now[at + k] = is_one ? byte : some_byte(a);
}

static void remove_bytes(hunt_area *a) {
  if (!a->size) return;
  const uint32_t n = some_length(a, a->size), at = hunt_below(a, a->size - n + 1);
  memmove(a->bytes_now + at, a->bytes_now + at + n, a->size - at - n);
  a->size -= n;
}

static void copy_bytes(hunt_area *a) {
  uint8_t some[HUNT_LONGEST];
  if (!a->size) return;
  const uint32_t n = some_length(a, a->size), from = hunt_below(a, a->size - n + 1);
  memcpy(some, a->bytes_now + from, n);
  put_bytes(a, some, n);
}

/* Bytes of another input, of one part if there are parts. */
static void splice(hunt_area *a) {
  if (!a->inputs) return;
  const hunt_input *other = a->input + hunt_below(a, a->inputs);
  hunt_slice parts[HUNT_PARTS], from = {0, other->size, 1};
  const uint8_t *bytes = a->data + other->offset;
  if (other->kind == HUNT_GIVEN) return;
  if (a->parts) {
    hunt_split(a->part, a->parts, bytes, other->size, parts);
    from = parts[hunt_below(a, a->parts)];
  }
  if (!from.size) return;
  const uint32_t n = 1 + hunt_below(a, from.size);
  put_bytes(a, bytes + from.offset + hunt_below(a, from.size - n + 1), n);
}

/* A number at which arithmetic goes over, as text. */
static void put_number_text(hunt_area *a) {
  const uint64_t top = UINT64_C(1) << ((8u << hunt_below(a, 4)) - 1);
  const uint64_t values[] = {0, 1, top - 1, top, 2 * top - 1, 10};
  uint64_t value = values[hunt_below(a, sizeof values / sizeof *values)];
  uint8_t text[24];
  uint32_t at = sizeof text;
  do text[--at] = (uint8_t) ('0' + value % 10);
  while (value /= 10);
  if (!hunt_below(a, 3)) text[--at] = '-';
  put_bytes(a, text + at, (uint32_t) sizeof text - at);
}

static void change_digit(hunt_area *a) {
  for (uint32_t k = 0, at = hunt_below(a, a->size); k < a->size; k++) {
    uint8_t *c = a->bytes_now + (at + k) % a->size;
    if (*c < '0' || *c > '9') continue;
    *c = (uint8_t) ('0' + hunt_below(a, 10));
    return;
  }
}

/* One side of a comparison, where the input has it, becomes the other side. */
static int replace(hunt_area *a, uint64_t old, uint64_t new, uint32_t size) {
  for (uint32_t order = 0; order < 2 && size <= a->size; order++) {
    const int is_big = (int) (order ^ hunt_below(a, 2));
    const uint64_t mask = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : ~UINT64_C(0);
    const uint32_t places = a->size - size + 1, first = hunt_below(a, places);
    for (uint32_t k = 0; k < places; k++) {
      uint8_t *at = a->bytes_now + (first + k) % places;
      if (get_number(at, size, is_big) != (old & mask)) continue;
      put_number(at, new, size, is_big);
      return 1;
    }
  }
  return 0;
}

/* A small number is often a byte of the input, whatever the width at which it is compared. */
static uint32_t width_of(hunt_area *a, const hunt_pair *p) {
  const uint64_t all = p->left | p->right;
  const uint32_t least = all < 1u << 8 ? 1 : all < 1u << 16 ? 2 : all >> 32 ? 8 : 4;
  const uint32_t size = (uint32_t) p->size;
  return least < size && hunt_below(a, 4) ? least : size;
}

static void use_this_pair(hunt_area *a, const hunt_pair *p) {
  if (!p->size || p->size > 8) return;
  const uint32_t size = width_of(a, p), by = hunt_below(a, 6);
  const uint64_t more = by == 0 ? 1 : by == 1 ? ~UINT64_C(0) : 0;
  const int is_other = (int) hunt_below(a, 2);
  const uint64_t old = is_other ? p->right : p->left, new = is_other ? p->left : p->right;
  uint8_t bytes[8];
  if (replace(a, old, new + more, size) || replace(a, new, old + more, size)) return;
  put_number(bytes, new + more, size, (int) hunt_below(a, 2));
  put_bytes(a, bytes, size);
}

static void use_pair(hunt_area *a) {
  const hunt_pair *p = a->pairs + hunt_below(a, HUNT_PAIRS);
  for (uint32_t k = 0; k < HUNT_PAIRS && !p->size; k++)
    p = p + 1 == a->pairs + HUNT_PAIRS ? a->pairs : p + 1;
  use_this_pair(a, p);
}

/* A text that was compared, or how it begins: where an input ends matters as well. */
static void use_word(hunt_area *a) {
  const hunt_word *w = a->words + hunt_below(a, HUNT_WORDS);
  for (uint32_t k = 0; k < HUNT_WORDS && !w->size; k++)
    w = w + 1 == a->words + HUNT_WORDS ? a->words : w + 1;
  if (!w->size || w->size > HUNT_WORD) return;
  put_bytes(a, w->bytes, hunt_below(a, 4) ? w->size : 1 + hunt_below(a, w->size));
}

/* What an argument may be, in place of the whole, or between what is there. */
static void use_option(hunt_area *a) {
  uint8_t bytes[2 + HUNT_WORD];
  const uint32_t which = hunt_below(a, hunt_options_of(a));
  const uint32_t n = hunt_option(a, which, bytes, sizeof bytes);
  if (hunt_below(a, 2)) a->size = 0;
  put_bytes(a, bytes, n < a->longest ? n : a->longest);
}

/* Bytes up to which something may grow that has room for `most`. */
static uint32_t longest_now(const hunt_area *a, uint32_t most) {
  const uint32_t longest = a->size > a->grown ? a->size : a->grown;
  return longest < most ? longest : most;
}

static void change_whole(hunt_area *a, uint32_t most, void (*change)(hunt_area *)) {
  const uint32_t longest = a->longest;
  a->longest = longest_now(a, most);
  change(a);
  a->longest = longest;
}

/* Changes the input, or one of its parts, as if it were the whole. */
static void change_part(hunt_area *a, void (*change)(hunt_area *)) {
  uint8_t had[HUNT_LONGEST], part[HUNT_LONGEST];
  hunt_slice parts[HUNT_PARTS];
  const uint32_t first = hunt_below(a, a->parts);
  uint32_t k = 0;
  if (!a->parts) {
    change_whole(a, a->longest, change);
    return;
  }
  memcpy(had, a->bytes_now, a->size);
  hunt_split(a->part, a->parts, had, a->size, parts);
#define NUMBER(K) ((first + (K)) % a->parts)
  while (k < a->parts &&
         !(parts[NUMBER(k)].is_there && hunt_room(a->part + NUMBER(k)))) k++;
  if (k == a->parts) return;
  const uint32_t n = NUMBER(k);
#undef NUMBER
  memcpy(a->bytes_now, had + parts[n].offset, parts[n].size);
  a->size = parts[n].size;
  change_whole(a, hunt_room(a->part + n), change);
  const uint32_t size = a->size;
  memcpy(part, a->bytes_now, size);
  a->size = 0;
  for (uint32_t j = 0; j < a->parts; j++)
    a->size = j == n ? hunt_append(a->part + j, a->bytes_now, a->size, part, size)
                     : hunt_append(a->part + j, a->bytes_now, a->size, had + parts[j].offset,
                                   parts[j].size);
}

void hunt_mutate(hunt_area *a) {
  static void (*const all[])(hunt_area *) = {
    flip_bit, change_byte, add_to_word, set_word, insert_bytes, remove_bytes, copy_bytes,
    splice, change_digit, put_number_text, use_pair, use_pair, use_word, use_option};
  const uint32_t count = sizeof all / sizeof *all - !hunt_takes_options(a);
  for (uint32_t n = 1u << hunt_below(a, 4); n; n--)
    change_part(a, all[hunt_below(a, count)]);
}

static void use_recent_pair(hunt_area *a) {
  const uint32_t count = a->compared < HUNT_RECENT ? a->compared : HUNT_RECENT;
  use_this_pair(a, a->pairs + a->recent[hunt_below(a, count)] % HUNT_PAIRS);
}

int hunt_mend(hunt_area *a) {
  if (!a->compared) return 0;
  change_part(a, use_recent_pair);
  return 1;
}
