#include "native/region.h"

#include "ir/draft.h"

#include <assert.h>

/* Blocks ----------------------------------------------------------------- */

/* Adds what leads to the block, up to the head.  False: some way comes past
 * the head, so this is no natural loop. */
static bool add_above(region *g, uint32_t *todo, uint32_t count) {
  const ir_function *f = g->function;
  while (count) {
    const uint32_t to = todo[--count];
    for (uint32_t from = 0; from < f->block_count; from++) {
      const ir_block *b = f->blocks + from;
      bool leads = false;
      for (uint32_t k = 0; k < b->successor_count; k++)
        leads |= b->successors[k] == to;
      if (!leads || g->blocks[from]) continue;
      if (from < g->head) return false;
      g->blocks[from] = true;
      todo[count++] = from;
    }
  }
  return true;
}

static bool find_loop(region *g) {
  const ir_function *f = g->function;
  uint32_t *todo = mem_zeroed(f->block_count, sizeof *todo), count = 0;
  g->blocks[g->head] = true;
  for (uint32_t from = g->head; from < f->block_count; from++) {
    const ir_block *b = f->blocks + from;
    for (uint32_t k = 0; k < b->successor_count; k++)
      if (b->successors[k] == g->head && from != g->head &&
          !g->blocks[from]) {
        g->blocks[from] = true;
        todo[count++] = from;
      }
  }
  const bool is_natural = add_above(g, todo, count);
  free(todo);
  return is_natural;
}

typedef struct reaching {
  const region *region;
  bool *reached;
  uint32_t *todo, count;
} reaching;

static void reach(reaching *r, uint32_t target) {
  const uint32_t to = r->region->function->insns[target].block;
  if (!r->region->blocks[to] || r->reached[to]) return;
  r->reached[to] = true;
  r->todo[r->count++] = to;
}

/* Leaves out what no path has come to from the head so far: most code never
 * runs, and none of it is hot. */
static void keep_reached(region *g, const uint8_t *edges) {
  const ir_function *f = g->function;
  reaching r = {.region = g,
                .reached = mem_zeroed(f->block_count, sizeof *r.reached),
                .todo = mem_zeroed(f->block_count, sizeof *r.todo)};
  reach(&r, f->blocks[g->head].first);
  while (r.count) {
    const ir_block *b = f->blocks + r.todo[--r.count];
    const ir_insn *i = f->insns + b->first + b->count - 1;
    const ir_switch *w;
    switch ((int) i->op) {
    case IR_JUMP: reach(&r, (uint32_t) i->imm); break;
    case IR_BRANCH:
      if (edges[i->imm]) reach(&r, i->b);
      if (edges[i->imm + 1]) reach(&r, i->c);
      break;
    case IR_SWITCH:
      w = f->switches.items + i->imm;
      if (edges[w->otherwise_edge]) reach(&r, w->otherwise);
      for (uint32_t k = 0; k < w->count; k++)
        if (edges[w->edges[k]]) reach(&r, w->targets[k]);
      break;
    }
  }
  free(r.todo);
  free(g->blocks);
  g->blocks = r.reached;
}

/* Registers -------------------------------------------------------------- */

static bool is_comparison(ir_opcode op) {
  return op >= IR_EQ && op <= IR_SGEI;
}

/* Width in bits of what the instruction writes to its register d. */
static unsigned result_width(const ir_program *p, const ir_insn *i) {
  const ir_opcode op = (ir_opcode) i->op;
  if (is_comparison(op) || op == IR_FCMP) return 1;
  if (op == IR_INDEX || op == IR_SLOT || op == IR_ALLOCA ||
      op == IR_RENEW)
    return p->pointer_bits;
  return i->width;
}

bool region_writes(const ir_function *f, const ir_insn *i) {
  operands o = {0};
  draft_operands((ir_function *) f, (ir_insn *) i, &o);
  vec_release(&o.reads);
  return o.writes == &i->d;
}

/* Whether what the instruction computes may be an address of the heap, given
 * which registers may hold one. */
static bool makes_pointer(const region *g, const ir_insn *i) {
  const region_register *r = g->registers;
#define MAY(REG) (r[REG].is_pointer || !r[REG].is_written)
  switch ((int) i->op) {
  case IR_CONST: case IR_UNINIT: case IR_SLOT: case IR_RENEW: case IR_TRUNC: case IR_ZEXT:
  case IR_SEXT: case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV:
  case IR_FREM: case IR_FNEG: case IR_FTOF: case IR_FTOS: case IR_FTOU:
  case IR_STOF: case IR_UTOF: case IR_BUILTIN:
    return false;
  case IR_INDEX: return MAY(i->a);
  case IR_MOVE: return MAY(i->a);
  case IR_SELECT: return MAY(i->b) || MAY(i->c);
  }
#undef MAY
  return true;
}

