#include "ir/tidy.h"


#include <stdlib.h>
#include <string.h>

/*
 * Backwards through each block: an instruction goes if nobody reads what it
 * writes and it can raise no error; and `x := t` goes if t is read nowhere
 * after, by making t's value in x to begin with.
 */

/* Whether the instruction does nothing but write its result: no division, no
 * shift that may be out of range, no flag that makes overflow an error. */
static bool is_pure(const ir_insn *i) {
  switch ((ir_opcode) i->op) {
  case IR_CONST: case IR_WIDE: case IR_UNINIT: case IR_MOVE: case IR_SELECT:
  case IR_AND: case IR_OR: case IR_XOR: case IR_ANDI: case IR_ORI:
  case IR_XORI: case IR_EQ: case IR_NE: case IR_ULT: case IR_ULE: case IR_UGT:
  case IR_UGE: case IR_SLT: case IR_SLE: case IR_SGT: case IR_SGE:
  case IR_EQI: case IR_NEI: case IR_ULTI: case IR_ULEI: case IR_UGTI:
  case IR_UGEI: case IR_SLTI: case IR_SLEI: case IR_SGTI: case IR_SGEI:
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: case IR_FTOF: case IR_STOF:
  case IR_UTOF: case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV:
  case IR_FREM: case IR_FNEG: case IR_FCMP: case IR_SLOT:
    return true;
  case IR_INDEX: return !(i->flags & IR_INBOUNDS);
  case IR_ADD: case IR_SUB: case IR_MUL: case IR_ADDI: case IR_SUBI:
  case IR_MULI:
    return !(i->flags & (IR_NSW | IR_NUW | IR_INBOUNDS));
  case IR_SHLI: case IR_LSHRI: case IR_ASHRI:
    return i->imm < i->width && !(i->flags & (IR_NSW | IR_NUW | IR_BASE));
  case IR_SHL: case IR_LSHR: case IR_ASHR:
  case IR_UDIV: case IR_SDIV: case IR_UREM: case IR_SREM: case IR_UDIVI:
  case IR_SDIVI: case IR_UREMI: case IR_SREMI: case IR_FTOS: case IR_FTOU:
  case IR_LOAD: case IR_STORE: case IR_ALLOCA: case IR_BEGIN: case IR_RENEW:
  case IR_END:
  case IR_COPY: case IR_MOVEMEM: case IR_FILL: case IR_JUMP: case IR_BRANCH:
  case IR_SWITCH: case IR_GOTO: case IR_CALL: case IR_BUILTIN: case IR_RETURN:
  case IR_UNREACHABLE: case IR_CHECK: case IR_UNSUPPORTED: case IR_HAVOC:
  case IR_OPCODES:
    return false;
  }
  return false;
}

typedef struct pass {
  draft *d;
  bool *is_live;                /* of each register, at the point reached */
  operands o;
} pass;

static bool reads(const operands *o, uint32_t reg) {
  for (uint32_t k = 0; k < o->reads.count; k++)
    if (*o->reads.items[k] == reg) return true;
  return false;
}

static bool writes(const operands *o, uint32_t reg) {
  return o->writes && reg - *o->writes < o->written;
}

/* Instructions back to where a moved value is made: bounds the pass, which is quadratic in a
 * block's length without it, to 64 steps an instruction. */
enum { REACH = 64 };

/* The instruction before `at` that makes `from`, if `to` is not touched
 * between them; UINT32_MAX if there is none. */
static uint32_t find_maker(pass *p, draft_block *b, uint32_t at, uint32_t to,
                           uint32_t from) {
  const uint32_t stop = at > REACH ? at - REACH : 0;
  for (uint32_t i = at; i-- > stop;) {
    ir_insn *insn = b->code.items + i;
    if (insn->op == TIDY_GONE) continue;
    draft_operands(p->d->function, insn, &p->o);
    if (writes(&p->o, from)) return p->o.written == 1 ? i : UINT32_MAX;
    if (writes(&p->o, to) || reads(&p->o, to)) return UINT32_MAX;
  }
  return UINT32_MAX;
}

/* `to := from` at `at`, with from not read afterwards. */
static bool make_in_place(pass *p, draft_block *b, uint32_t at) {
  const uint32_t to = b->code.items[at].d, from = b->code.items[at].a;
  const uint32_t maker = find_maker(p, b, at, to, from);
  if (maker == UINT32_MAX) return false;
  draft_operands(p->d->function, b->code.items + maker, &p->o);
  *p->o.writes = to;
  for (uint32_t i = maker + 1; i < at; i++) {
    if (b->code.items[i].op == TIDY_GONE) continue;
    draft_operands(p->d->function, b->code.items + i, &p->o);
    for (uint32_t k = 0; k < p->o.reads.count; k++)
      if (*p->o.reads.items[k] == from) *p->o.reads.items[k] = to;
  }
  return true;
}

