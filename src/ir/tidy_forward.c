#include "ir/build.h"
#include "ir/tidy.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/limits.h"

#include <stdlib.h>

/* Results of a block that are found again. */
enum { RESULTS = SIZED(256, 1) };

/*
 * Forwards through each block, knowing of each register what it was last given
 * in this block: a copy of another register, a constant, or the result of an
 * instruction, which need not be computed a second time.  Knowledge has a
 * time; it holds as long as the registers it speaks of have not been written
 * since.
 *
 * A temporary is written once and read in its block only.  Copies into
 * temporaries are read through; after a copy of a temporary into a variable,
 * the variable is read instead of the temporary, so that tidy_dead can make the
 * value in the variable to begin with.
 */
typedef struct fact {
  enum { NOTHING, COPY, NUMBER, RESULT } kind;
  uint32_t block;               /* where it holds */
  uint32_t source;              /* COPY: of this register; RESULT: insn */
  uint64_t time;
  uint64_t bits;                /* of a NUMBER */
} fact;

/* Results of this block, by the hash of how they were made. */
typedef struct memory { uint32_t block, insn; uint64_t time; } memory;

typedef struct pass {
  draft *d;
  memory memories[RESULTS];
  fact *facts;                  /* of each register */
  uint64_t *written;            /* when last */
  bool *is_temporary;
  uint64_t now;
  uint32_t block;
  operands o;
} pass;

static const fact *known(const pass *p, uint32_t reg) {
  static const fact none = {.kind = NOTHING};
  const fact *f = p->facts + reg;
  return f->kind != NOTHING && f->block == p->block ? f : &none;
}

static uint32_t source(const pass *p, uint32_t reg) {
  const fact *f = known(p, reg);
  return f->kind == COPY && p->written[f->source] <= f->time ? f->source
                                                             : reg;
}

static bool is_number(const pass *p, uint32_t reg, uint64_t *bits) {
  const fact *f = known(p, reg);
  if (f->kind != NUMBER) return false;
  *bits = f->bits;
  return true;
}

/* The instruction whose result the register still is; its operands may have
 * changed. */
static const ir_insn *maker(const pass *p, uint32_t reg) {
  const fact *f = known(p, reg);
  if (f->kind != RESULT) return NULL;
  return p->d->blocks.items[p->block].code.items + f->source;
}

static bool is_unchanged(const pass *p, uint32_t made, uint32_t read) {
  return p->written[read] < p->facts[made].time;
}

static bool is_binary(ir_opcode op) {
  return IR_ADD <= op && op <= IR_SGEI;
}

/* In opcodes.def register forms and I forms alternate. */
static bool is_immediate_form(ir_opcode op) {
  return is_binary(op) && (op - IR_ADD) % 2;
}

static bool is_compare(ir_opcode op) { return IR_EQ <= op && op <= IR_SGEI; }

/* Register and I forms alike. */
static ir_opcode negated(ir_opcode op) {
  static const ir_opcode pairs[][2] = {
      {IR_EQ, IR_NE}, {IR_ULT, IR_UGE}, {IR_ULE, IR_UGT},
      {IR_SLT, IR_SGE}, {IR_SLE, IR_SGT}};
  const unsigned form = (op - IR_EQ) % 2;
  const ir_opcode base = (ir_opcode) (op - form);
  for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (unsigned k = 0; k < 2; k++)
      if (pairs[i][k] == base) return (ir_opcode) (pairs[i][1 - k] + form);
  return op;
}

static void become_move(ir_insn *i, uint32_t from) {
  i->op = IR_MOVE;
  i->a = from;
  i->imm = 0;
  i->flags = 0;
}

static void become_number(ir_insn *i, uint64_t bits) {
  i->op = IR_CONST;
  i->imm = bits & bits_mask(i->width);
  i->flags = 0;
}

