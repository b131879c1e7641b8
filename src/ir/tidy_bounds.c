#include "ir/finish.h"
#include "ir/tidy.h"

#include "base/bits.h"
#include "base/limits.h"
#include "base/outcomes.h"

#include <stdlib.h>

/*
 * Takes out checks of indices that cannot fail: for (i = 0; i < 8; i++) a.b[i].
 *
 * Of each register that such a check looks at an upper bound is computed, block
 * by block, to a fixed point.  A bound says that the register, read as signed, is
 * in 0 .. bound.  Bounds come from constants, masks, branches, and from checks
 * of indices themselves: where these are switched off, so are those taken out.
 */
/* In the flags of a CHECK: it cannot fail. */
enum { NEEDLESS = 1 };

/* Upper bounds; above LARGEST there are two more. */
#define LARGEST ((uint64_t) INT64_MAX)
#define ANY (LARGEST + 1)       /* may be negative as well */
#define UNREACHED UINT64_MAX    /* no value yet */

typedef struct pass {
  draft *d;
  cfg_facts facts;
  uint32_t *index;              /* of a register that is looked at, plus 1 */
  uint32_t count;               /* of them */
  uint64_t *in;                 /* a row a block */
  uint64_t *now;                /* a row: where the pass is */
  uint64_t *edge;               /* a row: what one edge carries */
  uint32_t round;
  bool changed, has_taken_out;
  operands o;
} pass;

static uint64_t top(unsigned width) {
  return bits_sign(width) - 1;
}

static uint64_t bound(uint64_t most, unsigned width) {
  return most <= top(width) ? most : ANY;
}

static uint64_t *known(const pass *p, uint32_t reg) {
  return p->index[reg] ? p->now + p->index[reg] - 1 : NULL;
}

/* The bound of what an instruction writes to a register that is looked at. */
static uint64_t written(const pass *p, const ir_insn *i) {
  const unsigned w = i->width;
  if (w > 64) return ANY;
  const uint64_t *from = i->op == IR_CONST ? NULL : known(p, i->a);
  switch ((ir_opcode) i->op) {
  case IR_CONST: return i->flags ? ANY : bound(i->imm, w);
  case IR_MOVE: return from ? *from : ANY;
  case IR_ADDI:
    return from && *from < ANY && i->imm <= top(w) ? bound(*from + i->imm, w) : ANY;
  case IR_ANDI: return bound(i->imm, w);
  case IR_UREMI: return i->imm ? bound(i->imm - 1, w) : ANY;
  case IR_LSHRI: return i->imm < w ? bound(bits_mask(w) >> i->imm, w) : ANY;
  case IR_ZEXT: return i->imm < w ? bound(bits_mask((unsigned) i->imm), w) : ANY;
  default: return ANY;
  }
}

/* The last instruction in begin .. end-1 that writes the register; NULL: none. */
static const ir_insn *writer(pass *p, draft_block *b, uint32_t begin,
                             uint32_t end, uint32_t reg) {
  while (end-- > begin) {
    ir_insn *i = b->code.items + end;
    draft_operands(p->d->function, i, &p->o);
    if (p->o.written && *p->o.writes <= reg && reg < *p->o.writes + p->o.written)
      return i;
  }
  return NULL;
}

/* Instructions looked back for the one that wrote an index: bounds the pass, which is quadratic in
 * a block's length, to 10 us at PRICE_VISIT for an access. */
enum { REACH = 1000 };

/* The instruction of this block that made what the register is before `end`; NULL:
 * none, or far away. */
static const ir_insn *maker(pass *p, draft_block *b, uint32_t end, uint32_t reg) {
  const uint32_t back = REACH;
  return writer(p, b, end > back ? end - back : 0, end, reg);
}

/* A register compared with a number, by an instruction of this block whose answer is
 * `bit` before instruction `end`. */
static const ir_insn *comparison(pass *p, draft_block *b, uint32_t end,
                                 uint32_t bit) {
  const ir_insn *c = maker(p, b, end, bit);
  if (!c || c->op < IR_EQ || c->op > IR_SGEI || (c->op - IR_EQ) % 2 == 0 ||
      c->width > 64 || !p->index[c->a] ||
      writer(p, b, (uint32_t) (c - b->code.items), end, c->a))
    return NULL;
  return c;
}

static bool is_bounds_check(const ir_insn *i) {
  return i->op == IR_CHECK && i->imm == OUTCOME_ARRAY_BOUNDS;
}

static void lower_to(uint64_t *u, uint64_t most, unsigned width) {
  if (most <= top(width) && (*u == ANY || most < *u)) *u = most;
}

/* What follows from the comparison's answer. */
static void refine(uint64_t *u, const ir_insn *c, bool answer) {
  const unsigned w = c->width;
  const uint64_t n = c->imm;
  const bool is_negative = n > top(w);
  switch ((ir_opcode) c->op) {
  case IR_ULTI: if (answer && n) lower_to(u, n - 1, w); break;
  case IR_ULEI: if (answer) lower_to(u, n, w); break;
  case IR_UGTI: if (!answer) lower_to(u, n, w); break;
  case IR_UGEI: if (!answer && n) lower_to(u, n - 1, w); break;
  case IR_EQI: if (answer) lower_to(u, n, w); break;
  case IR_NEI: if (!answer) lower_to(u, n, w); break;
  /* Signed order says nothing of a register that may be negative. */
  case IR_SLTI: case IR_SGEI:
    if (*u != ANY && answer == (c->op == IR_SLTI) && n && !is_negative)
      lower_to(u, n - 1, w);
    break;
  case IR_SLEI: case IR_SGTI:
    if (*u != ANY && answer == (c->op == IR_SLEI) && !is_negative)
      lower_to(u, n, w);
    break;
  default: break;
  }
}

