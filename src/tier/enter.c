#include "tier/activation.h"

#include "base/limits.h"

#include <assert.h>

/*
 * Native code at work: the ways in and out, and what the interpreter does for it
 * in between.
 */


/* Steps ------------------------------------------------------------------ */

/* What the state executed in native code so far is counted. */
static void catch_up(exec *x, state *s, uint64_t instructions) {
  assert(instructions >= s->instructions);
  const uint64_t ran = instructions - s->instructions;
  s->instructions += ran;
  x->stats.instructions += ran;
  x->stats.natives += ran;
  x->next_sample += ran;        /* samples are of the interpreter */
  x->tier->stats.instructions += ran;
}

/* Any instruction on any operands, as the interpreter does it. */
static bool do_step(exec *x, state *s, const ir_insn *i) {
  switch ((int) i->op) {
  case IR_CALL: return exec_call(x, s, i);
  case IR_BUILTIN: return exec_builtin(x, s, i);
  case IR_ALLOCA: return exec_alloca(x, s, i);
  case IR_COPY: case IR_MOVEMEM: return exec_copy(x, s, i);
  case IR_FILL: return exec_fill(x, s, i);
  case IR_LOAD: return exec_load(x, s, i);
  case IR_STORE: return exec_store(x, s, i);
  case IR_SELECT: return exec_select(x, s, i);
  case IR_TRUNC: case IR_ZEXT: case IR_SEXT: return exec_cast(x, s, i);
  case IR_FADD: case IR_FSUB: case IR_FMUL: case IR_FDIV: case IR_FREM:
  case IR_FNEG: case IR_FCMP: case IR_FTOF: case IR_FTOS: case IR_FTOU:
  case IR_STOF: case IR_UTOF:
    return exec_float(x, s, i);
  case IR_BEGIN: exec_begin_slot(x, s, i->imm); break;
  case IR_RENEW: return exec_renew(x, s, i);
  case IR_END: exec_end_slot(x, s, i->imm); break;
  case IR_UNINIT: exec_set(x, s, i->d, (value) {.sym = EXPR_UNDEFINED}); break;
  case IR_WIDE:
    exec_set(x, s, i->d, (value) {.sym = expr_wide(
        x->t, i->width, x->p->wide.items[i->imm])});
    break;
  case IR_MOVE:
    exec_set(x, s, i->d, exec_get(x, s, i->a, i->width));
    break;
  default:
    if (i->op >= IR_EQ && i->op <= IR_SGEI) return exec_compare(x, s, i);
    return exec_binary(x, s, i);
  }
  s->pc++;
  return true;
}

static bool step(native_context *c, uint32_t insn) {
  activation *a = (activation *) c;
  exec *x = a->x;
  state *s = a->s;
  assert(insn < s->top->function->insn_count && s->top->depth == a->depth);
  x->stats.left++;
  catch_up(x, s, c->instructions + 1);
  s->pc = insn;
  s->calls = (uint32_t) c->calls;
  a->left = TIER_ENDED;
  const uint64_t worked = exec_work(x);
  if (!do_step(x, s, state_insn(s))) return false;
  a->left = TIER_RAN;
  if (exec_is_over(x, s, a->limit, worked) || s->top->depth != a->depth ||
      s->pc != insn + 1)
    return false;
  frame *top = state_own_top(s);
  c->regs = top->regs;
  c->loops = top->loops;
  c->instructions = s->instructions;
  c->calls = s->calls;
  /* Objects came and went; and a path that ended was executed once more, maybe
   * in this very code. */
  activation_forget(a, a->region);
  return true;
}

/* Entering --------------------------------------------------------------- */

static void compile_anew(exec_tier *t, const state *s, uint32_t block) {
  const ir_function *f = s->top->function;
  bool *symbolic = mem_zeroed(f->reg_count, sizeof *symbolic);
  const native_region *old =
      t->regions.items[tier_entry(t, f)->regions[block] - 1].code;
  for (uint32_t k = 0; k < f->reg_count; k++) symbolic[k] = true;
  for (uint32_t k = 0; k < old->needed_count; k++)
    symbolic[old->needed[k]] = s->top->regs[old->needed[k]].sym.id != 0;
  tier_compile(t, f, block, symbolic);
  free(symbolic);
}

