#include "ir/finish.h"
#include "ir/tidy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/*
 * Registers are numbered anew so that frames are small: a million states may
 * be alive at once.
 *
 * A register that crosses blocks takes a number for the stretch of blocks, in
 * final order, in which it can be alive; stretches that do not meet share.  A
 * register that stays within its blocks takes, in each, one that is free there,
 * from where it is written to where it is last read.  Runs (the results of one
 * call, the values of one return) are numbered together, and parameters keep
 * their numbers.
 */
typedef struct stretch {
  uint32_t reg, length;         /* a run of so many registers */
  uint32_t first, last;         /* positions of blocks */
  uint32_t number;              /* new, of the first register */
} stretch;

typedef struct pass {
  draft *d;
  liveness live;
  cfg_facts facts;
  operands o;
  VEC(stretch) stretches;
  uint32_t *stretch_of;         /* register: its stretch, plus 1 */
  uint32_t *renumbered;         /* old to new */
  uint32_t count;               /* new registers */
} pass;

static void cover(stretch *s, uint32_t position) {
  if (position < s->first) s->first = position;
  if (position > s->last) s->last = position;
}

static stretch *add(pass *p, uint32_t reg, uint32_t length) {
  vec_push(&p->stretches, ((stretch) {reg, length, UINT32_MAX, 0, 0}));
  for (uint32_t i = 0; i < length; i++)
    p->stretch_of[reg + i] = p->stretches.count;
  assert(length && reg + length <= p->d->registers);
  return &vec_last(&p->stretches);
}

/* Parameters first, then runs, then what crosses blocks. */
static void make_stretches(pass *p) {
  draft *d = p->d;
  for (uint32_t i = 0; i < d->function->param_count; i++)
    cover(add(p, i, 1), 0);
  for (uint32_t n = 0; n < d->blocks.count; n++)
    for (uint32_t i = 0; i < d->blocks.items[n].code.count; i++) {
      const uint32_t run = draft_operands(
          d->function, d->blocks.items[n].code.items + i, &p->o);
      if (run > 1 && !p->stretch_of[*p->o.reads.items[0]])
        add(p, *p->o.reads.items[0], run);
      if (p->o.written > 1 && !p->stretch_of[*p->o.writes])
        add(p, *p->o.writes, p->o.written);
    }
  for (uint32_t bit = 0; bit < p->live.bits; bit++)
    if (!p->stretch_of[p->live.reg[bit]]) add(p, p->live.reg[bit], 1);
}

static void cover_register(pass *p, uint32_t reg, uint32_t position) {
  if (p->stretch_of[reg])
    cover(p->stretches.items + p->stretch_of[reg] - 1, position);
}

static void measure(pass *p) {
  for (uint32_t at = 0; at < p->facts.reachable; at++) {
    const uint32_t n = p->facts.at[at];
    draft_block *b = p->d->blocks.items + n;
    for (uint32_t bit = 0; bit < p->live.bits; bit++) {
      const uint32_t reg = p->live.reg[bit];
      if (liveness_has(&p->live, p->live.in, n, reg) ||
          liveness_has(&p->live, p->live.out, n, reg))
        cover_register(p, reg, at);
    }
    for (uint32_t i = 0; i < b->code.count; i++) {
      const uint32_t run = draft_operands(p->d->function, b->code.items + i,
                                          &p->o);
      for (uint32_t k = 0; k < p->o.reads.count; k++)
        for (uint32_t r = 0; r < run; r++)
          cover_register(p, *p->o.reads.items[k] + r, at);
      for (uint32_t k = 0; k < p->o.written; k++)
        cover_register(p, *p->o.writes + k, at);
    }
  }
}

static int by_start(const void *a, const void *b) {
  const stretch *x = a, *y = b;
  if (x->first != y->first) return x->first < y->first ? -1 : 1;
  return (x->reg > y->reg) - (x->reg < y->reg);
}

/* Greedily, in the order of their starts; sorted so that parameters, which
 * all start at 0 and have the least registers, come first. */
static void number_stretches(pass *p) {
  VEC(uint32_t) free_from = {0};        /* of each number: position */
  if (p->stretches.count)
    qsort(p->stretches.items, p->stretches.count, sizeof(stretch), by_start);
  for (uint32_t i = 0; i < p->stretches.count; i++) {
    stretch *s = p->stretches.items + i;
    if (s->first == UINT32_MAX) s->first = s->last = 0;
    uint32_t number = 0, length = 0;
    while (length < s->length) {
      if (number + length == free_from.count) vec_push(&free_from, 0);
      if (free_from.items[number + length] <= s->first) {
        length++;
      } else {
        number += length + 1;
        length = 0;
      }
    }
    for (uint32_t k = 0; k < s->length; k++) {
      free_from.items[number + k] = s->last + 1;
      p->renumbered[s->reg + k] = number + k;
      p->stretch_of[s->reg + k] = i + 1;
    }
    assert(s->first <= s->last && number + s->length <= free_from.count);
    s->number = number;
  }
  p->count = free_from.count;
  vec_release(&free_from);
}

typedef struct locals {
  VEC(uint32_t) taken;          /* of each number: by block position, plus 1 */
  uint32_t *last_read;          /* of each old register: index in the block */
  uint32_t lowest;              /* nothing is free below */
} locals;