/* Rounds to the fixed point of bounds: a round takes bounds over one more back edge, so eight
 * loops one in the other come to theirs before, in the second half, bounds widen to any value. */
enum { ROUNDS = SIZED(16, 2) };

/* Bounds that grow from round to round grow along a retreating edge: there they are
 * given up, first to "not negative". */
static void carry(pass *p, uint32_t from, uint32_t to) {
  uint64_t *in = p->in + (size_t) to * p->count;
  for (uint32_t k = 0; k < p->count; k++) {
    const uint64_t u = p->edge[k];
    if (u == UNREACHED || u == in[k] || in[k] == ANY) continue;
    if (in[k] != UNREACHED && u < in[k]) continue;
    const bool is_widened = in[k] != UNREACHED && u != ANY && p->round >= 2 &&
                            p->facts.order[from] >= p->facts.order[to];
    in[k] = !is_widened ? u
            : p->round < ROUNDS / 2 ? LARGEST : ANY;
    p->changed = true;
  }
}

static void leave(pass *p, uint32_t block) {
  draft_block *b = p->d->blocks.items + block;
  const uint32_t last = b->code.count - 1;
  const ir_insn *end = b->code.items + last;
  target_list targets = {0};
  draft_targets_of(p->d, block, &targets);
  const ir_insn *c = NULL;
  if (end->op == IR_BRANCH && targets.count == 2 &&
      *targets.items[0] != *targets.items[1])
    c = comparison(p, b, last, end->a);
  for (uint32_t k = 0; k < targets.count; k++) {
    for (uint32_t n = 0; n < p->count; n++) p->edge[n] = p->now[n];
    if (c) refine(p->edge + p->index[c->a] - 1, c, k == 0);
    carry(p, block, *targets.items[k]);
  }
  vec_release(&targets);
}

/* One instruction; true: it is a check that cannot fail. */
static bool visit(pass *p, draft_block *b, uint32_t at) {
  ir_insn *i = b->code.items + at;
  bool is_needless = false;
  if (is_bounds_check(i)) {
    const ir_insn *c = comparison(p, b, at, i->a);
    if (c && c->op == IR_ULTI) {
      uint64_t *u = known(p, c->a);
      is_needless = *u < ANY && *u < c->imm;
      refine(u, c, true);
    }
    return is_needless;
  }
  draft_operands(p->d->function, i, &p->o);
  for (uint32_t k = 0; k < p->o.written; k++) {
    const uint32_t reg = *p->o.writes + k;
    if (!p->index[reg]) continue;
    const bool is_plain = p->o.written == 1 && i->op != IR_CALL &&
                          i->op != IR_BUILTIN;
    const uint64_t u = is_plain ? written(p, i) : ANY;
    *known(p, reg) = u == UNREACHED ? ANY : u;
  }
  return false;
}

static void take_out(pass *p, draft_block *b) {
  for (uint32_t i = 0; i < b->code.count; i++) {
    ir_insn *insn = b->code.items + i;
    if (!is_bounds_check(insn) || insn->flags != NEEDLESS) continue;
    insn->op = TIDY_GONE;
    p->has_taken_out = true;
  }
  tidy_sweep(b);
}

static void walk(pass *p, bool takes_out) {
  for (uint32_t k = 0; k < p->facts.reachable; k++) {
    const uint32_t block = p->facts.at[k];
    draft_block *b = p->d->blocks.items + block;
    const uint64_t *in = p->in + (size_t) block * p->count;
    for (uint32_t n = 0; n < p->count; n++) p->now[n] = in[n];
    for (uint32_t i = 0; i < b->code.count; i++)
      if (visit(p, b, i) && takes_out) b->code.items[i].flags = NEEDLESS;
    if (takes_out) take_out(p, b);
    else leave(p, block);
  }
}

static void look_at(pass *p, uint32_t reg) {
  if (!p->index[reg]) p->index[reg] = ++p->count;
}

/* The registers that checks look at. */
static void collect(pass *p) {
  for (uint32_t n = 0; n < p->d->blocks.count; n++) {
    draft_block *b = p->d->blocks.items + n;
    for (uint32_t i = 0; i < b->code.count; i++) {
      if (!is_bounds_check(b->code.items + i)) continue;
      const ir_insn *c = maker(p, b, i, b->code.items[i].a);
      if (c && c->op == IR_ULTI && c->width <= 64) look_at(p, c->a);
    }
  }
}

/* Of a function that has its indices' checks looked at; 8 MiB. */
enum { MOST_FACTS = 1 << 20 };

bool tidy_bounds(draft *d) {
  pass p = {.d = d, .index = mem_zeroed(d->registers, sizeof *p.index)};
  collect(&p);
  const uint64_t size = (uint64_t) p.count * d->blocks.count;
  if (size && size <= MOST_FACTS) {
    cfg g = draft_graph(d);
    p.facts = cfg_analyse(&g);
    p.in = mem_zeroed(size, sizeof *p.in);
    p.now = mem_zeroed(p.count, sizeof *p.now);
    p.edge = mem_zeroed(p.count, sizeof *p.edge);
    for (uint64_t k = 0; k < size; k++) p.in[k] = k < p.count ? ANY : UNREACHED;
    do {
      p.changed = false;
      walk(&p, false);
    } while (p.changed && ++p.round < ROUNDS);
    if (!p.changed) walk(&p, true);
    free(p.in);
    free(p.now);
    free(p.edge);
    cfg_facts_release(&p.facts);
    cfg_release(&g);
  }
  vec_release(&p.o.reads);
  free(p.index);
  return p.has_taken_out;
}
