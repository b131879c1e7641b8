#include "ir/draft.h"

#include <assert.h>

void draft_init(draft *d, ir_program *p, ir_function *f) {
  *d = (draft) {.program = p, .function = f};
}

void draft_release(draft *d) {
  for (uint32_t i = 0; i < d->blocks.count; i++)
    vec_release(&d->blocks.items[i].code);
  for (uint32_t i = 0; i < d->gotos.count; i++)
    vec_release(&d->gotos.items[i].blocks);
  vec_release(&d->blocks);
  vec_release(&d->gotos);
}

uint32_t draft_block_new(draft *d, const char *label) {
  vec_push(&d->blocks, ((draft_block) {.label = label}));
  return d->blocks.count - 1;
}

bool draft_is_terminator(ir_opcode op) {
  return op == IR_JUMP || op == IR_BRANCH || op == IR_SWITCH ||
         op == IR_GOTO || op == IR_RETURN || op == IR_UNREACHABLE;
}

static uint32_t *low_half(uint64_t *imm) {
  /* Block numbers fit 32 bits, and the upper half of imm stays zero. */
  union { uint16_t half; uint8_t byte[2]; } order = {1};
  return (uint32_t *) imm + (order.byte[0] ? 0 : 1);
}

void draft_targets_of(draft *d, uint32_t block, target_list *list) {
  assert(block < d->blocks.count);
  vec_clear(list);
  draft_block *b = d->blocks.items + block;
  if (!b->code.count) return;
  ir_insn *i = &vec_last(&b->code);
  switch ((ir_opcode) i->op) {
  case IR_JUMP:
    vec_push(list, low_half(&i->imm));
    break;
  case IR_BRANCH:
    vec_push(list, &i->b);
    vec_push(list, &i->c);
    break;
  case IR_SWITCH: {
    ir_switch *s = d->function->switches.items + i->imm;
    for (uint32_t k = 0; k < s->count; k++) vec_push(list, s->targets + k);
    vec_push(list, &s->otherwise);
    break;
  }
  case IR_GOTO: {
    draft_targets *t = d->gotos.items + i->imm;
    for (uint32_t k = 0; k < t->blocks.count; k++)
      vec_push(list, t->blocks.items + k);
    break;
  }
  default: break;
  }
}

typedef enum shape { D, D_IMM, D_A, D_A_B, D_A_B_C, D_A_IMM, D_A_B_IMM,
                     A_B_IMM, A_B_C, A_IMM, IMM, TARGET, BRANCH, SWITCH, GOTO, CALL,
                     RETURN, NOTHING } shape;
static const uint8_t shapes[] = {
#define OPCODE(NAME, TEXT, SHAPE) SHAPE,
#include "ir/opcodes.def"
};

uint32_t draft_operands(ir_function *f, ir_insn *i, operands *o) {
  assert(i->op < IR_OPCODES);
  uint32_t run = 1;
  vec_clear(&o->reads);
  o->writes = NULL;
  o->written = 0;
  switch ((shape) shapes[i->op]) {
  case D: case D_IMM: o->writes = &i->d; break;
  case D_A_B_C:
    vec_push(&o->reads, &i->c);
    /* fall through */
  case D_A_B: case D_A_B_IMM:
    vec_push(&o->reads, &i->b);
    /* fall through */
  case D_A: case D_A_IMM:
    vec_push(&o->reads, &i->a);
    o->writes = &i->d;
    break;
  case A_B_C:
    vec_push(&o->reads, &i->c);
    /* fall through */
  case A_B_IMM:
    vec_push(&o->reads, &i->b);
    /* fall through */
  case A_IMM: case BRANCH: case SWITCH: case GOTO:
    vec_push(&o->reads, &i->a);
    break;
  case CALL: {
    assert(i->imm < f->calls.count);
    ir_call *c = f->calls.items + i->imm;
    if (i->op == IR_CALL && c->callee == IR_INDIRECT)
      vec_push(&o->reads, &c->target);
    for (uint32_t k = 0; k < c->arg_count; k++)
      vec_push(&o->reads, &c->args[k].reg);
    o->writes = c->result_count ? &c->result : NULL;
    o->written = c->result_count;
    return run;
  }
  case RETURN:
    if (i->b) vec_push(&o->reads, &i->a);
    run = i->b;
    break;
  case IMM: case TARGET: case NOTHING: break;
  }
  o->written = o->writes != NULL;
  return run;
}

static bool is_whole_block(draft *d, uint32_t block, operands *o, target_list *targets) {
  draft_block *b = d->blocks.items + block;
  for (uint32_t k = 0; k < b->code.count; k++) {
    ir_insn *i = b->code.items + k;
    if (i->op >= IR_OPCODES || draft_is_terminator((ir_opcode) i->op) != (k + 1 == b->code.count))
      return false;
    const uint32_t run = draft_operands(d->function, i, o);
    for (uint32_t r = 0; r < o->reads.count; r++)
      if (*o->reads.items[r] + (uint64_t) run > d->registers) return false;
    if (o->writes && *o->writes + (uint64_t) o->written > d->registers) return false;
  }
  if (!b->code.count) return block;     /* nothing goes there */
  draft_targets_of(d, block, targets);
  for (uint32_t k = 0; k < targets->count; k++) {
    const uint32_t to = *targets->items[k];
    if (to >= d->blocks.count || !d->blocks.items[to].code.count) return false;
  }
  return true;
}

bool draft_is_whole(draft *d) {
  operands o = {0};
  target_list targets = {0};
  bool is = d->blocks.count;
  for (uint32_t b = 0; b < d->blocks.count && is; b++) is = is_whole_block(d, b, &o, &targets);
  vec_release(&o.reads);
  vec_release(&targets);
  return is;
}
