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

static memo *slot(summaries *s, const memo_key *k) {
  uint64_t h = k->operator;
  for (unsigned i = 0; i < 3 && k->x[i]; i++)
    h = hash_word(h, expr_key(s->t, (expr) {k->x[i]}));
  return s->memos + ((h >> 32 & HASH_MASK) & (s->memo_count - 1));
}

bool memo_recall(summaries *s, const memo_key *k, expr *result) {
  s->stats.steps++;
  const memo *m = slot(s, k);
  if (m->key.operator != k->operator || m->key.x[0] != k->x[0] ||
      m->key.x[1] != k->x[1] || m->key.x[2] != k->x[2] || !m->result.id)
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
  if (++s->remembered > s->memo_count && s->memo_count < limits.summary_memo_most)
    grow(s);
  *slot(s, k) = (memo) {*k, result};
}
