#include "ir/finish.h"
#include "ir/tidy.h"

#include <assert.h>
#include <stdlib.h>

/*
 * A constant or a slot's address that a loop needs in a register is made once,
 * at the end of the entry block, instead of in every iteration.  Each costs a
 * register of the frame for good, so only the few that count most get one.
 */
typedef struct candidate {
  ir_insn insn;
  uint64_t weight;
  uint32_t order;               /* of the first place */
  uint32_t reg;                 /* once chosen */
} candidate;

typedef struct pass {
  draft *d;
  bool *is_temporary;
  VEC(candidate) found;
} pass;

static bool is_hoistable(const pass *p, const ir_insn *i) {
  return (i->op == IR_CONST || i->op == IR_SLOT || i->op == IR_WIDE) &&
         p->is_temporary[i->d];
}

static candidate *find(pass *p, const ir_insn *i) {
  for (uint32_t k = 0; k < p->found.count; k++) {
    candidate *c = p->found.items + k;
    if (c->insn.op == i->op && c->insn.width == i->width &&
        c->insn.imm == i->imm && c->insn.flags == i->flags)
      return c;
  }
  return NULL;
}

static void find_temporaries(pass *p) {
  draft *d = p->d;
  liveness l = liveness_of(d);
  operands o = {0};
  uint8_t *writes = mem_zeroed(d->registers, 1);
  for (uint32_t n = 0; n < d->blocks.count; n++)
    for (uint32_t i = 0; i < d->blocks.items[n].code.count; i++) {
      draft_operands(d->function, d->blocks.items[n].code.items + i, &o);
      for (uint32_t k = 0; k < o.written; k++)
        if (writes[*o.writes + k] < 2) writes[*o.writes + k]++;
    }
  for (uint32_t r = 0; r < d->registers; r++)
    p->is_temporary[r] = writes[r] == 1 && !l.bit[r];
  /* A RETURN of several values reads a run that must stay together. */
  for (uint32_t n = 0; n < d->blocks.count; n++) {
    const draft_block *b = d->blocks.items + n;
    if (!b->code.count || vec_last(&b->code).op != IR_RETURN) continue;
    for (uint32_t k = 0; vec_last(&b->code).b > 1 && k < vec_last(&b->code).b;
         k++)
      p->is_temporary[vec_last(&b->code).a + k] = false;
  }
  free(writes);
  vec_release(&o.reads);
  liveness_release(&l);
}

/* Not by value: code does not depend on where symbols are (ready.h). */
static int by_weight(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Loops that count, a factor of 16 each: 2^32 instructions do not pass 64 bits. */
enum { MOST_DEPTH = 8 };
static_assert(4 * MOST_DEPTH + 32 <= 64, "weights fit");

static void collect(pass *p, const cfg_facts *facts) {
  for (uint32_t n = 0; n < p->d->blocks.count; n++) {
    const draft_block *b = p->d->blocks.items + n;
    const uint32_t depth = facts->loop_depth[n];
    for (uint32_t i = 0; depth && i < b->code.count; i++) {
      const ir_insn *insn = b->code.items + i;
      if (!is_hoistable(p, insn)) continue;
      candidate *c = find(p, insn);
      if (!c) {
        vec_push(&p->found, ((candidate) {.insn = *insn, .order = p->found.count}));
        c = &vec_last(&p->found);
      }
      c->weight += UINT64_C(1) << 4 * (depth < MOST_DEPTH ? depth : MOST_DEPTH);
    }
  }
}

/* Constants kept in a register for a function's loops: x86-64 has six registers that calls
 * preserve. */
enum { HOISTED = 6 };

void tidy_hoist(draft *d) {
  cfg g = draft_graph(d);
  cfg_facts facts = cfg_analyse(&g);
  pass p = {.d = d, .is_temporary = mem_zeroed(d->registers, sizeof(bool))};
  find_temporaries(&p);
  collect(&p, &facts);
  if (p.found.count)
    qsort(p.found.items, p.found.count, sizeof *p.found.items, by_weight);
  if (p.found.count > HOISTED) p.found.count = HOISTED;
  draft_block *entry = d->blocks.items;
  for (uint32_t k = 0; k < p.found.count; k++) {
    candidate *c = p.found.items + k;
    c->reg = d->registers++;
    ir_insn made = c->insn;
    const ir_insn end = vec_last(&entry->code);
    made.d = c->reg;
    vec_last(&entry->code) = made;
    vec_push(&entry->code, end);
  }
  /* The old places become copies, which are then read through. */
  for (uint32_t n = 0; p.found.count && n < d->blocks.count; n++)
    for (uint32_t i = 0; facts.loop_depth[n] &&
                         i < d->blocks.items[n].code.count; i++) {
      ir_insn *insn = d->blocks.items[n].code.items + i;
      if (!is_hoistable(&p, insn)) continue;
      const candidate *c = find(&p, insn);
      if (!c) continue;
      insn->op = IR_MOVE;
      insn->a = c->reg;
      insn->imm = 0;
      insn->flags = 0;
    }
  if (p.found.count) {
    tidy_forward(d);
    tidy_dead(d);
  }
  free(p.is_temporary);
  vec_release(&p.found);
  cfg_facts_release(&facts);
  cfg_release(&g);
}
