#include "shop.h"

#include <stdlib.h>

/* How often two products were bought together. */
typedef struct pair { long first, second, count; } pair;

static pair *pairs;
static int pair_count, pair_capacity;
static index_table by_key;

static long key_of(long first, long second) { return first * 100000 + second; }

static void note(long first, long second) {
  const long key = key_of(first, second);
  const int row = index_find(&by_key, key);
  if (row >= 0) {
    pairs[row].count++;
    return;
  }
  pairs = grow(pairs, pair_count, &pair_capacity, sizeof *pairs);
  pairs[pair_count] = (pair) {first, second, 1};
  index_put(&by_key, key, pair_count++);
}

void recommend_note(const basket *b) {
  for (int i = 0; i < b->count; i++)
    for (int k = 0; k < b->count; k++)
      if (i != k) note(b->lines[i].product, b->lines[k].product);
}

int recommend_for(long product, long *keys, int room) {
  int found = 0;
  long last = 1L << 40;         /* counts fall from one to the next */
  while (found < room) {
    const pair *best = NULL;
    for (int k = 0; k < pair_count; k++) {
      const pair *p = pairs + k;
      if (p->first != product || p->count * 10000 + p->second % 10000 >= last)
        continue;
      if (!best || p->count * 10000 + p->second % 10000 >
                       best->count * 10000 + best->second % 10000)
        best = p;
    }
    if (!best) break;
    last = best->count * 10000 + best->second % 10000;
    keys[found++] = best->second;
  }
  return found;
}

void recommend_close(void) {
  free(pairs);
  index_release(&by_key);
}
