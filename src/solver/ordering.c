#include "solver/ordering.h"

#include "base/index.h"
#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What follows from an ordering, remembered; a power of two. */
enum { ORDERING_ANSWERS = 1 << 12 };

/* As it is worked on; as it is kept, only one of way[i][k] and way[k][i] is. */
typedef struct network {
  unsigned count;
  uint8_t point[ORDERING_POINTS];       /* ascending */
  uint8_t way[ORDERING_POINTS][ORDERING_POINTS];
} network;

/* The last answers to questions; lossy, so bounded. */
typedef struct answer {
  uint32_t asked;               /* an ordering plus 1; 0: none yet */
  uint32_t is;
  uint64_t about;
} answer;

/* Remembered: a byte for each two points, 2 KiB at most. */
enum { MOST_ORDERINGS = 1 << 15 };

enum { IMPOSSIBLE = UINT32_MAX };

typedef struct kept { uint32_t at, size; } kept;

struct orderings {
  VEC(uint8_t) bytes;
  VEC(kept) all;                /* by number; the first is nothing */
  hash_index index;             /* of all but the first */
  answer added[ORDERING_ANSWERS], projected[ORDERING_ANSWERS];
  uint8_t after[8][8];          /* the ways of a and c by those of a, b; b, c */
};

static unsigned compose_one(unsigned ab, unsigned bc) {
  if (ab == WAY_SAME) return bc;
  return bc == WAY_SAME || ab == bc ? ab : WAY_ANY;
}

orderings *orderings_new(void) {
  orderings *o = mem_zeroed(1, sizeof *o);
  vec_push(&o->all, ((kept) {0, 0}));
  for (unsigned ab = 0; ab < 8; ab++)
    for (unsigned bc = 0; bc < 8; bc++)
      for (unsigned i = 1; i < 8; i *= 2)
        for (unsigned k = 1; k < 8; k *= 2)
          if (ab & i && bc & k) o->after[ab][bc] |= (uint8_t) compose_one(i, k);
  return o;
}

void orderings_free(orderings *o) {
  if (!o) return;
  vec_release(&o->bytes);
  vec_release(&o->all);
  index_release(&o->index);
  free(o);
}

void orderings_make_room(orderings *o) {
  if (o->all.count < MOST_ORDERINGS / 2) return;
  o->all.count = 1;
  vec_clear(&o->bytes);
  index_clear(&o->index);
  memset(o->added, 0, sizeof o->added);
  memset(o->projected, 0, sizeof o->projected);
}

/* Keeping ----------------------------------------------------------------- */

static unsigned swapped(unsigned ways) {
  return (ways & WAY_SAME) | (ways & WAY_LESS ? WAY_MORE : 0) |
         (ways & WAY_MORE ? WAY_LESS : 0);
}

static void unpack(const orderings *o, ordering g, network *n) {
  n->count = 0;
  if (!g.id) return;
  assert(g.id < o->all.count);
  const uint8_t *from = o->bytes.items + o->all.items[g.id].at;
  n->count = *from++;
  memcpy(n->point, from, n->count);
  from += n->count;
  for (unsigned i = 0; i < n->count; i++) {
    n->way[i][i] = WAY_SAME;
    for (unsigned k = i + 1; k < n->count; k++) {
      n->way[i][k] = *from++;
      n->way[k][i] = (uint8_t) swapped(n->way[i][k]);
    }
  }
}

/* Of these points those of which something is known among themselves. */
static uint32_t pack(const network *n, uint64_t points, uint8_t *to) {
  unsigned index[ORDERING_POINTS], count = 0;
  for (unsigned i = 0; i < n->count; i++) {
    bool is_known = false;
    if (!(points >> n->point[i] & 1)) continue;
    for (unsigned k = 0; k < n->count; k++)
      is_known |= k != i && points >> n->point[k] & 1 &&
                  n->way[i][k] != WAY_ANY;
    if (is_known) index[count++] = i;
  }
  uint8_t *end = to;
  *end++ = (uint8_t) count;
  for (unsigned i = 0; i < count; i++) *end++ = n->point[index[i]];
  for (unsigned i = 0; i < count; i++)
    for (unsigned k = i + 1; k < count; k++)
      *end++ = n->way[index[i]][index[k]];
  return count ? (uint32_t) (end - to) : 0;
}

static uint32_t find(const orderings *o, const uint8_t *bytes, uint32_t size,
                     uint64_t hash) {
  uint32_t step = 0, n;
  while ((n = index_next(&o->index, hash, &step))) {
    const kept *k = o->all.items + n;
    if (k->size == size && !memcmp(o->bytes.items + k->at, bytes, size)) break;
  }
  return n;
}