/* op r, constant  ->  the I form. */
static void fold_immediate(pass *p, ir_insn *i) {
  const ir_opcode op = (ir_opcode) i->op;
  uint64_t bits;
  if (!is_binary(op) || is_immediate_form(op) || i->width > 64) return;
  if (!is_number(p, i->b, &bits)) {
    if (build_exchanged(op) == IR_OPCODES || !is_number(p, i->a, &bits)) return;
    i->op = (uint16_t) build_exchanged(op);
    i->a = i->b;
  }
  i->op++;
  i->b = 0;
  i->imm = bits;
}

/* Comparing a 0-or-1 that was widened with 0 is the bit or its negation. */
static void fold_widened_bit(pass *p, ir_insn *i) {
  if ((i->op != IR_NEI && i->op != IR_EQI) || i->imm > 1) return;
  const ir_insn *z = maker(p, i->a);
  if (!z || z->op != IR_ZEXT || z->imm != 1 ||
      !is_unchanged(p, i->a, z->a))
    return;
  const uint32_t bit = z->a;
  const bool same = (i->op == IR_NEI) == (i->imm == 0);
  i->width = 1;
  become_move(i, bit);
  if (same) return;
  i->op = IR_XORI;
  i->imm = 1;
}

/* The negation of a comparison is the opposite comparison. */
static void fold_negation(pass *p, ir_insn *i) {
  if (i->op != IR_XORI || i->width != 1 || i->imm != 1) return;
  const ir_insn *c = maker(p, i->a);
  if (!c || !is_compare((ir_opcode) c->op)) return;
  const bool immediate = is_immediate_form((ir_opcode) c->op);
  if (!is_unchanged(p, i->a, c->a) ||
      (!immediate && !is_unchanged(p, i->a, c->b)))
    return;
  const uint32_t to = i->d;
  const uint32_t place = i->place;
  *i = *c;
  i->op = (uint16_t) negated((ir_opcode) c->op);
  i->d = to;
  i->place = place;
}

/* Widened values compare as they did before.  Sign extension keeps both
 * orders; zero extension keeps the unsigned one, and makes the signed one of
 * the wide values the unsigned one of the narrow. */
static void fold_narrow(pass *p, ir_insn *i) {
  ir_opcode op = (ir_opcode) i->op;
  if (!is_compare(op) || i->width > 64) return;
  const bool immediate = is_immediate_form(op);
  const ir_insn *x = maker(p, i->a), *y = immediate ? NULL : maker(p, i->b);
  if (!x || (x->op != IR_ZEXT && x->op != IR_SEXT) ||
      !is_unchanged(p, i->a, x->a))
    return;
  const unsigned width = (unsigned) x->imm;
  if (immediate) {
    const uint64_t bits = i->imm & bits_mask(width);
    const uint64_t wide = x->op == IR_ZEXT
                              ? bits : (uint64_t) bits_signed(bits, width);
    if ((wide & bits_mask(i->width)) != i->imm) return;
    i->imm = bits;
  } else {
    if (!y || y->op != x->op || y->imm != x->imm ||
        !is_unchanged(p, i->b, y->a))
      return;
    i->b = y->a;
  }
  if (x->op == IR_ZEXT && op >= IR_SLT)
    op = (ir_opcode) (op - IR_SLT + IR_ULT);
  i->op = (uint16_t) op;
  i->width = (uint16_t) width;
  i->a = x->a;
}

