#include "zeq/cycle.h"

#include "base/hash.h"
#include "base/limits.h"
#include "zeq/whole.h"

#include <string.h>

struct cycle {
  exec *x;
  zeq_whole whole;
  zeq_form form;                /* at the head that is kept */
  uint64_t size;                /* words and bytes that it was made of */
};

cycle *cycle_new(exec *x, const state *start) {
  cycle *c = mem_zeroed(1, sizeof *c);
  c->x = x;
  /* Nothing is written in a cycle. */
  zeq_whole_init(&c->whole, x, start, true);
  return c;
}

void cycle_free(cycle *c) {
  if (!c) return;
  vec_release(&c->form);
  zeq_whole_release(&c->whole);
  free(c);
}

bool cycle_is_due(state *s) {
  if (s->forks != s->still_forks || s->inputs != s->still_inputs ||
      s->outputs != s->still_outputs || !s->still_for) {
    s->still_forks = s->forks;
    s->still_inputs = s->inputs;
    s->still_outputs = s->outputs;
    s->still_from = s->instructions;
    s->still_for = limits.zeq_cycle_first;
    return false;
  }
  if (s->instructions - s->still_from < s->still_for) return false;
  s->still_for *= 2;
  return true;
}

bool cycle_is_affordable(const cycle *c, const state *s) {
  return limits.zeq_cycle_price * c->size <= s->still_for;
}

/* What must not happen in a cycle. */
typedef struct doings {
  uint32_t forks;
  const input *inputs;
  const output *outputs;
  uint64_t calls;               /* of the system */
} doings;

static doings doings_of(const cycle *c, const state *s) {
  return (doings) {s->forks, s->inputs, s->outputs,
                   exec_get_stats(c->x)->system_calls};
}

static bool same(const doings *a, const doings *b) {
  return a->forks == b->forks && a->inputs == b->inputs &&
         a->outputs == b->outputs && a->calls == b->calls;
}

static bool is_at_head(const state *s) {
  const ir_block *b = s->top->function->blocks + state_insn(s)->block;
  return b->is_loop_head && b->first == s->pc;
}

/* Of the place and of what the top frame still uses. */
static uint64_t look_of(const state *s) {
  const frame *f = s->top;
  const uint32_t words = (f->function->reg_count + 63) / 64;
  uint64_t few[16] = {0};
  uint64_t *live = words <= 16 ? few : mem_zeroed(words, sizeof *live);
  uint64_t h = hash_word(f->stack, s->pc);
  ir_live_at(f->function, s->pc, live);
  for (uint32_t k = 0; k < f->function->reg_count; k++)
    if (live[k / 64] >> k % 64 & 1)
      h = hash_word(h, f->regs[k].sym.id ? ~(uint64_t) f->regs[k].sym.id
                                         : f->regs[k].raw);
  if (live != few) free(live);
  return hash_end(h);
}

static bool keep(cycle *c, state *s) {
  vec_clear(&c->form);
  if (!zeq_whole_form(&c->whole, s)) return false;
  vec_reserve(&c->form, c->whole.encoder.words.count);
  memcpy(c->form.items, c->whole.encoder.words.items,
         c->whole.encoder.words.count * sizeof *c->form.items);
  c->form.count = c->whole.encoder.words.count;
  c->size = c->whole.encoder.words.count + c->whole.encoder.bytes;
  return true;
}

static bool is_kept(cycle *c, state *s) {
  return zeq_whole_form(&c->whole, s) && c->whole.encoder.words.count == c->form.count &&
         !memcmp(c->form.items, c->whole.encoder.words.items,
                 c->form.count * sizeof *c->form.items);
}

/* To the next head. */
static cycle_result advance(cycle *c, state *s, uint64_t limit,
                            const doings *did) {
  do {
    if (exec_run(c->x, s, limits.zeq_cycle_slice) == EXEC_ENDED) return CYCLE_ENDED;
    if (s->at_return) return CYCLE_NONE;
    const doings now = doings_of(c, s);
    if (!same(did, &now) || s->instructions >= limit) return CYCLE_NONE;
  } while (!is_at_head(s));
  return CYCLE_FOUND;
}

/* Where the cycle is entered from outside: the caller's and outer loops first. */
static uint64_t order_of(const state *s) {
  const ir_block *b = s->top->function->blocks + state_insn(s)->block;
  return (uint64_t) s->top->depth << 32 | b->order;
}

static cycle_result seek(cycle *c, state *s, uint64_t heads,
                         uint64_t limit) {
  const doings did = doings_of(c, s);
  cycle_result r = advance(c, s, limit, &did);
  uint64_t kept_look = 0, next = 1, first = UINT64_MAX;
  for (uint64_t n = 0; r == CYCLE_FOUND && n < heads; n++) {
    const uint64_t look = look_of(s);
    if (n && look == kept_look && is_kept(c, s)) {
      while (r == CYCLE_FOUND && order_of(s) != first)
        r = advance(c, s, UINT64_MAX, &did);
      return r;
    }
    if (n + 1 == next) {
      if (!keep(c, s)) return CYCLE_NONE;
      kept_look = look;
      next *= 2;
      first = UINT64_MAX;
    }
    r = advance(c, s, limit, &did);
    if (r == CYCLE_FOUND && order_of(s) < first) first = order_of(s);
  }
  return r == CYCLE_FOUND ? CYCLE_NONE : r;
}

cycle_result cycle_find(cycle *c, state *s, uint64_t heads,
                        uint64_t instructions) {
  const exec_strategy before = exec_get_strategy(c->x);
  exec_strategy pausing = before;
  pausing.pauses_at_heads = true;
  pausing.components = NULL;
  exec_set_strategy(c->x, pausing);
  const cycle_result r = seek(c, s, heads, s->instructions + instructions);
  exec_set_strategy(c->x, before);
  /* Pausing at heads hid where it is from those that it may be joined with. */
  if (r != CYCLE_ENDED) s->is_in_region = exec_is_forkfree(c->x, s);
  return r;
}
