#include "base/hash.h"
#include "base/limits.h"
#include "base/mem.h"
#include "summary/internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Results remembered at first, for touching pages costs; and at most, so that the table stays in
 * a processor's second cache. */
enum { MEMO_FIRST = 1 << 10, MEMO_MOST = 1 << 15 };
static_assert(MEMO_MOST * sizeof(memo) <= 1 << 20, "a MiB");

void memos_init(summaries *s) {
  s->memos = mem_zeroed(MEMO_FIRST, sizeof *s->memos);
  s->memo_count = MEMO_FIRST;
}

/* As the rewriter's: what is remembered keeps terms from being swept. */
void memos_forget_old(summaries *s) {
  const uint64_t era = s->stats.nodes / limits.summary_memo_era;
  if (s->era == era) return;
  s->era = era;
  memset(s->memos, 0, s->memo_count * sizeof *s->memos);
}

unsigned memo_operands(const memo_key *k) {
  if (k->operator & WITH_NUMBERS && k->operator >> 24 < WIDEN) return 2;
  unsigned count = 0;
  while (count < 3 && k->x[count]) count++;
  return count;
}

uint64_t memo_hash_of(const summaries *s, const memo_key *k) {
  const unsigned count = memo_operands(k);
  uint64_t h = k->operator & ~(count < 3 && k->x[2] ? WITH_NUMBERS : 0);
  for (unsigned i = 0; i < count && k->x[i]; i++)
    h = hash_word(h, (*s->nodes)[k->x[i]].key);
  return count < 3 && k->x[2] ? hash_word(h, k->x[2]) : h;
}

static void grow(summaries *s) {
  memo *old = s->memos;
  const uint32_t count = s->memo_count;
  s->memo_count *= 4;
  s->memos = mem_zeroed(s->memo_count, sizeof *s->memos);
  s->remembered = 0;
  for (uint32_t k = 0; k < count; k++)
    if (old[k].result) *memo_at(s, memo_hash_of(s, &old[k].key)) = old[k];
  free(old);
}

void memo_remember(summaries *s, const memo_key *k, uint64_t hash, ref result) {
  assert(result.id && k->x[0]);
  if (++s->remembered > s->memo_count && s->memo_count < MEMO_MOST)
    grow(s);
  *memo_at(s, hash) = (memo) {*k, result.id, result.add};
}