static void fold_cast(pass *p, ir_insn *i) {
  uint64_t bits;
  if (i->op != IR_TRUNC && i->op != IR_ZEXT && i->op != IR_SEXT) return;
  if (i->width <= 64 && i->imm <= 64 && is_number(p, i->a, &bits)) {
    /* A part of an address is the machine's. */
    if (i->flags & IR_NUMBERS && bits >> p->d->program->object_shift) return;
    if (i->op == IR_SEXT)
      bits = (uint64_t) bits_signed(bits, (unsigned) i->imm);
    become_number(i, bits);
    return;
  }
  const ir_insn *c = maker(p, i->a);
  if (!c || !is_unchanged(p, i->a, c->a)) return;
  const bool widens = c->op == IR_ZEXT || c->op == IR_SEXT;
  if (i->op == IR_TRUNC && widens && c->imm == i->width) {
    become_move(i, c->a);       /* back to what was widened */
  } else if (i->op == IR_TRUNC && widens && c->imm > i->width) {
    i->a = c->a;                /* cut off what was there before */
    i->imm = c->imm;
  } else if (i->op == IR_TRUNC && widens) {
    i->op = c->op;              /* widen by less */
    i->a = c->a;
    i->imm = c->imm;
    i->flags = c->flags;
  } else if (i->op == c->op) {
    i->a = c->a;                /* twice the same is once */
    i->imm = c->imm;
    i->flags &= c->flags;
  }
}

static void fold_address(pass *p, ir_insn *i) {
  uint64_t bits;
  const unsigned width = p->d->program->pointer_bits;
  if (i->op == IR_INDEX && is_number(p, i->b, &bits)) {
    i->op = IR_ADDI;
    i->imm = (i->imm * bits) & bits_mask(width);
    i->b = 0;
  }
  if (i->op == IR_ADDI && !i->flags && i->width == width) {
    if (is_number(p, i->a, &bits)) {
      become_number(i, bits + i->imm);
      return;
    }
    if (!i->imm) {
      become_move(i, i->a);
      return;
    }
  }
  if (i->op != IR_LOAD && i->op != IR_STORE && i->op != IR_ADDI) return;
  if (i->op == IR_ADDI && (i->flags || i->width != width)) return;
  const ir_insn *sum = maker(p, i->a);
  if (!sum || sum->op != IR_ADDI || sum->flags || sum->width != width ||
      !is_unchanged(p, i->a, sum->a))
    return;
  const uint64_t offset = i->imm + sum->imm;
  if (i->op == IR_ADDI) i->imm = offset & bits_mask(width);
  else if (offset < UINT64_C(1) << 31) i->imm = offset;
  else return;                  /* a negative offset stays explicit */
  i->a = sum->a;
}

static void fold_move(pass *p, ir_insn *i) {
  uint64_t bits;
  if (i->op == IR_MOVE && i->width <= 64 && is_number(p, i->a, &bits))
    become_number(i, bits);
}

/* Whether the same operation on the same operands gives the same result and
 * raises no error that it has not raised before. */
static bool is_repeatable(ir_opcode op) {
  return is_binary(op) || op == IR_TRUNC || op == IR_ZEXT || op == IR_SEXT ||
         op == IR_INDEX || op == IR_SLOT || op == IR_CONST || op == IR_WIDE;
}

static bool is_same(const ir_insn *i, const ir_insn *k) {
  return i->op == k->op && i->width == k->width && i->a == k->a &&
         i->b == k->b && i->c == k->c && i->imm == k->imm &&
         i->flags == k->flags;
}

/* What is remembered of an instruction like this one, or the place for it.  Addresses differ in
 * what is not hashed: code does not depend on where symbols are (ready.h). */
static memory *recall(pass *p, const ir_insn *i) {
  enum { NEAR = 8 };
  const uint64_t number = i->imm & bits_mask(p->d->program->object_shift);
  uint64_t h = hash_word(i->op, (uint64_t) i->width << 32 | i->a);
  h = hash_end(hash_word(hash_word(h, i->b), number));
  memory *oldest = NULL;
  for (uint64_t k = 0; k < NEAR; k++) {
    memory *m = p->memories + (h + k) % RESULTS;
    const bool is_here = m->time && m->block == p->block;
    if (is_here && is_same(i, p->d->blocks.items[p->block].code.items + m->insn)) return m;
    if (!is_here) m->time = 0;
    if (!oldest || m->time < oldest->time) oldest = m;
  }
  return oldest;
}

/* Makes a copy of an earlier result out of an instruction that repeats how it
 * was made; remembers the instruction otherwise. */
