#include "base/mem.h"
#include "hunt/mutate.h"
#include "hunt/parts.h"
#include "hunt/tries.h"
#include "test/check.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Mutations stay within the input's room, whatever is there, and follow from the seed. */

enum { LONGEST = 24, ROUNDS = 200000 };

static hunt_area *make(uint64_t seed, uint32_t longest) {
  static const uint8_t some[] = "12 and a text";
  hunt_area *a = mem_zeroed(1, sizeof *a);
  a->random = seed;
  a->longest = a->grown = longest;
  memcpy(a->data, some, sizeof some);
  a->bytes = sizeof some;
  a->input[0] = (hunt_input) {0, sizeof some, HUNT_COVERS, 0};
  a->input[1] = (hunt_input) {0, 0, HUNT_COVERS, 0};
  a->inputs = 2;
  a->pairs[3] = (hunt_pair) {0x1122334455667788, 1, 8};
  a->pairs[200] = (hunt_pair) {7, 9, 4};
  a->words[1] = (hunt_word) {3, "abc"};
  memset(a->bytes_now + longest, 0x5a, HUNT_LONGEST - longest);
  return a;
}

static void nothing_is_written_past_the_room(void) {
  for (uint32_t longest = 0; longest <= LONGEST; longest += 4) {
    hunt_area *a = make(longest, longest);
    uint32_t sizes = 0;
    for (uint32_t k = 0; k < ROUNDS / 8; k++) {
      hunt_mutate(a);
      CHECK(a->size <= longest);
      sizes |= 1u << a->size % 32;
    }
    for (uint32_t k = longest; k < HUNT_LONGEST; k++) CHECK(a->bytes_now[k] == 0x5a);
    for (uint32_t k = 0; k <= longest && k < 32; k++) CHECK(sizes & 1u << k);
    free(a);
  }
}

/* What is longer already may stay so. */
static void inputs_stay_short(void) {
  enum { SHORT = 5 };
  hunt_area *a = make(4, LONGEST);
  uint32_t sizes = 0;
  a->grown = SHORT;
  for (uint32_t k = 0; k < ROUNDS / 8; k++) {
    const uint32_t had = a->size;
    hunt_mutate(a);
    CHECK(a->size <= (had > SHORT ? had : SHORT));
    sizes |= 1u << a->size;
  }
  CHECK(sizes == (1u << (SHORT + 1)) - 1);
  memset(a->bytes_now, 7, LONGEST);
  a->size = LONGEST;
  hunt_mutate(a);
  CHECK(a->size <= LONGEST);
  free(a);
}

static void the_seed_decides(void) {
  hunt_area *a = make(7, LONGEST), *b = make(7, LONGEST), *c = make(8, LONGEST);
  for (uint32_t k = 0; k < 1000; k++) {
    hunt_mutate(a);
    hunt_mutate(b);
    hunt_mutate(c);
  }
  CHECK(!memcmp(a, b, sizeof *a));
  CHECK(memcmp(a->bytes_now, c->bytes_now, LONGEST));
  free(a);
  free(b);
  free(c);
}

/* What was compared with the input becomes what is wanted, in either order of bytes. */
static void a_comparison_is_mended(void) {
  hunt_area *a = make(1, LONGEST);
  uint32_t mended = 0;
  CHECK(!hunt_mend(a));         /* nothing was compared */
  a->pairs[5] = (hunt_pair) {0xdeadbeef, 0x11223344, 4};
  a->compared = 1;
  a->recent[0] = 5;
  for (uint32_t k = 0; k < 100; k++) {
    static const uint8_t had[] = {0, 0xef, 0xbe, 0xad, 0xde, 0};
    static const uint8_t wanted[] = {0, 0x44, 0x33, 0x22, 0x11, 0};
    memcpy(a->bytes_now, had, sizeof had);
    a->size = sizeof had;
    CHECK(hunt_mend(a));
    mended += a->size == sizeof had && !memcmp(a->bytes_now, wanted, sizeof wanted);
  }
  CHECK(mended > 40);           /* or one more, or one less */
  free(a);
}

/* Each part stays within its own room, and the parts that are not changed stay. */
static void parts_stay_apart(void) {
  hunt_area *a = make(3, 64);
  uint32_t changed[3] = {0}, sizes = 0;
  a->part[0] = (hunt_part) {HUNT_STDIN, 0, 8, ""};
  a->part[1] = (hunt_part) {HUNT_TEXT, 0, 0, "-x"};
  a->part[2] = (hunt_part) {HUNT_FILE, 0, 16, "A"};
  a->parts = 3;
  for (uint32_t k = 0; k < ROUNDS / 8; k++) {
    hunt_slice s[3];
    hunt_mutate(a);
    hunt_split(a->part, 3, a->bytes_now, a->size, s);
    CHECK(s[0].size <= 8 && s[2].size <= 16 && !s[1].size);
    CHECK(a->size == 2 * HUNT_HEADER + s[0].size + s[2].size);
    sizes |= 1u << s[2].size;
    for (uint32_t j = 0; j < 3; j += 2) changed[j] += s[j].size > 0;
  }
  CHECK(changed[0] && changed[2] && sizes == (1u << 17) - 1);
  for (uint32_t k = 64; k < HUNT_LONGEST; k++) CHECK(a->bytes_now[k] == 0x5a);
  free(a);
}