/* Nobody looks at its jumps, and neither budget nor stack end inside. */
static bool is_possible(const exec *x, const state *s, const native_region *g,
                        uint64_t limit) {
  return (!exec_is_watched(x) || exec_is_forkfree(x, s)) &&
         exec_is_head_noted(x, s) &&
         limit - s->instructions > g->margin &&
         s->top->depth + g->depth <= x->o.max_frames &&
         exec_stack_used(s, s->top) + 16 * (uint64_t) g->depth <=
             x->o.stack_size;
}

/* Entries refused for a symbolic register before code allows it: a sixteenth of those that it was
 * watched for (tier_watched).  Times that a region is compiled anew after more was covered: 10 ms
 * and more at PRICE_COMPILE. */
enum { REFUSALS = 16, MOST_TRIES = 4 };

/* The registers that it needs are numbers. */
static bool is_concrete(exec *x, const state *s, tier_region *r) {
  const native_region *g = r->code;
  for (uint32_t k = 0; k < g->needed_count; k++) {
    if (!s->top->regs[g->needed[k]].sym.id) continue;
    x->tier->stats.refused++;
    tier_entry(x->tier, g->function)->symbolic++;
    if (++r->refused == REFUSALS)
      compile_anew(x->tier, s, g->function->insns[g->entry].block);
    return false;
  }
  return true;
}

/* An iteration of a loop that is watched. */
static void watch(exec_tier *t, const state *s, tier_region *r,
                  uint32_t block) {
  const uint64_t since = s->instructions - r->came;
  if (r->serial == s->top->serial && since <= r->longest)
    r->instructions += since;
  else
    r->activations++;
  r->serial = s->top->serial;
  r->came = s->instructions;
  if (++r->entries < limits.tier_watched) return;
  const ir_function *f = s->top->function;
  if (r->instructions >= (uint64_t) limits.tier_worth * r->activations)
    tier_compile(t, f, block, NULL);
  else
    tier_give_up(t, f, block);
}

/* If not it is given up, or compiled anew if more of it was reached since. */
static bool is_worth_it(exec_tier *t, const state *s, tier_region *r,
                        uint32_t block) {
  const bool is = r->instructions >= (uint64_t) limits.tier_worth * r->entries;
  r->before += r->instructions;
  r->entries = r->instructions = 0;
  if (is) return true;
  if (r->tries < MOST_TRIES && tier_covered(t, s->top->function) > r->covered)
    compile_anew(t, s, block);
  else
    tier_give_up(t, s->top->function, block);
  return false;
}

/* By a side exit, or where the region ends. */
static void come_out(activation *a, uint64_t result) {
  exec *x = a->x;
  state *s = a->s;
  result = activation_unwind(a, result);
  const uint32_t pc = (uint32_t) result;
  const ir_function *top = s->top->function;
  assert(pc < top->insn_count);
  const uint32_t first = top->blocks[top->insns[pc].block].first;
  catch_up(x, s, a->context.instructions + pc - first);
  s->calls = (uint32_t) a->context.calls;
  s->pc = pc;
  a->left = result & NATIVE_SIDE ? TIER_SIDE : TIER_RAN;
  if (exec_is_watched(x) && a->left == TIER_RAN && top == a->region->function)
    exec_look_at_jump(x, s, top->insns[a->region->entry].block,
                      top->insns[pc].block);
  x->tier->executed = x->stats.instructions;
  tier_note_exit(x->tier, top, pc,
                 a->records.count ? a->records.items[0].region : NULL,
                 a->context.instructions >= a->context.stop);
}