static void reuse(pass *p, ir_insn *i, uint32_t at) {
  if (!is_repeatable((ir_opcode) i->op)) return;
  memory *m = recall(p, i);
  const ir_insn *before =
      p->d->blocks.items[p->block].code.items + m->insn;
  if (m->time && is_same(i, before) &&
      p->is_temporary[i->d] && p->written[before->d] == m->time &&
      p->written[i->a] < m->time && p->written[i->b] < m->time)
    become_move(i, source(p, before->d));
  else
    *m = (memory) {p->block, at, p->now + 1};
}

static fact learn(const pass *p, const ir_insn *i, uint32_t at) {
  fact f = {.kind = NOTHING, .block = p->block, .time = p->now};
  switch ((ir_opcode) i->op) {
  case IR_MOVE:
    if (!p->is_temporary[i->d]) return f;
    f.kind = COPY;
    f.source = i->a;
    return f;
  case IR_CONST:
    if (i->flags) return f;
    f.kind = NUMBER;
    f.bits = i->imm;
    return f;
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: break;
  default:
    if (!is_binary((ir_opcode) i->op)) return f;
  }
  f.kind = RESULT;
  f.source = at;
  return f;
}

static void visit(pass *p, uint32_t at) {
  ir_insn *i = p->d->blocks.items[p->block].code.items + at;
  const uint32_t run = draft_operands(p->d->function, i, &p->o);
  for (uint32_t k = 0; run == 1 && k < p->o.reads.count; k++)
    *p->o.reads.items[k] = source(p, *p->o.reads.items[k]);
  fold_immediate(p, i);
  fold_widened_bit(p, i);
  fold_negation(p, i);
  fold_narrow(p, i);
  fold_cast(p, i);
  fold_address(p, i);
  fold_move(p, i);
  reuse(p, i, at);
  draft_operands(p->d->function, i, &p->o);
  p->now++;
  for (uint32_t k = 0; k < p->o.written; k++) {
    p->written[*p->o.writes + k] = p->now;
    p->facts[*p->o.writes + k].kind = NOTHING;
  }
  if (p->o.written != 1 || i->op == IR_CALL || i->op == IR_BUILTIN) return;
  p->facts[i->d] = learn(p, i, at);
  if (i->op != IR_MOVE || p->is_temporary[i->d] || !p->is_temporary[i->a])
    return;
  if (known(p, i->a)->kind == RESULT) p->facts[i->d] = p->facts[i->a];
  p->facts[i->a] = (fact) {.kind = COPY, .block = p->block, .source = i->d,
                           .time = p->now};
}

static void find_temporaries(pass *p) {
  draft *d = p->d;
  liveness l = liveness_of(d);
  uint8_t *writes = mem_zeroed(d->registers, 1);
  for (uint32_t n = 0; n < d->blocks.count; n++)
    for (uint32_t i = 0; i < d->blocks.items[n].code.count; i++) {
      draft_operands(d->function, d->blocks.items[n].code.items + i, &p->o);
      for (uint32_t k = 0; k < p->o.written; k++)
        if (writes[*p->o.writes + k] < 2) writes[*p->o.writes + k]++;
    }
  for (uint32_t r = 0; r < d->registers; r++)
    p->is_temporary[r] = writes[r] == 1 && !l.bit[r] &&
                         r >= d->function->param_count;
  free(writes);
  liveness_release(&l);
}

void tidy_forward(draft *d) {
  pass p = {.d = d, .facts = mem_zeroed(d->registers, sizeof(fact)),
            .written = mem_zeroed(d->registers, sizeof(uint64_t)),
            .is_temporary = mem_zeroed(d->registers, sizeof(bool))};
  find_temporaries(&p);
  for (p.block = 0; p.block < d->blocks.count; p.block++)
    for (uint32_t i = 0; i < d->blocks.items[p.block].code.count; i++)
      visit(&p, i);
  free(p.facts);
  free(p.written);
  free(p.is_temporary);
  vec_release(&p.o.reads);
}
