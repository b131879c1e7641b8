#include "base/fatal.h"
#include "base/outcomes.h"
#include "ir/draft.h"

/* Every invariant of ir.h that can be seen in the finished program. */

#define CHECK(COND) \
  ((COND) ? (void) 0 : fatal("%s: broken in %s: %s", __func__, where, #COND))

static void check_insn(const ir_program *p, ir_function *f, ir_insn *i,
                       operands *o) {
  const char *where = f->name;
  const uint32_t run = draft_operands(f, i, o);
  CHECK(i->op < IR_OPCODES);
  CHECK(i->place < p->places.count);
  for (uint32_t k = 0; k < o->reads.count; k++)
    CHECK(*o->reads.items[k] + (uint64_t) run <= f->reg_count);
  if (o->writes) CHECK(*o->writes + (uint64_t) o->written <= f->reg_count);
#define IS_START(T) \
  ((T) < f->insn_count && f->blocks[f->insns[T].block].first == (T))
  switch ((ir_opcode) i->op) {
  case IR_WIDE: CHECK(i->width > 64 && i->imm < p->wide.count); break;
  case IR_CONST:
    CHECK(i->width <= 64 && i->flags == 0);
    CHECK(i->width == 64 || i->imm >> i->width == 0);
    break;
  case IR_TRUNC: CHECK(i->width < i->imm); break;
  case IR_ZEXT: case IR_SEXT: CHECK(i->width > i->imm); break;
  case IR_LOAD: case IR_STORE: CHECK(i->width && i->width % 8 == 0); break;
  case IR_SLOT: case IR_BEGIN:
    CHECK(i->imm < f->slots.count && !f->slots.items[i->imm].is_renewed);
    break;
  case IR_RENEW:
    CHECK(i->imm < f->slots.count && f->slots.items[i->imm].is_renewed);
    break;
  case IR_END: CHECK(i->imm < f->slots.count); break;
  case IR_JUMP: CHECK(IS_START(i->imm)); break;
  case IR_BRANCH:
    CHECK(IS_START(i->b) && IS_START(i->c));
    CHECK(i->imm - f->first_edge + 2 <= f->edge_count);
    break;
  case IR_SWITCH: {
    CHECK(i->imm < f->switches.count);
    const ir_switch *s = f->switches.items + i->imm;
    for (uint32_t k = 0; k < s->count; k++) {
      CHECK(IS_START(s->targets[k]));
      CHECK(!k || s->values[k - 1] < s->values[k]);
      CHECK(s->edges[k] - f->first_edge < f->edge_count);
    }
    CHECK(IS_START(s->otherwise));
    break;
  }
  case IR_CALL: case IR_BUILTIN: {
    CHECK(i->imm < f->calls.count);
    const ir_call *c = f->calls.items + i->imm;
    CHECK(c->fixed_args <= c->arg_count);
    if (i->op == IR_BUILTIN) CHECK(c->builtin < IR_BUILTINS);
    else if (c->callee != IR_INDIRECT)
      CHECK(c->callee < p->symbols.count &&
            p->symbols.items[c->callee].kind == IR_FUNCTION);
    break;
  }
  case IR_RETURN: CHECK(i->b == f->result_count); break;
  case IR_CHECK:
    CHECK(i->imm < OUTCOME_COUNT && outcome_is_bug((outcome) i->imm));
    break;
  case IR_UNSUPPORTED: case IR_HAVOC:
    CHECK(i->imm < p->strings.count);
    break;
  default: break;
  }
#undef IS_START
}

/* Where a jump or branch goes is among the block's successors. */
static void check_successors(const ir_function *f, const ir_block *b) {
  const char *where = f->name;
  const ir_insn *i = f->insns + b->first + b->count - 1;
  for (uint32_t k = 0; k < b->successor_count; k++)
    CHECK(b->successors[k] < f->block_count);
  bool found = true;
  for (uint32_t pass = 0; pass < 2; pass++) {
    const uint64_t target = i->op == IR_JUMP ? i->imm : pass ? i->b : i->c;
    if (i->op != IR_JUMP && i->op != IR_BRANCH) break;
    bool here = false;
    for (uint32_t k = 0; k < b->successor_count; k++)
      here |= b->successors[k] == f->insns[target].block;
    found &= here;
  }
  CHECK(found);
}

static void check_function(const ir_program *p, ir_function *f) {
  const char *where = f->name;
  operands o = {0};
  uint32_t next = 0;
  CHECK(f->block_count);
  CHECK(f->param_count <= f->reg_count);
  for (uint32_t i = 0; i < f->param_count; i++) CHECK(f->params[i].reg == i);
  for (uint32_t b = 0; b < f->block_count; b++) {
    const ir_block *block = f->blocks + b;
    CHECK(block->first == next && block->count);
    next += block->count;
    CHECK(next <= f->insn_count);
    for (uint32_t i = 0; i < block->count; i++) {
      ir_insn *insn = f->insns + block->first + i;
      CHECK(insn->block == b);
      CHECK(draft_is_terminator((ir_opcode) insn->op) ==
            (i == block->count - 1));
      check_insn(p, f, insn, &o);
    }
    check_successors(f, block);
    CHECK(block->loop_head < f->block_count);
    CHECK(!block->is_loop_head || block->loop_depth);
    CHECK(block->order < f->block_count);
  }
  CHECK(next == f->insn_count);
  vec_release(&o.reads);
}

void ir_check(const ir_program *p) {
  const char *where = "the program";
  CHECK(p->pointer_bits == 32 || p->pointer_bits == 64);
  for (uint32_t i = 1; i < p->symbols.count; i++) {
    const ir_symbol *s = p->symbols.items + i;
    where = s->name;
    if (s->address) CHECK(ir_symbol_at(p, s->address) == i);
    if (s->kind == IR_FUNCTION && s->is_defined)
      CHECK(s->function < p->functions.count &&
            p->functions.items[s->function]->symbol == i);
    for (uint32_t k = 0; k < s->relocations.count; k++)
      CHECK(s->relocations.items[k].offset +
                s->relocations.items[k].bytes <= s->size);
  }
  for (uint32_t i = 0; i < p->functions.count; i++)
    check_function(p, p->functions.items[i]);
}