static ordering intern(orderings *o, const network *n, uint64_t points) {
  uint8_t bytes[1 + ORDERING_POINTS + ORDERING_POINTS * ORDERING_POINTS / 2];
  const uint32_t size = pack(n, points, bytes);
  if (!size) return (ordering) {0};
  assert(size <= sizeof bytes);
  const uint64_t hash = hash_bytes(bytes, size);
  uint32_t number = find(o, bytes, size, hash);
  if (!number) {
    if (o->all.count == MOST_ORDERINGS) return (ordering) {0};
    number = o->all.count;
    index_add(&o->index, hash, number);
    vec_push(&o->all, ((kept) {o->bytes.count, size}));
    vec_reserve(&o->bytes, o->bytes.count + size);
    memcpy(o->bytes.items + o->bytes.count, bytes, size);
    o->bytes.count += size;
  }
  return (ordering) {number};
}

/* Asking ------------------------------------------------------------------ */

unsigned ordering_ways(const orderings *o, ordering g, unsigned x,
                       unsigned y) {
  if (x == y) return WAY_SAME;
  if (!g.id) return WAY_ANY;
  assert(g.id < o->all.count && x < ORDERING_POINTS && y < ORDERING_POINTS);
  const uint8_t *from = o->bytes.items + o->all.items[g.id].at;
  const unsigned count = *from++;
  unsigned i = count, k = count;
  for (unsigned n = 0; n < count; n++) {
    if (from[n] == x) i = n;
    if (from[n] == y) k = n;
  }
  if (i == count || k == count) return WAY_ANY;
  const unsigned low = i < k ? i : k, high = i < k ? k : i;
  const unsigned ways =
      from[count + low * (2 * count - low - 1) / 2 + high - low - 1];
  return i < k ? ways : swapped(ways);
}

/* The place of the point in the network, made if it has none. */
static unsigned place(network *n, unsigned point) {
  unsigned at = 0;
  while (at < n->count && n->point[at] < point) at++;
  if (at < n->count && n->point[at] == point) return at;
  assert(n->count < ORDERING_POINTS);
  n->count++;
  for (unsigned i = n->count - 1; i > at; i--) {
    n->point[i] = n->point[i - 1];
    memcpy(n->way[i], n->way[i - 1], n->count);
  }
  for (unsigned i = 0; i < n->count; i++)
    for (unsigned k = n->count - 1; k > at; k--)
      n->way[i][k] = n->way[i][k - 1];
  n->point[at] = (uint8_t) point;
  for (unsigned i = 0; i < n->count; i++)
    n->way[i][at] = n->way[at][i] = i == at ? WAY_SAME : WAY_ANY;
  return at;
}

static bool narrow(network *n, unsigned i, unsigned k, unsigned ways,
                   bool *changed) {
  const unsigned now = n->way[i][k] & ways;
  if (now == n->way[i][k]) return true;
  n->way[i][k] = (uint8_t) now;
  n->way[k][i] = (uint8_t) swapped(now);
  *changed = true;
  return now;
}

/* Until every three points agree; false if some cannot.  Then there are values:
 * three by three is all there is to orders. */
static bool agree(const orderings *o, network *n) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned b = 0; b < n->count; b++)
      for (unsigned a = 0; a < n->count; a++) {
        if (a == b || n->way[a][b] == WAY_ANY) continue;
        for (unsigned c = a + 1; c < n->count; c++)
          if (c != b && !narrow(n, a, c, o->after[n->way[a][b]][n->way[b][c]],
                                &changed))
            return false;
      }
  }
  return true;
}

static answer *answer_to(answer *all, ordering g, uint64_t about) {
  return all + (hash_end(hash_word(g.id, about)) & (ORDERING_ANSWERS - 1));
}

bool ordering_add(orderings *o, ordering g, unsigned x, unsigned y,
                  unsigned ways, ordering *result) {
  assert(x < ORDERING_POINTS && y < ORDERING_POINTS && x != y && ways && ways <= WAY_ANY);
  const uint64_t about = x << 16 | y << 8 | ways;
  answer *known = answer_to(o->added, g, about);
  if (known->asked != g.id + 1 || known->about != about) {
    network n;
    bool changed;
    unpack(o, g, &n);
    place(&n, x);
    const unsigned k = place(&n, y), i = place(&n, x);
    const bool is_possible = narrow(&n, i, k, ways, &changed) && agree(o, &n);
    *known = (answer) {
      g.id + 1, is_possible ? intern(o, &n, UINT64_MAX).id : IMPOSSIBLE, about};
  }
  result->id = known->is;
  return known->is != IMPOSSIBLE;
}

ordering ordering_about(orderings *o, ordering g, uint64_t points) {
  if (!g.id || !points) return (ordering) {0};
  answer *known = answer_to(o->projected, g, points);
  if (known->asked != g.id + 1 || known->about != points) {
    network n;
    unpack(o, g, &n);
    *known = (answer) {g.id + 1, intern(o, &n, points).id, points};
  }
  return (ordering) {known->is};
}
