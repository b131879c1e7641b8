#include "exec/fan.h"
#include "exec/internal.h"

#include <assert.h>
#include <stdlib.h>

/* setjmp and longjmp. */

/* Blocks that are left --------------------------------------------------- */

/* An instruction's effect on the set of live slots. */
static void live_after(const ir_insn *i, uint64_t *set) {
  if (i->op == IR_BEGIN || i->op == IR_RENEW)
    set[i->imm / 64] |= UINT64_C(1) << i->imm % 64;
  else if (i->op == IR_END) set[i->imm / 64] &= ~(UINT64_C(1) << i->imm % 64);
}

/* The slots that may live where the instruction is reached, of those with a life:
 * the least solution over the function's blocks.  The caller frees. */
static uint64_t *live_at(const ir_function *f, uint32_t pc) {
  assert(pc < f->insn_count);
  const uint32_t words = f->slots.count / 64 + 1;
  uint64_t *in = mem_zeroed((size_t) f->block_count * words, sizeof *in);
  uint64_t *set = mem_zeroed(words, sizeof *set);
  bool *is_reached = mem_zeroed(f->block_count, sizeof *is_reached);
  is_reached[0] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t b = 0; b < f->block_count; b++) {
      if (!is_reached[b]) continue;
      const ir_block *block = f->blocks + b;
      for (uint32_t k = 0; k < words; k++) set[k] = in[(size_t) b * words + k];
      for (uint32_t k = 0; k < block->count; k++)
        live_after(f->insns + block->first + k, set);
      for (uint32_t n = 0; n < block->successor_count; n++) {
        const uint32_t to = block->successors[n];
        changed |= !is_reached[to];
        is_reached[to] = true;
        for (uint32_t k = 0; k < words; k++) {
          uint64_t *row = in + (size_t) to * words + k;
          changed |= (set[k] & ~*row) != 0;
          *row |= set[k];
        }
      }
    }
  }
  const uint32_t own = f->insns[pc].block;
  for (uint32_t k = 0; k < words; k++) set[k] = in[(size_t) own * words + k];
  for (uint32_t k = f->blocks[own].first; k < pc; k++)
    live_after(f->insns + k, set);
  free(in);
  free(is_reached);
  return set;
}

/* Control has come to the pc from anywhere in the function: the variables of
 * blocks that it left on the way die. */
static void end_blocks(exec *x, state *s) {
  const ir_function *f = s->top->function;
  uint64_t *live = live_at(f, s->pc);
  for (uint32_t k = 0; k < f->slots.count; k++)
    if (f->slots.items[k].has_lifetime && !(live[k / 64] >> k % 64 & 1))
      exec_end_slot(x, s, k);
  free(live);
}

/* Jumps ------------------------------------------------------------------ */

/* A passed address; a symbolic address gets one value, and the others are born at the
 * call. */
static bool pointer_argument(exec *x, state *s, const ir_call *c, uint32_t k,
                             uint64_t *address) {
  const unsigned width = x->p->pointer_bits;
  value v = exec_get(x, s, c->args[k].reg, width);
  return exec_need_defined(x, s, &v, width) &&
         exec_number(x, s, v, width, address);
}

/* The runtime's mask of blocked signals, which sigsetjmp saves; false: the program
 * has none. */
static bool find_mask(const exec *x, uint64_t *address) {
  const uint32_t k = ir_find_symbol(x->p, "__posix_blocked");
  if (!k || !x->p->symbols.items[k].is_defined) return false;
  *address = x->p->symbols.items[k].address;
  return true;
}

/* A jmp_buf holds, a word each: the frame's depth and serial, the pc of the call
 * of setjmp, whether the mask is saved; 64 bits of mask; the newest dynamic object
 * of the stack.  The frame keeps its current registers, as compiled code that keeps
 * its variables in memory would. */
bool exec_setjmp(exec *x, state *s, const ir_call *c) {
  x->has_jumps = true;
  const uint32_t word = x->p->pointer_bits / 8;
  uint64_t buffer;
  if (!pointer_argument(x, s, c, 0, &buffer)) return false;
  uint64_t mask = 0, wanted = 0;
  value blocked;
  if (c->arg_count > 1 &&
      !exec_number(x, s, exec_get(x, s, c->args[1].reg, 32), 32, &wanted))
    return false;
  const bool saves = wanted && find_mask(x, &mask);
  const uint32_t saved[4] = {s->top->depth, s->top->serial, s->pc, saves};
  if (saves && (!exec_read(x, s, value_of(mask), 8, &blocked) ||
                !exec_write(x, s, value_of(buffer + 4 * word), 8, blocked)))
    return false;
  for (uint32_t k = 0; k < 4; k++)
    if (!exec_write(x, s, value_of(buffer + k * word), word,
                    value_of(saved[k])))
      return false;
  const uint64_t newest = s->dynamics ? s->dynamics->name : 0;
  if (!exec_write(x, s, value_of(buffer + 4 * word + 8), word, value_of(newest)))
    return false;
  exec_set_result(x, s, c, value_of(0));
  s->pc++;
  return true;
}

bool exec_has_landed(const exec *x) { return x->has_landed; }

bool exec_longjmp(exec *x, state *s, const ir_call *c) {
  const unsigned width = x->p->pointer_bits;
  uint64_t saved[5], buffer, mask = 0;
  if (!pointer_argument(x, s, c, 0, &buffer)) return false;
  const value given = exec_get(x, s, c->args[1].reg, 32);
  for (uint32_t k = 0; k < 5; k++) {
    const uint64_t at = k < 4 ? k * (width / 8) : 4 * (width / 8) + 8;
    value v;
    if (!exec_read(x, s, value_of(buffer + at), width / 8, &v) ||
        !exec_need_defined(x, s, &v, width) ||
        !exec_number(x, s, v, width, &saved[k]))
      return false;
  }
  while (fan_is_in(s))
    if (!fan_resolve(x, s)) return false;
  const frame *f = s->top;
  while (f && f->depth > saved[0]) f = f->caller;
  if (!f || f->serial != saved[1] || saved[2] >= f->function->insn_count)
    return exec_finish(x, s, OUTCOME_USE_AFTER_SCOPE,
                       "longjmp to a function that has returned");
  value blocked;
  if (saved[3] && find_mask(x, &mask) &&
      (!exec_read(x, s, value_of(buffer + 4 * (width / 8)), 8, &blocked) ||
       !exec_write(x, s, value_of(mask), 8, blocked)))
    return false;
  while (s->top->depth > saved[0]) {
    exec_leave_frame(x, s);
    frame *dead = s->top;
    s->top = dead->caller;
    s->top->refs++;
    frame_release(dead);
  }
  assert(s->top == f || s->top->serial == f->serial);
  exec_drop_dynamics(x, s, saved[4]);
  s->pc = (uint32_t) saved[2];
  end_blocks(x, s);
  const ir_call *landing = s->top->function->calls.items +
                           state_insn(s)->imm;
  const expr zero = expr_const(x->t, 32, 0);
  const expr e = exec_term(x, given, 32);
  exec_set_result(x, s, landing, value_from(x->t, expr_ite(
      x->t, expr_eq(x->t, e, zero), expr_const(x->t, 32, 1), e)));
  s->pc++;
  /* A cycle that jumps make has no head. */
  if (x->strategy.pauses_at_heads) x->pauses = x->has_landed = true;
  return true;
}