/* The function that was entered came to its end. */
static void come_back(activation *a) {
  exec *x = a->x;
  state *s = a->s;
  catch_up(x, s, a->context.instructions);
  s->calls = (uint32_t) a->context.calls;
  s->pc = (uint32_t) a->context.returned;
  const ir_insn *i = state_insn(s);
  assert(i->op == IR_RETURN && i->b <= NATIVE_RESULTS);
  for (uint32_t k = 0; k < i->b; k++)
    s->top->regs[i->a + k] = value_of(a->context.results[k]);
  a->left = exec_return(x, s, i) ? TIER_RAN : TIER_ENDED;
}

/* Frames of native code share the thread's 8 MiB: 8 KiB each. */
enum { MOST_NESTED = 1000 };

/* Calls that may nest in native code: with more of them the interpreter sees to it
 * whether the stack suffices. */
static uint64_t frames_left(const exec *x, const state *s) {
  assert(s->top->depth <= x->o.max_frames);
  uint64_t left = x->o.max_frames - s->top->depth;
  const uint64_t used = exec_stack_used(s, s->top), size = x->o.stack_size;
  const uint64_t each = x->tier->largest_frame;
  const uint64_t fit = used > size ? 0 : each ? (size - used) / each : left;
  if (fit < left) left = fit;
  return left < MOST_NESTED ? left : MOST_NESTED;
}

tier_result tier_enter(exec *x, state *s, uint64_t limit) {
  exec_tier *t = x->tier;
  const ir_function *f = s->top->function;
  const uint32_t block = f->insns[s->pc].block;
  const uint32_t number = tier_entry(t, f)->regions[block] - 1;
  assert(number < t->regions.count && f->blocks[block].first == s->pc);
  tier_region *r = t->regions.items + number;
  native_region *g = r->code;
  if (!g) {
    watch(t, s, r, block);
    return TIER_SIDE;
  }
  if (!is_possible(x, s, g, limit)) return TIER_SIDE;
  if (++r->entries == limits.tier_trial && !is_worth_it(t, s, r, block))
    return TIER_SIDE;
  if (!is_concrete(x, s, r)) return TIER_SIDE;
  if (g->is_quick && r->before + r->instructions >= limits.tier_long_run) {
    tier_improve(t, f, block);
    return TIER_SIDE;
  }
  const uint64_t left = frames_left(x, s);
  activation a = {
    .context = {.regs = s->top->regs, .edges = x->edges,
                .loops = s->top->loops, .first_slot = s->top->first_slot,
                .instructions = s->instructions, .calls = s->calls,
                .stop = limit - g->margin,
                .frames_left = left,
                .load = activation_load, .store = activation_store,
                .step = step, .block = activation_block,
                .heap = activation_heap, .placeless = activation_placeless, .open = activation_open,
                .close = activation_close, .live = activation_live,
                .renew = activation_renew,
                .refresh = activation_refresh, .record = activation_record},
    .x = x, .s = s, .region = g, .depth = s->top->depth, .limit = limit};
  for (uint32_t k = 0; k < g->dead_count; k++)
    if (s->top->regs[g->dead[k]].sym.id)
      s->top->regs[g->dead[k]] = value_of(0);
  a.frames_left = a.context.frames_left;
  if (f->is_library) {
    uint32_t place;
    const uint32_t site = exec_user_site(x, s, &place);
    a.context.user_site = (uint64_t) place << 32 | site;
  }
  /* The frame's own call was counted when it was made. */
  if (g->call) a.context.calls = s->top->serial - 1;
  activation_forget(&a, g);
  assert(limit > s->instructions && g->function == f && s->top->refs == 1);
  const uint64_t began = s->instructions;
  const uint64_t result = g->run(&a.context);
  t->stats.entries++;
  if (g->call && !result) come_back(&a);
  else if (!(result & NATIVE_LEFT)) come_out(&a, result);
  activation_release(&a);
  /* A step may have led to further regions. */
  r = t->regions.items + number;
  if (a.left == TIER_ENDED) return a.left;
  r->instructions += s->instructions - began;
  tier_entry(t, g->function)->ran += s->instructions - began;
  return a.left;
}
