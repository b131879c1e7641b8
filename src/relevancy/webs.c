#include "relevancy/webs.h"

#include "ir/draft.h"

#include <assert.h>
#include <stdlib.h>

/*
 * Every definition, and every register that is live where a block begins, is a
 * number of its own at first; where blocks meet, what flows together is united.
 */
typedef struct builder {
  ir_function *f;               /* const in fact: operands are looked at */
  webs *w;
  VEC(uint32_t) parent;         /* union-find */
  uint32_t *now;                /* by register: its number here */
  operands o;
} builder;

static uint32_t find(builder *b, uint32_t n) {
  while (b->parent.items[n] != n)
    n = b->parent.items[n] = b->parent.items[b->parent.items[n]];
  return n;
}

static uint32_t new_number(builder *b) {
  const uint32_t n = b->parent.count;
  vec_push(&b->parent, n);
  return n;
}

static void unite(builder *b, uint32_t x, uint32_t y) {
  assert(x != WEBS_NONE && y != WEBS_NONE && x < b->parent.count && y < b->parent.count);
  x = find(b, x);
  y = find(b, y);
  if (x < y) b->parent.items[y] = x;
  else b->parent.items[x] = y;
}

static bool is_live(const uint64_t *row, uint32_t reg) {
  return row[reg / 64] >> reg % 64 & 1;
}

static bool returns_twice(const ir_function *f) {
  for (uint32_t k = 0; k < f->calls.count; k++)
    if (f->calls.items[k].returns_twice) return true;
  return false;
}

static void number_block(builder *b, const ir_block *at) {
  webs *w = b->w;
  for (uint32_t i = at->first; i < at->first + at->count; i++) {
    const uint32_t run = draft_operands(b->f, b->f->insns + i, &b->o);
    uint32_t *to = w->at + w->first[i] + b->o.written;
    for (uint32_t k = 0; k < b->o.reads.count; k++)
      for (uint32_t n = 0; n < run; n++) {
        const uint32_t reg = *b->o.reads.items[k] + n;
        if (b->now[reg] == WEBS_NONE) b->now[reg] = new_number(b);
        *to++ = b->now[reg];
      }
    assert(to == w->at + w->first[i + 1]);
    for (uint32_t k = 0; k < b->o.written; k++)
      b->now[*b->o.writes + k] = w->at[w->first[i] + k] = new_number(b);
  }
}

/* A number for each register that is live where the block begins. */
static void number_entries(builder *b) {
  webs *w = b->w;
  VEC(uint32_t) live = {0};
  w->first_live = mem_zeroed(b->f->block_count + 1, sizeof *w->first_live);
  for (uint32_t k = 0; k < b->f->block_count; k++) {
    const uint64_t *row = ir_live_in(b->f, k);
    for (uint32_t r = 0; r < b->f->reg_count; r++)
      if (is_live(row, r)) vec_push(&live, new_number(b));
    w->first_live[k + 1] = live.count;
  }
  vec_reserve(&live, 1);
  w->live = live.items;
}

static void enter(builder *b, uint32_t block) {
  const uint64_t *row = ir_live_in(b->f, block);
  uint32_t at = b->w->first_live[block];
  for (uint32_t r = 0; r < b->f->reg_count; r++)
    b->now[r] = is_live(row, r) ? b->w->live[at++] : WEBS_NONE;
}

static void leave(builder *b, const ir_block *from) {
  for (uint32_t k = 0; k < from->successor_count; k++) {
    const uint32_t to = from->successors[k];
    const uint64_t *row = ir_live_in(b->f, to);
    uint32_t at = b->w->first_live[to];
    for (uint32_t r = 0; r < b->f->reg_count; r++)
      if (is_live(row, r)) unite(b, b->w->live[at++], b->now[r]);
  }
}

static void lay_out(builder *b) {
  webs *w = b->w;
  w->first = mem_zeroed(b->f->insn_count + 1, sizeof *w->first);
  w->written = mem_zeroed(b->f->insn_count + 1, sizeof *w->written);
  for (uint32_t i = 0; i < b->f->insn_count; i++) {
    const uint32_t run = draft_operands(b->f, b->f->insns + i, &b->o);
    w->written[i] = (uint16_t) b->o.written;
    w->first[i + 1] = w->first[i] + b->o.written + run * b->o.reads.count;
  }
  w->at = mem_zeroed(w->first[b->f->insn_count] + 1, sizeof *w->at);
}

/* Numbers become consecutive. */
static void compress(builder *b) {
  webs *w = b->w;
  uint32_t *web = mem_resize(NULL, b->parent.count + 1, sizeof *web);
  for (uint32_t n = 0; n < b->parent.count; n++)
    if (find(b, n) == n) web[n] = w->count++;
  for (uint32_t k = 0; k < w->first[b->f->insn_count]; k++)
    w->at[k] = web[find(b, w->at[k])];
  for (uint32_t k = 0; k < w->first_live[b->f->block_count]; k++)
    w->live[k] = web[find(b, w->live[k])];
  for (uint32_t k = 0; k < b->f->param_count; k++)
    if (w->params[k] != WEBS_NONE) w->params[k] = web[find(b, w->params[k])];
  assert(w->count <= b->parent.count);
  free(web);
}

webs *webs_new(const ir_function *f) {
  builder b = {.f = (ir_function *) f, .w = mem_zeroed(1, sizeof *b.w)};
  webs *w = b.w;
  b.now = mem_resize(NULL, f->reg_count + 1, sizeof *b.now);
  w->params = mem_resize(NULL, f->param_count + 1, sizeof *w->params);
  lay_out(&b);
  number_entries(&b);
  for (uint32_t k = 0; k < f->block_count; k++) {
    enter(&b, k);
    if (!k)
      for (uint32_t n = 0; n < f->param_count; n++)
        w->params[n] = b.now[f->params[n].reg];
    number_block(&b, f->blocks + k);
    leave(&b, f->blocks + k);
  }
  if (returns_twice(f)) {
    /* All numbers of a register are one. */
    uint32_t *of = mem_resize(NULL, f->reg_count + 1, sizeof *of);
    for (uint32_t r = 0; r < f->reg_count; r++) of[r] = new_number(&b);
    for (uint32_t k = 0, at = 0; k < f->block_count; k++)
      for (uint32_t r = 0; r < f->reg_count; r++)
        if (is_live(ir_live_in(f, k), r)) unite(&b, of[r], w->live[at++]);
    for (uint32_t i = 0; i < f->insn_count; i++) {
      const uint32_t run = draft_operands(b.f, b.f->insns + i, &b.o);
      uint32_t at = w->first[i];
      for (uint32_t k = 0; k < b.o.written; k++)
        unite(&b, of[*b.o.writes + k], w->at[at++]);
      for (uint32_t k = 0; k < b.o.reads.count; k++)
        for (uint32_t n = 0; n < run; n++)
          unite(&b, of[*b.o.reads.items[k] + n], w->at[at++]);
    }
    for (uint32_t n = 0; n < f->param_count; n++)
      w->params[n] = of[f->params[n].reg];
    free(of);
  }
  compress(&b);
  vec_release(&b.parent);
  vec_release(&b.o.reads);
  free(b.now);
  return w;
}

void webs_free(webs *w) {
  if (!w) return;
  free(w->first);
  free(w->written);
  free(w->at);
  free(w->params);
  free(w->first_live);
  free(w->live);
  free(w);
}
