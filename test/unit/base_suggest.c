#include "base/mem.h"
#include "base/random.h"
#include "base/suggest.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

/* The definition, recursively: exponential, and plainly right. */
static size_t by_definition(const char *a, size_t m, const char *b, size_t n) {
  if (!m) return n;
  if (!n) return m;
  size_t best = by_definition(a, m - 1, b, n - 1) + (a[m - 1] != b[n - 1]);
  const size_t drop = by_definition(a, m - 1, b, n) + 1;
  const size_t add = by_definition(a, m, b, n - 1) + 1;
  if (drop < best) best = drop;
  if (add < best) best = add;
  if (m > 1 && n > 1 && a[m - 1] == b[n - 2] && a[m - 2] == b[n - 1]) {
    const size_t swap = by_definition(a, m - 2, b, n - 2) + 1;
    if (swap < best) best = swap;
  }
  return best;
}

static void distance_agrees_with_its_definition(void) {
  random_source r = {7};
  for (int round = 0; round < 400; round++) {
    char word[2][7];
    for (int w = 0; w < 2; w++) {
      const size_t length = random_below(&r, 7);
      for (size_t i = 0; i < length; i++)
        word[w][i] = (char) ('a' + random_below(&r, 3));
      word[w][length] = 0;
    }
    const size_t want = by_definition(word[0], strlen(word[0]), word[1],
                                      strlen(word[1]));
    CHECK(suggest_distance(word[0], word[1]) == want);
    CHECK(suggest_distance(word[1], word[0]) == want);
  }
}

static const char *const names[] = {"max-time", "max-memory", "max-depth",
                                    "search", "seed", "quiet"};
enum { NAMES = sizeof names / sizeof *names };

static void near_misses_find_what_was_meant(void) {
  CHECK(!strcmp(suggest_nearest("max-tiem", names, NAMES), "max-time"));
  CHECK(!strcmp(suggest_nearest("serach", names, NAMES), "search"));
  CHECK(!strcmp(suggest_nearest("max-memroy", names, NAMES), "max-memory"));
  CHECK(!strcmp(suggest_nearest("quite", names, NAMES), "quiet"));
  CHECK(!strcmp(suggest_nearest("sed", names, NAMES), "seed"));
}

static void nothing_is_suggested_when_nothing_is_near(void) {
  CHECK(!suggest_nearest("frobnicate", names, NAMES));
  CHECK(!suggest_nearest("x", names, NAMES));
  CHECK(!suggest_nearest("", names, NAMES));
  CHECK(!suggest_nearest("search", names, 0));
}

int main(void) {
  distance_agrees_with_its_definition();
  near_misses_find_what_was_meant();
  nothing_is_suggested_when_nothing_is_near();
}
