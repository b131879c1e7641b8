#include "expr/rewrite.h"

#include "base/hash.h"
#include "base/limits.h"
#include "expr/sweep.h"

#include <string.h>

/* Terms built last, found again without a rewrite. */
enum { MEMO = SIZED(1 << 13, 2) };

/* All are direct-mapped, by the keys of terms: an entry simply replaces the one
 * that was in its place, whatever was swept. */
typedef struct slice {
  expr whole, part;             /* part is whole[low + width - 1 : low] */
  uint16_t low, width;
} slice;

typedef struct built { expr_node node; expr result; } built;

struct rewrite_memo {
  uint64_t era;
  slice down[MEMO], up[MEMO];
  built built[MEMO];
};

struct rewrite_memo *rewrite_memo_new(void) {
  return mem_zeroed(1, sizeof(struct rewrite_memo));
}

void rewrite_memo_clear(expr_table *t) {
  memset(t->memo->built, 0, sizeof t->memo->built);
}

/* They are roots, not forgotten: what they remember decides how terms are built. */
void rewrite_memo_mark(expr_table *t) {
  for (unsigned k = 0; k < MEMO; k++) {
    const slice *down = t->memo->down + k, *up = t->memo->up + k;
    const built *b = t->memo->built + k;
    sweep_mark(t, down->whole);
    sweep_mark(t, down->part);
    sweep_mark(t, up->whole);
    sweep_mark(t, up->part);
    for (unsigned i = 0; i < 3; i++) sweep_mark(t, b->node.arg[i]);
    sweep_mark(t, b->result);
  }
}

/* What was remembered before so many terms were made is forgotten, so that it does not
 * outlive whatever it is about.  Counted, not at sweeps: see rewrite_memo_mark. */
static void forget_old(const expr_table *t) {
  const uint64_t era = t->made / limits.expr_memo_era;
  if (t->memo->era == era) return;
  memset(t->memo, 0, sizeof *t->memo);
  t->memo->era = era;
}

expr rewrite_memo_built(const expr_table *t, const expr_node *n,
                        uint64_t key) {
  forget_old(t);
  const built *b = t->memo->built + (uint32_t) key % MEMO;
  return node_equal(&b->node, n) ? b->result : (expr) {0};
}

void rewrite_memo_set_built(expr_table *t, const expr_node *n, uint64_t key,
                            expr result) {
  t->memo->built[(uint32_t) key % MEMO] = (built) {*n, result};
}

static uint64_t down_index(const expr_table *t, expr e, unsigned low,
                           unsigned width) {
  return hash_end(hash_word(expr_key(t, e), (uint64_t) low << 32 | width)) %
         MEMO;
}

static uint64_t up_index(const expr_table *t, expr part) {
  return (uint32_t) expr_key(t, part) % MEMO;
}

expr rewrite_memo_get(const expr_table *t, expr e, unsigned low,
                      unsigned width) {
  const slice *s = t->memo->down + down_index(t, e, low, width);
  if (expr_same(s->whole, e) && s->low == low && s->width == width)
    return s->part;
  return (expr) {0};
}

void rewrite_memo_put(expr_table *t, expr e, unsigned low, unsigned width,
                      expr result) {
  const slice s = {e, result, (uint16_t) low, (uint16_t) width};
  t->memo->down[down_index(t, e, low, width)] = s;
  if (!expr_is_const(t, result)) t->memo->up[up_index(t, result)] = s;
}

expr rewrite_memo_origin(const expr_table *t, expr e, unsigned *low) {
  const expr_node *n = at(t, e);
  if (n->op == EXPR_EXTRACT) {
    *low = (unsigned) n->imm;
    return n->arg[0];
  }
  const slice *s = t->memo->up + up_index(t, e);
  if (!expr_same(s->part, e)) return (expr) {0};
  *low = s->low;
  return s->whole;
}