static void visit(pass *p, draft_block *b, uint32_t at) {
  ir_insn *i = b->code.items + at;
  const uint32_t run = draft_operands(p->d->function, i, &p->o);
  bool is_needed = !is_pure(i);
  for (uint32_t k = 0; k < p->o.written; k++)
    is_needed |= p->is_live[*p->o.writes + k];
  if (i->op == IR_MOVE && i->d == i->a) is_needed = false;
  if (is_needed && i->op == IR_MOVE && !p->is_live[i->a] &&
      make_in_place(p, b, at))
    is_needed = false;          /* and its target stays live up to the maker */
  if (!is_needed) {
    i->op = TIDY_GONE;
    return;
  }
  draft_operands(p->d->function, i, &p->o);
  for (uint32_t k = 0; k < p->o.written; k++)
    p->is_live[*p->o.writes + k] = false;
  for (uint32_t k = 0; k < p->o.reads.count; k++)
    for (uint32_t r = 0; r < run; r++)
      p->is_live[*p->o.reads.items[k] + r] = true;
}

void tidy_dead(draft *d) {
  liveness l = liveness_of(d);
  pass p = {.d = d, .is_live = mem_zeroed(d->registers, sizeof(bool))};
  for (uint32_t n = 0; n < d->blocks.count; n++) {
    draft_block *b = d->blocks.items + n;
    for (uint32_t bit = 0; bit < l.bits; bit++)
      p.is_live[l.reg[bit]] =
          l.out[(size_t) n * l.words + bit / 64] >> bit % 64 & 1;
    for (uint32_t i = b->code.count; i-- > 0;) visit(&p, b, i);
    tidy_sweep(b);
  }
  vec_release(&p.o.reads);
  free(p.is_live);
  liveness_release(&l);
}

/*
 * A parameter's variable is a copy of it, made in the entry block.  If nobody
 * else reads the parameter, the variable can live in its register.
 */
void tidy_params(draft *d) {
  const uint32_t params = d->function->param_count;
  operands o = {0};
  uint32_t *uses = mem_zeroed(params, sizeof *uses);
  uint32_t *becomes = mem_zeroed(d->registers, sizeof *becomes);
  bool *is_touched = mem_zeroed(d->registers, sizeof *is_touched);
  for (uint32_t n = 0; n < d->blocks.count; n++)
    for (uint32_t i = 0; i < d->blocks.items[n].code.count; i++) {
      const uint32_t run = draft_operands(
          d->function, d->blocks.items[n].code.items + i, &o);
      for (uint32_t k = 0; k < o.reads.count; k++)
        for (uint32_t r = 0; r < run; r++)
          if (*o.reads.items[k] + r < params) uses[*o.reads.items[k] + r]++;
      for (uint32_t k = 0; k < o.written; k++)  /* not a plain parameter */
        if (*o.writes + k < params) uses[*o.writes + k] = 2;
      /* Members of a run keep their places. */
      for (uint32_t k = 0; run > 1 && k < run; k++)
        is_touched[*o.reads.items[0] + k] = true;
      for (uint32_t k = 0; o.written > 1 && k < o.written; k++)
        is_touched[*o.writes + k] = true;
    }
  for (uint32_t r = 0; r < d->registers; r++) becomes[r] = r;
  draft_block *entry = d->blocks.items;
  for (uint32_t i = 0; i < entry->code.count; i++) {
    ir_insn *insn = entry->code.items + i;
    if (insn->op == IR_MOVE && insn->a < params && uses[insn->a] == 1 &&
        insn->d >= params && !is_touched[insn->d]) {
      becomes[insn->d] = insn->a;
      is_touched[insn->d] = true;
      insn->op = TIDY_GONE;
      continue;
    }
    draft_operands(d->function, insn, &o);
    for (uint32_t k = 0; k < o.reads.count; k++)
      is_touched[*o.reads.items[k]] = true;
    for (uint32_t k = 0; k < o.written; k++)
      is_touched[*o.writes + k] = true;
  }
  tidy_sweep(entry);
  for (uint32_t n = 0; n < d->blocks.count; n++)
    for (uint32_t i = 0; i < d->blocks.items[n].code.count; i++) {
      const uint32_t run = draft_operands(
          d->function, d->blocks.items[n].code.items + i, &o);
      for (uint32_t k = 0; run <= 1 && k < o.reads.count; k++)
        *o.reads.items[k] = becomes[*o.reads.items[k]];
      if (o.written == 1) *o.writes = becomes[*o.writes];
    }
  for (uint32_t k = 0; k < d->function->variables.count; k++) {
    ir_variable *v = d->function->variables.items + k;
    if (v->width && !v->slot) v->reg = becomes[v->reg];
  }
  free(uses);
  free(becomes);
  free(is_touched);
  vec_release(&o.reads);
}
