/* A record of settings is checked flag by flag and summed up. */
#include <assert.h>

struct limits { unsigned low, high; };
struct settings {
  unsigned flags, level;
  struct limits *limits, *spare;
  const unsigned *weights;
};

unsigned start(struct settings *s) {
  unsigned sum = 0, set = 0;
  if (!s || !s->limits || !s->weights) return 0;
  for (unsigned k = 0; k < 12; k++)
    if (s->flags >> k & 1) {
      sum += s->weights[k & 3] & 7;
      set++;
    }
  if (s->level > s->limits->high) s->level = s->limits->high;
  if (s->flags & 1 && s->spare) s->spare->low = set;
  assert(set <= 12);
  assert(sum <= 7 * set);
  return sum;
}