/* Elsewhere LLVM may make a call of it, of a function that may not be there. */
#if defined __aarch64__
enum { HAS_FMA = 1 };
#else
enum { HAS_FMA = 0 };
#endif

static bool has_format(uint64_t width) { return width == 32 || width == 64; }

bool region_is_step(const ir_function *f, const ir_insn *i) {
  if (i->width > 64) return true;
  switch ((int) i->op) {
  case IR_WIDE: case IR_ALLOCA: case IR_BEGIN: case IR_RENEW: case IR_END:
  case IR_COPY:
  case IR_MOVEMEM: case IR_FILL: case IR_CALL: case IR_FREM:
    return true;
  case IR_BUILTIN: {
    const ir_call *c = f->calls.items + i->imm;
    return (!(c->builtin == IR_BUILTIN_FMA && HAS_FMA) &&
            c->builtin != IR_BUILTIN_FABS && c->builtin != IR_BUILTIN_SQRT) ||
           !has_format(c->args[0].width);
  }
  case IR_LOAD: case IR_STORE: return !region_bytes(i->width);
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: return i->imm > 64;
  case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FNEG:
  case IR_FCMP:
    return !has_format(i->width);
  case IR_FTOF: return !has_format(i->width) || !has_format(i->imm);
  case IR_STOF: case IR_UTOF: return !has_format(i->width) || i->imm > 64;
  case IR_FTOS: case IR_FTOU: return !has_format(i->imm);
  }
  return false;
}

static void find_pointers(region *g) {
  const ir_function *f = g->function;
  const unsigned width = g->program->pointer_bits;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 0; b < f->block_count; b++) {
      if (!g->blocks[b]) continue;
      for (uint32_t k = 0; k < f->blocks[b].count; k++) {
        const ir_insn *i = f->insns + f->blocks[b].first + k;
        operands o = {0};
        draft_operands((ir_function *) f, (ir_insn *) i, &o);
        const bool is_call = i->op == IR_CALL || i->op == IR_BUILTIN;
        for (uint32_t n = 0; n < o.written; n++) {
          region_register *r = g->registers + *o.writes + n;
          const unsigned bits = is_call
              ? f->calls.items[i->imm].result_widths[n]
              : result_width(g->program, i);
          if (r->is_pointer || bits != width || !makes_pointer(g, i)) continue;
          r->is_pointer = changed = true;
        }
        vec_release(&o.reads);
      }
    }
  }
}

/* The width at which the instruction reads its n-th register, in the order of
 * draft_operands, which is from the last to the first. */
static unsigned read_width(const region *g, const ir_insn *i, uint32_t n,
                           uint32_t count) {
  assert(n < count);
  const ir_function *f = g->function;
  const unsigned pointer = g->program->pointer_bits;
  const bool is_first = n + 1 == count;
  switch ((int) i->op) {
  case IR_SELECT: return is_first ? 1 : i->width;
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: case IR_FTOF: case IR_FTOS:
  case IR_FTOU: case IR_STOF: case IR_UTOF:
    return (unsigned) i->imm;
  case IR_BRANCH: case IR_CHECK: return 1;
  case IR_INDEX: case IR_LOAD: case IR_ALLOCA: case IR_GOTO: return pointer;
  case IR_STORE: return is_first ? pointer : i->width;
  case IR_COPY: case IR_MOVEMEM: return n ? pointer : i->width;
  case IR_FILL: return is_first ? pointer : n ? 8 : i->width;
  case IR_RETURN: return f->result_count == 1 ? f->result_widths[0] : 0;
  case IR_CALL: case IR_BUILTIN: {
    const ir_call *c = f->calls.items + i->imm;
    const uint32_t before = count - c->arg_count;       /* the target */
    return n < before ? pointer : c->args[n - before].width;
  }
  }
  return i->width;
}

static void note_width(region_register *r, unsigned width) {
  if (!r->is_mentioned) r->width = (uint16_t) width;
  else if (r->width != width) r->width = 0;
  r->is_mentioned = true;
}

static void note_write(region *g, uint32_t reg, const ir_insn *i,
                       unsigned width) {
  region_register *r = g->registers + reg;
  note_width(r, width);
  r->is_written = true;
  r->writes++;
  r->last_write = (uint32_t) (i - g->function->insns);
  if (i->op == IR_UNINIT || region_is_step(g->function, i)) r->is_kept = true;
}

