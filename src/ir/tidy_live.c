#include "ir/tidy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void liveness_release(liveness *l) {
  free(l->bit);
  free(l->reg);
  free(l->in);
  free(l->out);
  *l = (liveness) {0};
}

typedef struct builder {
  draft *d;
  liveness *l;
  uint32_t *written_in;         /* last block, plus 1, that wrote it */
  operands o;
  uint64_t *kills;              /* a row a block */
} builder;

/* Gives a bit to every register that some block reads before writing it. */
static void number(builder *b) {
  VEC(uint32_t) regs = {0};
  for (uint32_t n = 0; n < b->d->blocks.count; n++) {
    draft_block *block = b->d->blocks.items + n;
    for (uint32_t i = 0; i < block->code.count; i++) {
      const uint32_t run = draft_operands(b->d->function,
                                          block->code.items + i, &b->o);
      for (uint32_t k = 0; k < b->o.reads.count; k++)
        for (uint32_t r = 0; r < run; r++) {
          const uint32_t reg = *b->o.reads.items[k] + r;
          if (b->written_in[reg] == n + 1 || b->l->bit[reg]) continue;
          vec_push(&regs, reg);
          b->l->bit[reg] = regs.count;
        }
      for (uint32_t k = 0; k < b->o.written; k++)
        b->written_in[*b->o.writes + k] = n + 1;
    }
  }
  b->l->reg = regs.items;
  b->l->bits = regs.count;
  b->l->words = (regs.count + 63) / 64;
}

static void set(uint64_t *row, uint32_t bit) {
  row[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool has(const uint64_t *row, uint32_t bit) {
  return row[bit / 64] >> bit % 64 & 1;
}

/* What a block reads first goes into its `in`, what it writes into kills. */
static void summarise(builder *b, uint32_t n) {
  liveness *l = b->l;
  draft_block *block = b->d->blocks.items + n;
  uint64_t *in = l->in + (size_t) n * l->words;
  uint64_t *kills = b->kills + (size_t) n * l->words;
  for (uint32_t i = 0; i < block->code.count; i++) {
    assert(n < b->d->blocks.count);
    const uint32_t run = draft_operands(b->d->function,
                                        block->code.items + i, &b->o);
    for (uint32_t k = 0; k < b->o.reads.count; k++)
      for (uint32_t r = 0; r < run; r++) {
        const uint32_t bit = l->bit[*b->o.reads.items[k] + r];
        if (bit && !has(kills, bit - 1)) set(in, bit - 1);
      }
    for (uint32_t k = 0; k < b->o.written; k++) {
      const uint32_t bit = l->bit[*b->o.writes + k];
      if (bit) set(kills, bit - 1);
    }
  }
}

static void propagate(builder *b) {
  liveness *l = b->l;
  target_list targets = {0};
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t n = b->d->blocks.count; n-- > 0;) {
      uint64_t *in = l->in + (size_t) n * l->words;
      uint64_t *out = l->out + (size_t) n * l->words;
      const uint64_t *kills = b->kills + (size_t) n * l->words;
      draft_targets_of(b->d, n, &targets);
      for (uint32_t i = 0; i < targets.count; i++) {
        const uint64_t *next = l->in + (size_t) *targets.items[i] * l->words;
        for (uint32_t w = 0; w < l->words; w++) out[w] |= next[w];
      }
      for (uint32_t w = 0; w < l->words; w++) {
        const uint64_t now = in[w] | (out[w] & ~kills[w]);
        changed |= now != in[w];
        in[w] = now;
      }
    }
  }
  vec_release(&targets);
}

liveness liveness_of(draft *d) {
  liveness l = {.bit = mem_zeroed(d->registers, sizeof *l.bit)};
  builder b = {.d = d, .l = &l,
               .written_in = mem_zeroed(d->registers, sizeof(uint32_t))};
  number(&b);
  const size_t size = (size_t) d->blocks.count * l.words;
  l.in = mem_zeroed(size, sizeof *l.in);
  l.out = mem_zeroed(size, sizeof *l.out);
  b.kills = mem_zeroed(size, sizeof *b.kills);
  for (uint32_t n = 0; n < d->blocks.count; n++) summarise(&b, n);
  propagate(&b);
  free(b.kills);
  free(b.written_in);
  vec_release(&b.o.reads);
  return l;
}
