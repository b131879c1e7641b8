#include "base/suggest.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* Damerau and Levenshtein's distance (restricted: no edit inside a swapped
 * pair).  Three rows of the table are enough: a swap looks two rows back. */
size_t suggest_distance(const char *a, const char *b) {
  const size_t m = strlen(a), n = strlen(b);
  size_t *rows = mem_zeroed(3 * (n + 1), sizeof *rows);
  size_t *before = rows, *last = before + n + 1, *row = last + n + 1;
  for (size_t j = 0; j <= n; j++) row[j] = j;
  for (size_t i = 1; i <= m; i++) {
    size_t *free_row = before;
    before = last;
    last = row;
    row = free_row;
    row[0] = i;
    for (size_t j = 1; j <= n; j++) {
      row[j] = least(last[j - 1] + (a[i - 1] != b[j - 1]),
                     1 + least(last[j], row[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = least(row[j], before[j - 2] + 1);
    }
  }
  const size_t distance = row[n];
  free(rows);
  return distance;
}

const char *suggest_nearest(const char *word, const char *const *candidates,
                            size_t count) {
  const char *nearest = NULL;
  /* A third of the word may be wrong, and one letter always. */
  size_t limit = 1 + strlen(word) / 3;
  for (size_t i = 0; i < count; i++) {
    const size_t distance = suggest_distance(word, candidates[i]);
    if (distance > limit || (nearest && distance == limit)) continue;
    nearest = candidates[i];
    limit = distance;
  }
  return nearest;
}