static uint32_t take(pass *p, locals *l, uint32_t position) {
  uint32_t n = l->lowest;
  while (n < p->count && l->taken.items[n] == position + 1) n++;
  if (n == p->count) {
    p->count++;
    vec_push(&l->taken, 0);
  }
  assert(l->taken.items[n] != position + 1);
  l->taken.items[n] = position + 1;
  l->lowest = n + 1;
  return n;
}

static void give_back(locals *l, uint32_t number) {
  assert(l->taken.items[number]);
  l->taken.items[number] = 0;
  if (number < l->lowest) l->lowest = number;
}

/* Rewrites a block's registers; local ones get their numbers on the way. */
static void rewrite(pass *p, locals *l, uint32_t position) {
  draft_block *b = p->d->blocks.items + p->facts.at[position];
  l->lowest = 0;
  for (uint32_t i = 0; i < b->code.count; i++) {
    draft_operands(p->d->function, b->code.items + i, &p->o);
    for (uint32_t k = 0; k < p->o.reads.count; k++)
      l->last_read[*p->o.reads.items[k]] = i;
    /* A result that nobody reads is given up at once. */
    for (uint32_t k = 0; k < p->o.written; k++)
      l->last_read[*p->o.writes + k] = i;
  }
  /* A register may be written again in the block: its last reading is then
   * that of its last value, and it keeps one number throughout. */
  VEC(uint32_t) held = {0};
  for (uint32_t i = 0; i < b->code.count; i++) {
    draft_operands(p->d->function, b->code.items + i, &p->o);
    const uint32_t to = p->o.writes ? *p->o.writes : 0;
    vec_clear(&held);
    for (uint32_t k = 0; k < p->o.reads.count; k++) {
      const uint32_t reg = *p->o.reads.items[k];
      assert(p->renumbered[reg] != UINT32_MAX);
      *p->o.reads.items[k] = p->renumbered[reg];
      if (!p->stretch_of[reg] && l->last_read[reg] == i &&
          !(p->o.writes && reg == to))
        vec_push(&held, reg);
    }
    for (uint32_t k = 0; k < held.count; k++)
      if (p->renumbered[held.items[k]] != UINT32_MAX) {
        give_back(l, p->renumbered[held.items[k]]);
        p->renumbered[held.items[k]] = UINT32_MAX;
      }
    if (!p->o.writes) continue;
    if (!p->stretch_of[to]) {
      if (p->renumbered[to] == UINT32_MAX)
        p->renumbered[to] = take(p, l, position);
      *p->o.writes = p->renumbered[to];
      if (l->last_read[to] == i) {
        give_back(l, p->renumbered[to]);
        p->renumbered[to] = UINT32_MAX;
      }
    } else {
      *p->o.writes = p->renumbered[to];
    }
  }
  vec_release(&held);
}

static void rewrite_all(pass *p) {
  locals l = {.last_read = mem_zeroed(p->d->registers, sizeof(uint32_t))};
  VEC(uint32_t) active = {0};   /* stretches that cover the block */
  uint32_t next = 0;
  for (uint32_t i = 0; i < p->count; i++) vec_push(&l.taken, 0);
  for (uint32_t at = 0; at < p->facts.reachable; at++) {
    while (next < p->stretches.count &&
           p->stretches.items[next].first <= at) {
      vec_push(&active, next);
      next++;
    }
    for (uint32_t i = 0; i < active.count;) {
      const stretch *s = p->stretches.items + active.items[i];
      if (s->last < at) {
        active.items[i] = vec_pop(&active);
        continue;
      }
      for (uint32_t k = 0; k < s->length; k++)
        l.taken.items[s->number + k] = at + 1;
      i++;
    }
    rewrite(p, &l, at);
  }
  free(l.last_read);
  vec_release(&l.taken);
  vec_release(&active);
}

/* Those that do not cross blocks are not known by their register. */
static void place_variables(pass *p) {
  for (uint32_t k = 0; k < p->d->function->variables.count; k++) {
    ir_variable *v = p->d->function->variables.items + k;
    if (!v->width || v->slot) continue;
    const uint32_t of = p->stretch_of[v->reg];
    if (!of) {
      v->width = 0;
      continue;
    }
    const stretch *s = p->stretches.items + of - 1;
    v->first = s->first;
    v->last = s->last;
    v->reg = p->renumbered[v->reg];
  }
}

void tidy_registers(draft *d) {
  cfg g = draft_graph(d);
  pass p = {.d = d, .live = liveness_of(d), .facts = cfg_analyse(&g),
            .stretch_of = mem_zeroed(d->registers, sizeof(uint32_t)),
            .renumbered = mem_resize(NULL, d->registers, sizeof(uint32_t))};
  memset(p.renumbered, 0xff, d->registers * sizeof(uint32_t));
  make_stretches(&p);
  measure(&p);
  number_stretches(&p);
  place_variables(&p);
  rewrite_all(&p);
  d->registers = p.count;
  free(p.stretch_of);
  free(p.renumbered);
  vec_release(&p.stretches);
  vec_release(&p.o.reads);
  liveness_release(&p.live);
  cfg_facts_release(&p.facts);
  cfg_release(&g);
}
