#include "base/hash.h"
#include "base/limits.h"
#include "base/mem.h"
#include "summary/internal.h"

#include <stdlib.h>
#include <string.h>

void memos_init(summaries *s) {
  s->memos = mem_zeroed(limits.summary_memo_first, sizeof *s->memos);
  s->memo_count = limits.summary_memo_first;
}

uint64_t memo_hash_of(const summaries *s, const memo_key *k) {
  uint64_t h = k->operator;
  for (unsigned i = 0; i < 3 && k->x[i]; i++)
    h = hash_word(h, (*s->nodes)[k->x[i]].key);
  return h;
}

static void grow(summaries *s) {
  memo *old = s->memos;
  const uint32_t count = s->memo_count;
  s->memo_count *= 4;
  s->memos = mem_zeroed(s->memo_count, sizeof *s->memos);
  s->remembered = 0;
  for (uint32_t k = 0; k < count; k++)
    if (old[k].result.id) *memo_at(s, memo_hash_of(s, &old[k].key)) = old[k];
  free(old);
}

void memo_remember(summaries *s, const memo_key *k, uint64_t hash,
                   expr result) {
  if (++s->remembered > s->memo_count && s->memo_count < limits.summary_memo_most)
    grow(s);
  *memo_at(s, hash) = (memo) {*k, result};
}