static void find_registers(region *g) {
  const ir_function *f = g->function;
  operands o = {0};
  for (uint32_t b = 0; b < f->block_count; b++) {
    if (!g->blocks[b]) continue;
    g->instructions += f->blocks[b].count;
    for (uint32_t k = 0; k < f->blocks[b].count; k++) {
      const ir_insn *i = f->insns + f->blocks[b].first + k;
      const uint32_t run = draft_operands((ir_function *) f, (ir_insn *) i,
                                          &o);
      for (uint32_t n = 0; n < o.reads.count; n++)
        for (uint32_t m = 0; m < run; m++) {
          region_register *r = g->registers + *o.reads.items[n] + m;
          note_width(r, read_width(g, i, n, o.reads.count));
          r->is_read = true;
        }
      assert(!o.written || *o.writes + o.written <= f->reg_count);
      const bool is_call = i->op == IR_CALL || i->op == IR_BUILTIN;
      for (uint32_t n = 0; n < o.written; n++)
        note_write(g, *o.writes + n, i,
                   is_call ? f->calls.items[i->imm].result_widths[n]
                           : result_width(g->program, i));
    }
  }
  vec_release(&o.reads);
  find_pointers(g);
  const uint64_t *live = ir_live_in(f, g->head);
  for (uint32_t k = 0; k < f->reg_count; k++) {
    region_register *r = g->registers + k;
    const bool is_live = live[k / 64] >> k % 64 & 1;
    r->is_kept |= (r->is_pointer && !is_live) ||
                  (is_live && r->is_written && !r->is_read);
    r->is_needed = is_live && r->is_mentioned && !r->is_kept;
  }
}

static void begin(region *g, const ir_program *p, const ir_function *f,
                  uint32_t block) {
  *g = (region) {.program = p, .function = f, .head = block,
                 .words = (f->reg_count + 63) / 64};
  g->blocks = mem_zeroed(f->block_count, sizeof *g->blocks);
  g->registers = mem_zeroed(f->reg_count, sizeof *g->registers);
}

/* A second return of setjmp finds registers as they were when they
 * seemed dead. */
static bool returns_twice(const ir_function *f) {
  for (uint32_t k = 0; k < f->calls.count; k++)
    if (f->calls.items[k].returns_twice) return true;
  return false;
}

/* A larger region is not compiled: this one takes 80 ms at PRICE_COMPILE_EACH. */
enum { MOST_INSTRUCTIONS = 1000 };

bool region_find(region *g, const ir_program *p, const ir_function *f,
                 uint32_t block, const uint8_t *edges) {
  assert(block < f->block_count);
  begin(g, p, f, block);
  bool found = !returns_twice(f);
  if (f->blocks[block].is_loop_head) found = found && find_loop(g);
  else if (block) found = false;
  else
    for (uint32_t b = 0; b < f->block_count; b++) g->blocks[b] = true;
  if (found) {
    keep_reached(g, edges);
    find_registers(g);
  }
  assert(!found || g->blocks[block]);
  if (found && g->instructions <= MOST_INSTRUCTIONS) return true;
  region_release(g);
  return false;
}

/* Whether an instruction of the region leaves the register without a number. */
static bool undefines(const region *g, uint32_t reg) {
  const ir_function *f = g->function;
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t k = 0; g->blocks[b] && k < f->blocks[b].count; k++) {
      const ir_insn *i = f->insns + f->blocks[b].first + k;
      uint32_t first;
      const uint32_t count = ir_writes(f, i, &first);
      if (count && reg - first < count &&
          (i->op == IR_UNINIT || region_is_step(f, i)))
        return true;
    }
  return false;
}

/* The call writes the parameters; what else is read before it is written has no
 * definition. */
void region_of_callee(region *g, const ir_program *p, const ir_function *f,
                      const uint8_t *edges) {
  begin(g, p, f, 0);
  for (uint32_t b = 0; b < f->block_count; b++) g->blocks[b] = true;
  keep_reached(g, edges);
  find_registers(g);
  for (uint32_t k = 0; k < f->reg_count; k++) {
    g->registers[k].is_kept |= g->registers[k].is_needed;
    g->registers[k].is_needed = false;
  }
  for (uint32_t k = 0; k < f->param_count; k++) {
    region_register *r = g->registers + f->params[k].reg;
    if (!r->is_mentioned) r->width = f->params[k].width;
    else if (r->width != f->params[k].width) r->width = 0;
    r->is_mentioned = r->is_written = r->is_parameter = true;
    r->is_kept = undefines(g, f->params[k].reg);
    r->is_pointer |= f->params[k].width == p->pointer_bits;
  }
}

void region_keep(region *g, const bool *symbolic) {
  for (uint32_t k = 0; k < g->function->reg_count; k++) {
    region_register *r = g->registers + k;
    if (!r->is_needed || !symbolic[k]) continue;
    r->is_needed = false;
    r->is_kept = true;
  }
}

void region_release(region *g) {
  free(g->blocks);
  free(g->registers);
}

bool region_returns(const region *g, const uint64_t *live, uint32_t reg) {
  assert(reg < g->function->reg_count);
  const region_register *r = g->registers + reg;
  return r->is_written &&
         (r->is_pointer || live[reg / 64] >> reg % 64 & 1);
}