/* Each option is the first argument three times: alone, before a number, before the file's name.
 * What is longer than the argument is cut, and without a symbolic argument nothing is tried. */
static void options_are_tried_in_turn(void) {
  hunt_area *a = make(3, 64);
  uint32_t letters = 0, names = 0, words = 0, tries = 0;
  a->text[0] = (hunt_word) {7, "reverse"};
  a->texts = 1;
  a->part[0] = (hunt_part) {HUNT_STDIN, 0, 8, ""};
  a->parts = 1;
  CHECK(!hunt_try(a));
  a->part[0] = (hunt_part) {HUNT_COUNT, 0, 2, ""};
  a->part[1] = a->part[2] = (hunt_part) {HUNT_ARGUMENT, 0, 8, ""};
  a->part[3] = (hunt_part) {HUNT_FILE, 0, 16, "A"};
  a->parts = 4;
  while (hunt_try(a)) {
    hunt_slice s[4];
    hunt_split(a->part, 4, a->bytes_now, a->size, s);
    const char *option = (const char *) a->bytes_now + s[1].offset,
               *after = (const char *) a->bytes_now + s[2].offset;
    const uint32_t round = tries++ / hunt_options_of(a);
    CHECK(a->bytes_now[s[0].offset] == (round ? 2 : 1) && s[3].size);
    CHECK(s[2].size == (round ? 1 : 0) && (!round || *after == (round == 1 ? '1' : 'A')));
    letters += s[1].size == 2 && option[0] == '-' && option[1] != '-';
    names += s[1].size == 8 && !memcmp(option, "--revers", 8);
    words += s[1].size == 7 && !memcmp(option, "reverse", 7);
  }
  CHECK(tries == 3 * hunt_options_of(a) && letters == 3 * 62 && names == 3 && words == 3);
  free(a);
}

/* Whether some seed makes the bytes of these, alone in an area, by one of the first changes. */
static bool makes(const uint8_t *from, uint32_t size, const uint8_t *to, uint32_t to_size) {
  hunt_area *a = mem_zeroed(1, sizeof *a);
  bool found = false;
  a->longest = a->grown = LONGEST;
  a->random = 5;
  for (uint32_t k = 0; k < ROUNDS && !found; k++) {
    memcpy(a->bytes_now, from, size);
    a->size = size;
    hunt_mutate(a);
    found = a->size == to_size && !memcmp(a->bytes_now, to, to_size);
  }
  free(a);
  return found;
}

/* A number with a carry through all its bytes, least significant byte first or last: more by 3, and
 * less again. */
static void words_grow_and_shrink_with_carries(void) {
  for (uint32_t size = 1; size <= 8; size *= 2)
    for (unsigned is_big = 0; is_big < 2; is_big++) {
      uint8_t low[8], high[8];
      for (uint32_t k = 0; k < size; k++) {
        const uint32_t at = is_big ? size - 1 - k : k;
        low[at] = k + 1 == size && k ? 0x12 : 0xff;
        high[at] = k + 1 == size && k ? 0x13 : k ? 0 : 2;
      }
      CHECK(makes(low, size, high, size) && makes(high, size, low, size));
    }
}

/* An argument may become an option of the program. */
static void options_replace_arguments(void) {
  hunt_area *a = make(9, 64);
  bool found = false;
  a->text[0] = (hunt_word) {4, "tabs"};
  a->texts = 1;
  a->part[0] = (hunt_part) {HUNT_ARGUMENT, 0, 8, ""};
  a->parts = 1;
  for (uint32_t k = 0; k < ROUNDS && !found; k++) {
    static const uint8_t input[] = {1, 0, 'x'};
    memcpy(a->bytes_now, input, a->size = sizeof input);
    hunt_mutate(a);
    found = a->size == HUNT_HEADER + 6 && !memcmp(a->bytes_now + HUNT_HEADER, "--tabs", 6);
  }
  CHECK(found);
  free(a);
}

static void each_kind_of_change_is_made(void) {
  const struct { const char *from, *to; } changes[] = {
      {"abcdefgh", "abcdafgh"}, {"abcdefgh", "abcdefg"}, {"abcdefgh", "abcefgh"},
      {"abcdefgh", "abcdeefgh"}, {"abcdefgh", "abcdefghabcdefgh"}, {"abcdefgh", "abcabfgh"},
      {"a11b", "a71b"}, {"abcdefgh", "127"}, {"ab", "a-128b"}, {"ab", "4294967295"}};
  for (unsigned k = 0; k < sizeof changes / sizeof *changes; k++) {
    const char *from = changes[k].from, *to = changes[k].to;
    if (!makes((const uint8_t *) from, (uint32_t) strlen(from), (const uint8_t *) to,
               (uint32_t) strlen(to)))
      fatal("\"%s\" does not become \"%s\"", from, to);
  }
}

int main(void) {
  words_grow_and_shrink_with_carries();
  each_kind_of_change_is_made();
  options_replace_arguments();
  parts_stay_apart();
  options_are_tried_in_turn();
  nothing_is_written_past_the_room();
  inputs_stay_short();
  the_seed_decides();
  a_comparison_is_mended();
  return 0;
}
