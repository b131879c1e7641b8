#include "ir/draft.h"

#include <assert.h>

/* Takes the registers that are live after the instruction to those live
 * before it. */
static void step_back(ir_function *f, ir_insn *insn, operands *o,
                      uint64_t *now) {
  const uint32_t run = draft_operands(f, insn, o);
  assert(!o->written || *o->writes + o->written <= f->reg_count);
  for (uint32_t k = 0; k < o->written; k++)
    now[(*o->writes + k) / 64] &= ~(UINT64_C(1) << (*o->writes + k) % 64);
  for (uint32_t k = 0; k < o->reads.count; k++)
    for (uint32_t n = 0; n < run; n++) {
      const uint32_t reg = *o->reads.items[k] + n;
      now[reg / 64] |= UINT64_C(1) << reg % 64;
    }
}

const uint64_t *ir_live_in(const ir_function *f, uint32_t block) {
  assert(block < f->block_count);
  const uint32_t words = (f->reg_count + 63) / 64;
  if (f->live) return f->live + (size_t) block * words;
  /* The function is const to its readers; this table is a cache. */
  ir_function *g = (ir_function *) f;
  uint64_t *live = mem_zeroed((size_t) f->block_count * words + 1,
                              sizeof *live);
  uint64_t *now = mem_zeroed(words, sizeof *now);
  operands o = {0};
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t b = f->block_count; b-- > 0;) {
      const ir_block *at = f->blocks + b;
      for (uint32_t w = 0; w < words; w++) {
        now[w] = 0;
        for (uint32_t i = 0; i < at->successor_count; i++)
          now[w] |= live[(size_t) at->successors[i] * words + w];
      }
      for (uint32_t i = at->count; i-- > 0;)
        step_back(g, g->insns + at->first + i, &o, now);
      for (uint32_t w = 0; w < words; w++) {
        uint64_t *to = live + (size_t) b * words + w;
        changed |= *to != now[w];
        *to = now[w];
      }
    }
  }
  vec_release(&o.reads);
  free(now);
  g->live = live;
  return live + (size_t) block * words;
}

void ir_live_at(const ir_function *f, uint32_t insn, uint64_t *bits) {
  assert(insn < f->insn_count);
  const uint32_t words = (f->reg_count + 63) / 64;
  const ir_block *b = f->blocks + f->insns[insn].block;
  for (uint32_t w = 0; w < words; w++) bits[w] = 0;
  for (uint32_t i = 0; i < b->successor_count; i++) {
    const uint64_t *in = ir_live_in(f, b->successors[i]);
    for (uint32_t w = 0; w < words; w++) bits[w] |= in[w];
  }
  operands o = {0};
  for (uint32_t i = b->first + b->count; i-- > insn;)
    step_back((ir_function *) f, f->insns + i, &o, bits);
  vec_release(&o.reads);
}

uint32_t ir_writes(const ir_function *f, const ir_insn *i, uint32_t *first) {
  operands o = {0};
  draft_operands((ir_function *) f, (ir_insn *) i, &o);
  vec_release(&o.reads);
  if (o.written) *first = *o.writes;
  return o.written;
}

unsigned ir_result_width(const ir_program *p, const ir_function *f,
                         const ir_insn *i, uint32_t n) {
  const ir_opcode op = (ir_opcode) i->op;
  if (op == IR_CALL || op == IR_BUILTIN)
    return f->calls.items[i->imm].result_widths[n];
  if ((op >= IR_EQ && op <= IR_SGEI) || op == IR_FCMP) return 1;
  if (op == IR_INDEX || op == IR_SLOT || op == IR_ALLOCA ||
      op == IR_RENEW)
    return p->pointer_bits;
  return i->width;
}
