#include "zeq/cycle.h"

#include "base/hash.h"
#include "base/limits.h"
#include "zeq/state_form.h"

#include <assert.h>
#include <string.h>

struct cycle {
  exec *x;
  zeq_state_form whole;
  bool writes_fail;
  state *kept;                  /* as it was at a head; NULL: at none */
  bool has_no_form;             /* the kept state */
  zeq_form form;                /* its form, once needed; empty before */
  zeq_form whole_form;          /* ... with what stdout's own buffer holds */
  uint64_t size;                /* words and bytes that the last form was made of, twice */
};

cycle *cycle_new(exec *x, const state *start, bool writes_fail) {
  cycle *c = mem_zeroed(1, sizeof *c);
  c->x = x;
  c->writes_fail = writes_fail;
  zeq_state_form_init(&c->whole, x, start, writes_fail);
  return c;
}

void cycle_free(cycle *c) {
  if (!c) return;
  assert(!c->kept);
  vec_release(&c->form);
  vec_release(&c->whole_form);
  zeq_state_form_release(&c->whole);
  free(c);
}

bool cycle_is_due(state *s) {
  if (s->forks != s->still_forks || !s->still_for) {
    s->still_forks = s->forks;
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

/* Events that exclude a hang between two heads: inputs, and system calls other than
 * writes. */
typedef struct doings {
  const input *inputs;
  const output *outputs;
  uint64_t calls, writes;
} doings;

static doings doings_of(const cycle *c, const state *s) {
  const exec_stats *of = exec_get_stats(c->x);
  return (doings) {s->inputs, s->outputs, of->system_calls - of->writes, of->writes};
}

static bool is_active(const doings *a, const doings *b) {
  return a->inputs != b->inputs || a->calls != b->calls;
}

static bool is_silent(const doings *a, const doings *b) {
  return a->outputs == b->outputs && a->writes == b->writes;
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

/* Unwritten output is no part of the future, but is output. */
static bool encode(cycle *c, state *s, bool with_printed) {
  c->whole.encoder.writes_fail = c->writes_fail || with_printed;
  return zeq_state_form_make(&c->whole, s);
}

static void forget(cycle *c) {
  vec_clear(&c->form);
  vec_clear(&c->whole_form);
  if (c->kept) state_free(c->kept);
  c->kept = NULL;
  c->has_no_form = false;
}

/* A copy is cheap and a form is not: most loops change a register with every iteration, so that
 * no form is ever asked for. */
static void keep(cycle *c, const state *s) {
  forget(c);
  assert(is_at_head(s) || exec_has_landed(c->x));
  c->kept = state_copy(s);
}

static const zeq_form *kept_form(cycle *c, bool with_printed) {
  zeq_form *form = with_printed ? &c->whole_form : &c->form;
  const zeq_form *words = &c->whole.encoder.words;
  if (form->count) return form;
  c->has_no_form = !encode(c, c->kept, with_printed);
  if (c->has_no_form) return form;
  assert(words->count);
  vec_reserve(form, words->count);
  memcpy(form->items, words->items, words->count * sizeof *form->items);
  form->count = words->count;
  c->size = 2 * (words->count + c->whole.encoder.bytes);
  return form;
}

static bool is_kept(cycle *c, state *s, bool with_printed) {
  const zeq_form *words = &c->whole.encoder.words, *form = kept_form(c, with_printed);
  return form->count && encode(c, s, with_printed) && words->count == form->count &&
         !memcmp(form->items, words->items, form->count * sizeof *form->items);
}

/* Instructions run at a time between two heads: 0.2 ms, with a look at the budget after each. */
enum { SLICE = 1 << 14 };

/* To the next head, or to where a longjmp leads: a cycle of jumps has no head. */
static cycle_result advance(cycle *c, state *s, uint64_t limit) {
  const uint32_t forks = s->forks;
  do {
    if (exec_run(c->x, s, SLICE) == EXEC_ENDED) return CYCLE_ENDED;
    if (s->at_return) return CYCLE_NONE;
    if (s->forks != forks || s->instructions >= limit) return CYCLE_NONE;
  } while (!is_at_head(s) && !exec_has_landed(c->x));
  return CYCLE_FOUND;
}

/* Where the cycle is entered from outside: the caller's and outer loops first. */
static uint64_t order_of(const state *s) {
  const ir_block *b = s->top->function->blocks + state_insn(s)->block;
  return (uint64_t) s->top->depth << 32 | b->order;
}

static cycle_result seek(cycle *c, state *s, uint64_t heads,
                         uint64_t limit) {
  doings kept = {0};
  cycle_result r = advance(c, s, limit);
  uint64_t kept_look = 0, next = 1, first = UINT64_MAX;
  bool has_own = false;         /* a head of the program's own code was met */
  for (uint64_t n = 0; r == CYCLE_FOUND && n < heads; n++) {
    /* Inside the C library registers tell how full stdout's buffer is. */
    while (r == CYCLE_FOUND && has_own && s->top->function->is_library)
      r = advance(c, s, limit);
    if (r != CYCLE_FOUND) break;
    if (n && order_of(s) < first) first = order_of(s);
    if (!has_own && !s->top->function->is_library) {
      has_own = true;
      n = 0;
      next = 1;
    }
    const uint64_t look = look_of(s);
    if (n && look == kept_look && is_kept(c, s, false)) {
      const doings now = doings_of(c, s);
      if (is_active(&kept, &now)) return CYCLE_ACTIVE;
      const bool prints = !is_silent(&kept, &now) || !is_kept(c, s, true);
      if (prints && c->writes_fail) return CYCLE_ACTIVE;
      while (r == CYCLE_FOUND && order_of(s) != first)
        r = advance(c, s, UINT64_MAX);
      return r == CYCLE_FOUND && prints ? CYCLE_PRINTS : r;
    }
    if (c->has_no_form) return CYCLE_NONE;
    if (n + 1 == next) {
      keep(c, s);
      kept = doings_of(c, s);
      kept_look = look;
      next *= 2;
      first = UINT64_MAX;
    }
    r = advance(c, s, limit);
  }
  return r == CYCLE_FOUND ? CYCLE_NONE : r;
}

cycle_result cycle_find(cycle *c, state *s, uint64_t heads,
                        uint64_t instructions) {
  assert(!c->kept && !s->unasked.id);
  const exec_strategy before = exec_get_strategy(c->x);
  exec_strategy pausing = before;
  pausing.pauses_at_heads = true;
  pausing.stops_at_recursion = false;
  exec_set_strategy(c->x, pausing);
  const cycle_result r = seek(c, s, heads, s->instructions + instructions);
  forget(c);
  exec_set_strategy(c->x, before);
  /* Pausing at heads hid the state's place from states that may be joined with it. */
  if (r != CYCLE_ENDED) s->is_in_region = exec_is_forkfree(c->x, s);
  return r;
}
