#include "ir/finish.h"

#include <assert.h>
#include <stdlib.h>

cfg draft_graph(draft *d) {
  const uint32_t count = d->blocks.count;
  cfg g = {.count = count,
           .first = mem_zeroed(count + 1, sizeof *g.first)};
  VEC(uint32_t) next = {0};
  target_list targets = {0};
  uint32_t *seen = mem_zeroed(count, sizeof *seen);
  for (uint32_t b = 0; b < count; b++) {
    draft_targets_of(d, b, &targets);
    for (uint32_t i = 0; i < targets.count; i++) {
      const uint32_t to = *targets.items[i];
      assert(to < count);
      if (seen[to] == b + 1) continue;
      seen[to] = b + 1;
      vec_push(&next, to);
    }
    g.first[b + 1] = next.count;
  }
  g.next = next.items;
  free(seen);
  vec_release(&targets);
  return g;
}

static void fill_block(draft *d, const cfg *g, const cfg_facts *facts,
                       uint32_t number, uint32_t first) {
  const uint32_t from = facts->at[number];
  const draft_block *b = d->blocks.items + from;
  const uint32_t head = facts->loop_head[from];
  ir_block *to = d->function->blocks + number;
  *to = (ir_block) {.first = first, .count = b->code.count,
                    .loop_head = head == CFG_NONE ? 0 : facts->order[head],
                    .is_loop_head = facts->is_loop_head[from],
                    .loop_depth = facts->loop_depth[from],
                    .order = number, .label = b->label};
  assert(facts->order[from] == number && b->code.count);
  to->successor_count = g->first[from + 1] - g->first[from];
  to->successors = mem_zeroed(to->successor_count, sizeof *to->successors);
  for (uint32_t i = 0; i < to->successor_count; i++)
    to->successors[i] = facts->order[g->next[g->first[from] + i]];
}

static uint32_t take_edges(draft *d, uint32_t count) {
  const uint32_t first = d->program->edge_count;
  d->program->edge_count += count;
  return first;
}

/* From draft blocks to instruction indices. */
static void fix(draft *d, const cfg_facts *facts, ir_insn *i) {
  ir_function *f = d->function;
#define AT(BLOCK) (f->blocks[facts->order[BLOCK]].first)
  switch ((ir_opcode) i->op) {
  case IR_CONST:
    if (i->flags & DRAFT_BLOCK_ADDRESS) {
      const uint64_t base = d->program->symbols.items[f->symbol].address;
      i->imm = base + 1 + facts->order[i->imm];
      i->flags = 0;
    }
    break;
  case IR_JUMP: i->imm = AT(i->imm); break;
  case IR_BRANCH:
    i->b = AT(i->b);
    i->c = AT(i->c);
    i->imm = take_edges(d, 2);
    break;
  case IR_SWITCH: {
    ir_switch *s = f->switches.items + i->imm;
    const uint32_t edge = take_edges(d, s->count + 1);
    for (uint32_t k = 0; k < s->count; k++) {
      s->targets[k] = AT(s->targets[k]);
      s->edges[k] = edge + k;
    }
    s->otherwise = AT(s->otherwise);
    s->otherwise_edge = edge + s->count;
    break;
  }
  case IR_GOTO: i->imm = 0; break;
  default: break;
  }
#undef AT
}

void draft_finish(draft *d, uint32_t *final) {
  ir_function *f = d->function;
  cfg g = draft_graph(d);
  cfg_facts facts = cfg_analyse(&g);
  uint32_t count = 0;
  f->block_count = facts.reachable;
  f->blocks = mem_zeroed(f->block_count, sizeof *f->blocks);
  for (uint32_t n = 0; n < f->block_count; n++) {
    fill_block(d, &g, &facts, n, count);
    count += f->blocks[n].count;
  }
  f->insns = mem_zeroed(count, sizeof *f->insns);
  f->insn_count = count;
  f->reg_count = d->registers;
  f->first_edge = d->program->edge_count;
  for (uint32_t n = 0; n < f->block_count; n++) {
    const draft_block *b = d->blocks.items + facts.at[n];
    for (uint32_t i = 0; i < b->code.count; i++) {
      ir_insn *to = f->insns + f->blocks[n].first + i;
      *to = b->code.items[i];
      to->block = n;
      fix(d, &facts, to);
    }
  }
  f->edge_count = d->program->edge_count - f->first_edge;
  for (uint32_t b = 0; final && b < d->blocks.count; b++)
    final[b] = facts.order[b];
  assert(count == f->insn_count && f->first_edge + f->edge_count == d->program->edge_count);
  cfg_facts_release(&facts);
  cfg_release(&g);
}
