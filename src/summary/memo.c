#include "base/hash.h"
#include "base/mem.h"
#include "summary/internal.h"

#include <stdlib.h>
#include <string.h>

/* Small at first: most runs need few, and touching pages costs.  No more than
 * stay in a processor's own cache: a result that has to come from further away
 * is as quickly had anew. */
enum { MEMOS = 1 << 10, MOST_MEMOS = 1 << 14 };

void memos_init(summaries *s) {
  s->memos = mem_zeroed(MEMOS, sizeof *s->memos);
  s->memo_count = MEMOS;
}

static memo *slot(summaries *s, const memo_key *k) {
  uint64_t h = hash_word(k->operator, (uint64_t) k->x[0] << 32 | k->x[1]);
  return s->memos + (hash_end(hash_word(h, k->x[2])) & (s->memo_count - 1));
}

bool memo_recall(summaries *s, const memo_key *k, expr *result) {
  s->stats.steps++;
  const memo *m = slot(s, k);
  if (!m->result.id || m->key.operator != k->operator ||
      memcmp(m->key.x, k->x, sizeof k->x))
    return false;
  *result = m->result;
  return true;
}

static void grow(summaries *s) {
  memo *old = s->memos;
  const uint32_t count = s->memo_count;
  s->memo_count *= 4;
  s->memos = mem_zeroed(s->memo_count, sizeof *s->memos);
  s->remembered = 0;
  for (uint32_t k = 0; k < count; k++)
    if (old[k].result.id) *slot(s, &old[k].key) = old[k];
  free(old);
}

void memo_remember(summaries *s, const memo_key *k, expr result) {
  if (++s->remembered > s->memo_count && s->memo_count < MOST_MEMOS) grow(s);
  *slot(s, k) = (memo) {*k, result};
}
