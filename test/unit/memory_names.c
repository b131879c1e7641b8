#include "memory/names.h"
#include "base/random.h"
#include "test/check.h"

#include <string.h>

/* Names are found, not made: whoever asks first, the answer is the same within
 * a table, and no two objects share one. */

enum { ASKED = 3000 };

static void the_same_question_has_the_same_answer(void) {
  for (unsigned shift = 12; shift <= 32; shift += 20) {
    names *n = names_new(shift, 7);
    random_source r = {.state = shift};
    struct { uint32_t site, occurrence, count, name; } asked[ASKED];
    for (unsigned k = 0; k < ASKED; k++) {
      asked[k].site = (uint32_t) random_below(&r, 20);
      asked[k].occurrence = (uint32_t) random_below(&r, 50);
      asked[k].count = 1 + (uint32_t) random_below(&r, 3);
      asked[k].name = names_intern(n, OBJECT_HEAP, asked[k].site,
                                   asked[k].occurrence, asked[k].count);
      CHECK(asked[k].name);
    }
    for (unsigned k = 0; k < ASKED; k++) {
      CHECK(names_intern(n, OBJECT_HEAP, asked[k].site, asked[k].occurrence,
                         asked[k].count) == asked[k].name);
      CHECK(names_intern(n, OBJECT_STACK, asked[k].site, asked[k].occurrence,
                         asked[k].count) != asked[k].name);
      for (uint32_t i = 0; i < asked[k].count; i++) {
        const name_info *info = names_info(n, asked[k].name + i);
        CHECK(info && info->first == asked[k].name);
        CHECK(info->kind == OBJECT_HEAP && info->site == asked[k].site);
      }
      for (unsigned i = 0; i < k; i++) {
        const bool same = asked[i].site == asked[k].site &&
                          asked[i].occurrence == asked[k].occurrence &&
                          asked[i].count == asked[k].count;
        CHECK(same == (asked[i].name == asked[k].name));
      }
    }
    names_free(n);
  }
}

static void the_programs_names_are_nobodys(void) {
  for (unsigned shift = 12; shift <= 32; shift += 20) {
    names *n = names_new(shift, 7);
    CHECK(names_intern(n, OBJECT_HEAP, 1, 1, 1) >= 7);
    for (uint32_t name = 0; name < 7; name++) CHECK(!names_info(n, name));
    CHECK(!names_info(n, UINT32_MAX));
    names_free(n);
  }
}

/* An object of any size and a gap behind it fit the pages that it is given,
 * and no page is wasted. */
static void pages_cover_an_object_and_a_gap(void) {
  names *n = names_new(12, 1);
  for (uint64_t size = 0; size < 5 * 4096; size += 511) {
    const uint64_t pages = names_needed(n, size);
    CHECK((pages - 1) * 4096 > size && (pages - 2) * 4096 <= size);
  }
  names_free(n);
  n = names_new(32, 1);
  CHECK(names_needed(n, 0) == 1 && names_needed(n, UINT64_C(1) << 31) == 1);
  names_free(n);
}

static void a_full_address_space_gives_no_name(void) {
  names *n = names_new(12, 1);
  const uint32_t half = ((1 << 20) - IR_NAME_PAGE) / 2;
  CHECK(names_intern(n, OBJECT_HEAP, 1, 1, half));
  const uint32_t rest = names_intern(n, OBJECT_HEAP, 1, 2, half - 1);
  CHECK(rest && rest + (half - 1) <= 1 << 20);
  CHECK(!names_intern(n, OBJECT_HEAP, 1, 3, 1));
  CHECK(names_intern(n, OBJECT_HEAP, 1, 2, half - 1) == rest);
  names_free(n);
}

/* What belongs to nothing is one span, up to the next thing that does. */
static void unknown_names_are_found_together(void) {
  for (unsigned shift = 12; shift <= 32; shift += 20) {
    names *n = names_new(shift, 100);
    const uint32_t known = names_intern(n, OBJECT_HEAP, 1, 1, 2);
    uint32_t first = known, last = known;
    names_unknown(n, &first, &last);
    CHECK(first == known && last == known);
    const uint32_t lowest = shift == 32 ? IR_NAME_BIT : IR_NAME_PAGE;
    const uint32_t symbol = lowest + 5;
    first = last = symbol;
    names_unknown(n, &first, &last);
    CHECK(first == symbol && last == symbol);
    first = last = known + 7;
    names_unknown(n, &first, &last);
    CHECK(first == known + 2 && last == (shift == 12 ? 0xfffff : UINT32_MAX));
    first = last = 200;
    names_unknown(n, &first, &last);
    CHECK(first == 1 && last == lowest - 1);
    CHECK(!names_is_given(n, 200) && !names_is_given(n, known + 2));
    CHECK(names_is_given(n, symbol) && names_is_given(n, known + 1));
    CHECK(names_lowest(n) == lowest && *names_count(n) == 102);
    names_free(n);
  }
}

int main(void) {
  the_same_question_has_the_same_answer();
  the_programs_names_are_nobodys();
  pages_cover_an_object_and_a_gap();
  a_full_address_space_gives_no_name();
  unknown_names_are_found_together();
  return 0;
}
